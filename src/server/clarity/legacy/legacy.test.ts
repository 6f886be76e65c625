import { afterAll, beforeAll, expect, it } from "vitest";
import { getLegacyClarityProcess, upgradeClarityProcess } from "#contract/clarity/legacy.ts";
import { createClarityProcess, getClarityProcess } from "#contract/clarity/processes.ts";
import { patchProcess } from "#server/clarity/processes/processes.store.ts";
import { processOf } from "#server/gates/stage/clarity.ts";
import { stageFor } from "#server/gates/stage/stage.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const of = (id: string) => ({ params: { id } });
const create = async (analysis: Record<string, unknown> | null) =>
  (
    await service.ok(
      createClarityProcess,
      { params: { teamId: service.teamId }, body: { name: "Old", version: 1, analysis } },
      { as: "manager" },
    )
  ).process.id;
const patch = (id: string, changes: Parameters<typeof patchProcess>[2]) => patchProcess(service.app.services.store.db, id, changes);

it("of version 1 is read in its own spelling, and only so", async () => {
  const id = await create({ steps: [{ title: "Check" }] });
  expect(await service.ok(getLegacyClarityProcess, of(id), { as: "member" })).toMatchObject({
    id,
    teamId: service.teamId,
    creatorUserId: service.ids.manager,
    createdByName: "manager",
    version: 1,
    status: "review",
    analysis: { steps: [{ title: "Check" }] },
    captures: [],
    usedGuidanceMessages: [],
  });
  await service.fails(getLegacyClarityProcess, of(await processOf(stageFor(service))), "not_found");
  await service.fails(getLegacyClarityProcess, of(id), "not_found", { as: "neighbour" });
});

it("with an analysis is reset in place, to be generated again from its captures", async () => {
  const id = await processOf(stageFor(service));
  await patch(id, { version: 1, status: "review", analysis: { steps: [] }, generation_error: "Old" });
  await service.fails(upgradeClarityProcess, of(id), "forbidden", { as: "builder" });
  expect(await service.ok(upgradeClarityProcess, of(id), { as: "manager" })).toEqual({ id });
  const { process, captures } = await service.ok(getClarityProcess, { params: { process_id: id } });
  expect(process).toMatchObject({ version: 2, status: "collecting", generation_error: null, custom_prompt: "Be brief" });
  expect(captures).toHaveLength(1);
  await service.fails(getLegacyClarityProcess, of(id), "not_found");
  await service.fails(upgradeClarityProcess, of(id), "already_upgraded");
  const empty = await create({ steps: [] });
  await service.ok(upgradeClarityProcess, of(empty));
  expect((await service.ok(getClarityProcess, { params: { process_id: empty } })).process.status).toBe("draft");
});

it("without an analysis keeps its state, and does not move while it is generated", async () => {
  const id = await create(null);
  await patch(id, { status: "generating" });
  await service.fails(upgradeClarityProcess, of(id), "process_generating", { as: "manager" });
  await patch(id, { status: "generation_failed" });
  await service.ok(upgradeClarityProcess, of(id), { as: "manager" });
  expect((await service.ok(getClarityProcess, { params: { process_id: id } })).process).toMatchObject({
    version: 2,
    status: "generation_failed",
  });
});
