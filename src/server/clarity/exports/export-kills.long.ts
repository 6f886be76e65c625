import { ok } from "node:assert/strict";
import { afterAll, beforeAll, it } from "vitest";
import { report } from "#server/testing/proof.ts";
import { random, seed } from "#server/testing/seed.ts";
import type { ImportVice } from "#server/testing/signavio-server.ts";
import { type ExportKills, startExportKills } from "./export-kills.cases.ts";

let kills: ExportKills;
beforeAll(async () => void (kills = await startExportKills()));
afterAll(() => kills.close());

const vices: readonly ImportVice[] = ["silent", "lost", "fails", "fails_after", "garbled"];
const wanted = 200;

it("makes one model at each of 200 kills, whatever becomes of its answers", async () => {
  let last = 0;
  while (await kills.killAt(last + 1)) last += 1;
  ok(last > 8, `${last} moments`);
  let killed = last;
  let tries = 0;
  while (killed < wanted) {
    const some = vices.filter(() => random() < 0.4).toSorted(() => random() - 0.5);
    // Each fault is a further try, with writes of its own.
    const n = Math.floor(random() * (last + 4 * some.length + 1));
    tries += 1;
    if (await kills.killAt(n, ...some)) killed += 1;
    if (killed % 20 === 0) report(`${killed} kills in ${last + tries} exports`);
  }
  report(`TEST_SEED=${seed}: an export has ${last} moments of writing; ${killed} kills in ${last + tries} exports`);
});
