import { expect, it } from "vitest";
import { scaled } from "#server/testing/proof.ts";
import { type FaultFigures, faultRounds, withEmbedded, withOwnPostgres } from "#server/testing/store-faults.ts";
import { stopRounds } from "#server/testing/store-stops.ts";

function held(name: string, figures: FaultFigures): void {
  const { requests, refused, acknowledged, lost, slowest, slowestReturn } = figures;
  process.stdout.write(
    `${name}: ${requests} requests, ${refused} answered with 503, ${acknowledged} writes acknowledged, ${lost} lost, slowest answer ${Math.round(slowest)} ms, slowest return ${Math.round(slowestReturn)} ms\n`,
  );
  expect(slowest).toBeLessThan(2_000);
  expect(slowestReturn).toBeLessThan(3_000);
}

it("the embedded server may be killed fifty times", { timeout: 600_000 }, async () => {
  const embedded = await withEmbedded();
  try {
    held("50 kills of the embedded server", await faultRounds(50, embedded, "kill"));
  } finally {
    await embedded.close();
  }
});

it("somebody's own server may freeze twenty times", { timeout: 600_000 }, async () => {
  const own = await withOwnPostgres();
  try {
    held("20 freezes of an own PostgreSQL", await faultRounds(20, own, "freeze"));
  } finally {
    await own.close();
  }
});

it("live events, stops and jobs are back within three seconds of twenty stops of the store", { timeout: 1_200_000 }, () =>
  stopRounds(scaled(20, 2)),
);
