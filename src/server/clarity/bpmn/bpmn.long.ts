import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { faultsOf } from "#contract/clarity/flow/step-faults.ts";
import { Steps } from "#contract/clarity/step.ts";
import { soundFlow } from "#server/clarity/flow/made-flows.cases.ts";
import { report, scaled } from "#server/testing/proof.ts";
import { beginRandom, seed } from "#server/testing/seed.ts";
import { broken, holds } from "./broken-files.cases.ts";
import { linted } from "./linted.cases.ts";
import { processes } from "./made-processes.cases.ts";
import { readAgain } from "./read-again.cases.ts";
import { readBpmn } from "./reading/read-bpmn.ts";
import { writeBpmn } from "./writing/write-bpmn.ts";

test("1,000 processes are read as they were written", async () => {
  let count = 0;
  await fc.assert(
    fc.asyncProperty(processes(60), async (steps) => {
      const xml = writeBpmn(steps, { name: "Pay" });
      const read = await readAgain(xml);
      expect([read.steps, read.findings]).toEqual([steps, []]);
      if (++count % 20 === 0) expect(await readBpmn(xml)).toEqual(read);
    }),
    { seed, numRuns: scaled(1_000) },
  );
});

test("200 files pass the rules that modelers recommend", async () => {
  beginRandom("rules");
  let steps = 0;
  for (let i = 0; i < scaled(200); i++) {
    const flow = soundFlow(4 + (i % 60));
    steps += flow.length;
    const found = await linted(writeBpmn(flow, { name: "Pay" }));
    // A process that has inclusive gateways is told so; it is the only rule against something that steps have.
    const inclusive = flow.some(({ nodeSubtype }) => nodeSubtype === "inclusive");
    expect(found.filter((each) => !inclusive || !each.startsWith("no-inclusive-gateway"))).toEqual([]);
  }
  report(`files with ${steps} steps in all`);
});

test("5,000 files with something wrong are read or refused", async () => {
  beginRandom("broken");
  const counts = { refused: 0, read: 0, "no XML": 0 };
  for (let i = 0; i < scaled(5_000); i++) counts[await holds(broken(writeBpmn(soundFlow(4 + (i % 12)), { name: "Pay" })))]++;
  report(JSON.stringify(counts));
});

/** A folder of files that other tools have written: each is read, or says which of its elements cannot be. */
const folder = process.env.BPMN_MODELS;
test.skipIf(!folder)("files of other tools are read, or say what cannot be", async () => {
  const files = readdirSync(folder ?? "").filter((name) => name.endsWith(".bpmn"));
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) {
    const bytes = readFileSync(join(folder ?? "", file));
    for (let i = 0; i < 20; i++) await holds(broken(bytes.toString()));
    const { steps, findings } = await readBpmn(bytes);
    const refused = findings.filter(({ kind }) => kind === "refused");
    expect(steps === null, file).toBe(refused.length > 0);
    if (steps) {
      expect(faultsOf(steps), file).toEqual([]);
      expect(Steps.safeParse(steps).error, file).toBeUndefined();
      expect(await readBpmn(writeBpmn(steps, { name: file })), file).toMatchObject({ steps, findings: [] });
    }
    report(`${file}: ${steps ? `${steps.length} steps` : `${refused.length} refusals`}, ${findings.length} findings`);
  }
});
