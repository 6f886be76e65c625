import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getClarityProcessLandscape } from "#contract/clarity/landscape.ts";
import { createClarityLandscapeNode, createClarityProcessNode } from "#contract/clarity/nodes.ts";
import { generateClarityProcessLandscape, organizeClarityProcessLandscape } from "#contract/clarity/organizing.ts";
import { createClarityProcess } from "#contract/clarity/processes.ts";
import { findPass } from "#server/clarity/landscape/passes.store.ts";
import { ModelFault, type ModelPart, type ModelPort } from "#server/engine/models/port.ts";
import { scriptedModel } from "#server/engine/models/scripted.ts";
import { comes } from "#server/testing/patience/comes.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { askForProposal } from "./ask-model.ts";
import { endPass, holdPass, retryPass } from "./passes.store.ts";
import { proposeByWords } from "./practice-organizer.ts";
import { faultsOf, type Workspace } from "./proposal.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
  const owner = "update organization_members set role = 'organization:executive' where user_id = $1";
  await service.pool.query(owner, [service.ids.administrator]);
});
afterAll(() => service.close());

const org = () => ({ params: { orgId: service.organizationId } });
const executive = { as: "administrator" } as const;
const director = { as: "director" } as const;
const create = async (name: string) =>
  (await service.ok(createClarityProcess, { params: { teamId: service.teamId }, body: { name } }, { as: "manager" })).process.id;
const landscape = () => service.ok(getClarityProcessLandscape, { ...org(), query: {} }, director);
const done = () =>
  comes("the end of the pass", async () => {
    const found = await landscape();
    return found.generation.status === "completed" || found.generation.status === "failed" ? found : undefined;
  });

describe("with the practice model", () => {
  it("has nothing to do where every process has a place", async () => {
    expect(await service.ok(organizeClarityProcessLandscape, org(), director)).toEqual({ started: false });
    await service.fails(generateClarityProcessLandscape, org(), "nothing_to_place", executive);
    await service.fails(generateClarityProcessLandscape, org(), "forbidden", director);
    await service.fails(organizeClarityProcessLandscape, org(), "forbidden", { as: "owner" });
    expect((await landscape()).generation).toEqual({ eligibleCaptureCount: 0, eligibleProcessCount: 0, status: "idle", error: null });
  });

  it("organizes: a process goes where a word of its name is, and the rest stays unsorted", async () => {
    const finance = await service.ok(createClarityLandscapeNode, { ...org(), body: { name: "Finance" } }, director);
    const known = await create("Pay a supplier’s invoice");
    await service.ok(createClarityProcessNode, { ...org(), body: { processId: known, parentId: finance.id } });
    const [issued, travel] = [await create("Issue an invoice"), await create("Book travel")];
    expect(await service.ok(organizeClarityProcessLandscape, org(), director)).toEqual({ started: true });
    const after = await done();
    expect(after.generation.status).toBe("completed");
    expect(after.nodes.find(({ processId }) => processId === issued)).toMatchObject({
      parentId: finance.id,
      source: "ai",
      existence: "active",
    });
    expect(after.unlinkedProcesses.map(({ id }) => id)).toEqual([travel]);
  });

  it("generates: proposed areas and suggested links, for people to accept or decline", async () => {
    const reminder = await create("Write an invoice reminder");
    const other = await create("Answer a reminder");
    const reply = await service.ok(generateClarityProcessLandscape, org(), executive);
    expect(reply).toMatchObject({ started: true, eligibleProcessCount: 3, eligibleCaptureCount: 0 });
    const after = await done();
    expect(after.unlinkedProcesses).toEqual([]);
    expect(after.nodes.filter(({ existence }) => existence === "proposed")).toMatchObject([{ kind: "area", name: "Team", source: "ai" }]);
    const nodeOf = (id: string) => after.nodes.find(({ processId }) => processId === id)?.id;
    expect(after.links).toMatchObject([
      { sourceNodeId: nodeOf(other), targetNodeId: nodeOf(reminder), type: "shares_step_with", state: "suggested", confidence: 0.5 },
    ]);
  });

  it("refuses a second pass while one is under way", async () => {
    await create("Plan liquidity");
    await service.pool.query("update clarity_passes set status = 'running', next_attempt_at = 'infinity'");
    await service.fails(organizeClarityProcessLandscape, org(), "landscape_busy", director);
    await service.fails(generateClarityProcessLandscape, org(), "landscape_busy", executive);
  });

  it("keeps what the process that has it writes, and nothing of a former one", async () => {
    const { db } = service.app.services.store;
    await service.pool.query("update clarity_passes set status = 'running', tries = 2, next_attempt_at = 'infinity'");
    const has = await findPass(db, service.organizationId);
    if (!has) throw new Error("there was no pass");
    const former = { ...has, tries: 1 };
    await retryPass(db, former, 1);
    await endPass(db, former, { status: "failed", error: "Too late." });
    expect(await findPass(db, service.organizationId)).toEqual(has);
    expect([await holdPass(db, former), await holdPass(db, has)]).toEqual([false, true]);
  });

  it("takes up what a process that is gone had begun", async () => {
    await service.pool.query("update clarity_passes set next_attempt_at = now() - interval '1 second', kind = 'generate'");
    const after = await done();
    expect([after.generation.status, after.unlinkedProcesses.length]).toEqual(["completed", 0]);
  });
});

const workspace: Workspace = {
  kind: "organize",
  areas: [{ name: "Finance", inside: null, processes: ["Pay an invoice"] }],
  placed: [{ id: "00000000-0000-4000-8000-000000000001", name: "Pay an invoice", area: "Finance" }],
  unsorted: [{ id: "00000000-0000-4000-8000-000000000002", name: "Issue invoices", team: "Main", summary: null }],
};

it("tells a model what it named that does not exist", () => {
  const [placed, free] = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"];
  expect(faultsOf(workspace, proposeByWords(workspace))).toEqual([]);
  const faults = faultsOf(workspace, {
    areas: [{ name: "Sales", inside: "Nowhere" }],
    placements: [
      { process: placed, area: "finance" },
      { process: free, area: "Invented" },
    ],
    links: [{ source: "00000000-0000-4000-8000-000000000009", target: free, type: "variant_of", confidence: 1, rationale: "Both." }],
  });
  expect(faults).toHaveLength(5);
});

it("says that a model took too long, and that it may be tried again", async () => {
  const { config } = service.app.services;
  const slow: ModelPort = { ...scriptedModel([]), answer: () => slowly() };
  // oxlint-disable-next-line require-yield -- it never comes to an answer
  async function* slowly(): AsyncGenerator<ModelPart> {
    throw new ModelFault("stopped", "The run was stopped.");
  }
  const asked = askForProposal({ model: () => slow, config }, workspace, AbortSignal.abort());
  await expect(asked).rejects.toMatchObject({ message: "The model took too long to answer.", transient: true });
});
