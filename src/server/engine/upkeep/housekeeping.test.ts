import { afterAll, beforeAll, expect, it } from "vitest";
import { namesWorkers } from "#server/engine/claims/liveness.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

it("folds the counts of scopes that changed, and writes no others", async () => {
  const append = (scope: string) =>
    service.pool.query("insert into run_counts (scope, status, n, changes) values ($1, 'pending', 2, 1), ($1, 'pending', -1, 1)", [scope]);
  const rows = async (scope: string) =>
    (await service.pool.query("select ctid::text, n, changes, folded from run_counts where scope = $1", [scope])).rows;
  await append("first");
  await expect.poll(() => rows("first")).toMatchObject([{ n: 1, changes: 2, folded: true }]);
  const before = await rows("first");
  await append("second");
  await expect.poll(() => rows("second")).toMatchObject([{ n: 1, changes: 2, folded: true }]);
  expect(await rows("first")).toEqual(before);
  await append("second");
  await expect.poll(() => rows("second")).toMatchObject([{ n: 2, changes: 4, folded: true }]);
});

it("remembers dead workers for as long as a row names one", async () => {
  const { rows } = await service.pool.query<{ name: string }>(
    "select table_name as name from information_schema.columns where column_name = 'worker_id' and table_schema = 'public' order by 1",
  );
  expect(rows.map(({ name }) => name)).toEqual(namesWorkers.toSorted());
});
