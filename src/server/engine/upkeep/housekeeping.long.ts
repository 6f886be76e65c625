import { expect, it } from "vitest";
import { openBareStore } from "#server/testing/bare-store.ts";
import { report, scaled } from "#server/testing/proof.ts";
import { foldRunCounts } from "./housekeeping.ts";

it("a fold takes less than 50 ms beside 800,000 folded counts", { timeout: 300_000 }, async () => {
  const store = await openBareStore();
  try {
    const count = scaled(800_000);
    await store.pool.query(
      "insert into run_counts (scope, status, n, changes, folded) select n::text, 'pending', 1, 1, true from generate_series(1, $1::int) n",
      [count],
    );
    await store.pool.query("vacuum analyze run_counts");
    const times: number[] = [];
    for (let i = 0; i < 20; i++) {
      await store.pool.query(
        "insert into run_counts (scope, status, n, changes) select ($1::int * 20 + n)::text, 'pending', 1, 1 from generate_series(1, 20) n",
        [i],
      );
      const began = performance.now();
      expect((await store.pool.query(foldRunCounts)).rowCount).toBe(20);
      times.push(performance.now() - began);
    }
    const median = times.toSorted((a, b) => a - b)[10] ?? 0;
    report(`a fold of 20 scopes beside ${count} counts: median ${median.toFixed(1)} ms, longest ${Math.max(...times).toFixed(1)} ms`);
    expect(median).toBeLessThan(50);
  } finally {
    await store.close();
  }
});
