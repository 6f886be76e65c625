import { afterAll, beforeAll, expect, it } from "vitest";
import { getClarityProcessBpmn, getClarityProcessDrawing } from "#contract/clarity/drawings.ts";
import { saveClarityProcessSnapshot } from "#contract/clarity/snapshots.ts";
import type { Step } from "#contract/clarity/step.ts";
import { linted } from "#server/clarity/bpmn/linted.cases.ts";
import { readBpmn } from "#server/clarity/bpmn/reading/read-bpmn.ts";
import { versionOf } from "#server/gates/stage/clarity.ts";
import { checking } from "#server/gates/stage/clarity-steps.ts";
import { stageFor } from "#server/gates/stage/stage.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString();

it("gives a version away as BPMN that is read back as its steps, and as a picture", async () => {
  const params = await versionOf(stageFor(service));
  const bpmn = await service.ok(getClarityProcessBpmn, { params }, { as: "member" });
  const read = await readBpmn(bpmn, { attribution: "process.bpmn" });
  expect(read.steps?.map(({ id, title, role }) => [id, title, role])).toEqual(checking().map(({ id, title, role }) => [id, title, role]));
  expect(await linted(textOf(bpmn))).toEqual([]);
  const svg = textOf(await service.ok(getClarityProcessDrawing, { params }, { as: "member" }));
  expect(svg).toContain("Check the");
  for (const operation of [getClarityProcessBpmn, getClarityProcessDrawing]) {
    await service.fails(operation, { params: { ...params, snapshot_id: params.process_id } }, "not_found");
    await service.fails(operation, { params }, "not_found", { as: "neighbour" });
  }
});

it("draws a version as it stands beside another one, and exports none of which a way does not end", async () => {
  const at = await versionOf(stageFor(service));
  const [start, check, paid] = checking();
  if (!start || !check || !paid) throw new Error("three steps");
  const role: Step[] = [start, { ...check, role: "Treasury" }, paid];
  const save = async (steps: Step[], baselineSnapshotId: string) =>
    (
      await service.ok(saveClarityProcessSnapshot, {
        params: { process_id: at.process_id, kind: at.kind },
        body: { steps, baselineSnapshotId },
      })
    ).snapshot.id;
  const other = { ...at, snapshot_id: await save(role, at.snapshot_id) };
  const alone = textOf(await service.ok(getClarityProcessDrawing, { params: other }));
  const beside = textOf(await service.ok(getClarityProcessDrawing, { params: other, query: { beside: at.snapshot_id } }));
  expect(beside).toContain("Clerk");
  expect(alone).not.toContain("Clerk");
  await service.fails(getClarityProcessDrawing, { params: other, query: { beside: at.process_id } }, "invalid_request");
  const stuck = { ...at, snapshot_id: await save([start, { ...check, targetSteps: [] }, paid], other.snapshot_id) };
  const refused = await service.fails(getClarityProcessBpmn, { params: stuck }, "not_sound");
  expect(refused.message).toContain("Change the flow");
  await service.ok(getClarityProcessDrawing, { params: stuck });
});
