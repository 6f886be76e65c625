import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { moveAgent } from "#contract/agents/agent-move.ts";
import { createAgent, deleteAgent, getAgent } from "#contract/agents/agents.ts";
import { acceptRevisionGeneration, declineRevisionGeneration, getRevisionGeneration } from "#contract/agents/builder-runs.ts";
import { ModelStepConfig } from "#contract/agents/config.ts";
import { textOf as instructionsIn } from "#contract/agents/scripted-steps.ts";
import { getRevision, listAgentRevisions, promoteRevision, updateRevision } from "#contract/agents/revisions.ts";
import { buildClarityAutomation, getClarityAutomation, getRevisionClarityProcess } from "#contract/clarity/automation.ts";
import { agentInstructions, stepHeading } from "#contract/clarity/handover/agent-instructions.ts";
import { createClarityProcess, updateClarityProcess } from "#contract/clarity/processes.ts";
import { revertClarityProcessSnapshot, saveClarityProcessSnapshot, promoteClarityProcessSnapshot } from "#contract/clarity/snapshots.ts";
import type { Step } from "#contract/clarity/step.ts";
import { findLive } from "#server/clarity/snapshots/snapshots.store.ts";
import { generatingOf, processOf } from "#server/gates/stage/clarity.ts";
import { checking } from "#server/gates/stage/clarity-steps.ts";
import { stageFor } from "#server/gates/stage/stage.ts";
import { createAgentCaseTrigger } from "#contract/queues/case-triggers.ts";
import { listHumanRequests, respondToHumanRequest } from "#contract/runs/human-requests.ts";
import { addCases, attachQueues, caseOf, queueIn, storyOf } from "#server/testing/cases.ts";
import { comes } from "#server/testing/patience/comes.ts";
import { type PersonName } from "#server/testing/people.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const kind = "transformation_proposal" as const;
const liveProposal = async (process_id: string) => {
  const live = await findLive(service.app.services.store.db, process_id, kind);
  if (!live) throw new Error("no proposal is live");
  return live;
};
const process = () => processOf(stageFor(service));
const build = async (process_id: string, body: { transformation_proposal_id?: string } = {}, as: PersonName = "owner") =>
  (await service.ok(buildClarityAutomation, { params: { process_id }, body }, { as })).automation_run;
const shown = async (process_id: string) => (await service.ok(getClarityAutomation, { params: { process_id } })).automation;
const waiting = (process_id: string) =>
  comes("a draft that waits for review", async () => {
    const automation = await shown(process_id);
    return automation?.builder_run_status === "waiting_for_approve" ? automation : undefined;
  });
const textOf = async (agent_id: string, build_id: string) =>
  instructionsIn(ModelStepConfig.parse((await service.ok(getRevision, { params: { agent_id, build_id } })).build.config).data.input);
const save = async (process_id: string, change: (steps: Step[]) => Step[]) => {
  const { id, data } = await liveProposal(process_id);
  const body = { steps: change(data.steps), baselineSnapshotId: id };
  return (await service.ok(saveClarityProcessSnapshot, { params: { process_id, kind }, body })).snapshot.id;
};
const accept = async (build_id: string) => {
  const { builder_run: run } = await service.ok(getRevisionGeneration, { params: { build_id } });
  const body = { builder_run_id: run?.id ?? "", expected_started_at: run?.started_at ?? null };
  await service.ok(acceptRevisionGeneration, { params: { build_id }, body });
};

const promote = (build_id: string) => service.ok(promoteRevision, { params: { build_id }, body: {} });

describe("a draft that is built from a proposal", () => {
  it("is of an agent of its own, named after the process, and waits for review with what the steps say", async () => {
    const process_id = await process();
    expect(await shown(process_id)).toBeNull();
    const proposal = await liveProposal(process_id);
    const run = await build(process_id, {}, "manager");
    expect(run.status).toBe("generating");
    const built = await waiting(process_id);
    expect(built).toMatchObject({
      process_id,
      proposal_id: proposal.id,
      live_proposal_id: proposal.id,
      builder_run_id: run.id,
      agent_name: "Pay an invoice",
      revision_number: 1,
      revision_status: "draft",
      decision: null,
      built_by: { id: service.ids.manager },
      live_since: null,
      stale: false,
    });
    const { agent } = await service.ok(getAgent, { params: { agent_id: built.agent_id } });
    expect(agent).toMatchObject({ team_id: service.teamId, type: "agent", created_by: { id: service.ids.manager } });
    const text = agentInstructions("Pay an invoice", checking(), true);
    expect(text).toContain("## check\nCheck the invoice.");
    expect((await textOf(built.agent_id, built.build_id)).trim()).toBe(text.trim());
    const { generation } = await service.ok(getRevisionGeneration, { params: { build_id: built.build_id } });
    expect(generation).toMatchObject({ model: "scripted", summary: "Built from the proposal, step by step." });
  });

  it("is the same however often and whenever it is asked for", async () => {
    const process_id = await process();
    const all = await Promise.all(Array.from({ length: 12 }, (_, i) => build(process_id, {}, i % 2 ? "manager" : "owner")));
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    const built = await waiting(process_id);
    const { builds } = await service.ok(listAgentRevisions, { params: { agent_id: built.agent_id }, query: {} });
    expect(builds).toHaveLength(1);
    // Also once it was decided about.
    const { builder_run: run } = await service.ok(getRevisionGeneration, { params: { build_id: built.build_id } });
    const identity = { builder_run_id: run?.id ?? "", expected_started_at: run?.started_at ?? null };
    await service.ok(declineRevisionGeneration, { params: { build_id: built.build_id }, body: identity });
    expect((await build(process_id)).id).toBe(all[0]?.id);
    expect(await shown(process_id)).toMatchObject({ builder_run_status: "completed", decision: "declined" });
  });

  it("of a changed proposal is a further draft of the same agent, and the former one is stale", async () => {
    const process_id = await process();
    await build(process_id);
    const first = await waiting(process_id);
    await accept(first.build_id);
    await service.ok(promoteRevision, { params: { build_id: first.build_id }, body: {} });
    const live = await shown(process_id);
    expect(live).toMatchObject({ revision_status: "live", decision: "accepted", stale: false, live_since: expect.any(String) as string });
    const saved = await save(process_id, ([start, check, paid]) => [start, { ...check, title: "Check it twice" }, paid] as Step[]);
    expect(await shown(process_id)).toMatchObject({ proposal_id: first.proposal_id, stale: true, live_proposal_id: saved });
    const { process: of } = await service.ok(getRevisionClarityProcess, { params: { build_id: first.build_id } });
    expect(of).toMatchObject({ id: process_id, proposal_id: first.proposal_id, stale: true, live_proposal_id: saved });
    expect(of?.steps).toEqual([{ id: "check", number: 2, title: "Check the invoice", heading: "## check" }]);
    await build(process_id);
    const second = await waiting(process_id);
    expect(second).toMatchObject({ agent_id: first.agent_id, revision_number: 2, proposal_id: saved, stale: false });
    expect(await textOf(second.agent_id, second.build_id)).toContain("## check\nCheck it twice.");
    expect(await textOf(first.agent_id, first.build_id)).not.toContain("twice");
    // What was live before is live again: the first draft says what it says.
    await service.ok(promoteClarityProcessSnapshot, { params: { process_id, kind, snapshot_id: first.proposal_id } });
    expect((await service.ok(getRevisionClarityProcess, { params: { build_id: first.build_id } })).process?.stale).toBe(false);
    expect((await shown(process_id))?.stale).toBe(true);
    // Of what was withdrawn nothing is the latest word.
    await service.ok(revertClarityProcessSnapshot, { params: { process_id, kind, snapshot_id: first.proposal_id } });
    expect((await service.ok(getRevisionClarityProcess, { params: { build_id: first.build_id } })).process?.stale).toBe(true);
  });

  it("takes over nothing that nobody accepted", async () => {
    const process_id = await process();
    await build(process_id);
    await waiting(process_id);
    await save(process_id, (steps) => steps.map((step) => ({ ...step, readiness: null })));
    await build(process_id);
    const second = await waiting(process_id);
    const { builder_run: run } = await service.ok(getRevisionGeneration, { params: { build_id: second.build_id } });
    expect(JSON.stringify(run?.checkpoint_config)).not.toContain("## check");
  });

  it("is built anew once its agent is gone", async () => {
    const process_id = await process();
    const { id } = await build(process_id);
    const { agent_id } = await waiting(process_id);
    await service.ok(deleteAgent, { params: { agent_id } });
    expect(await shown(process_id)).toBeNull();
    expect((await build(process_id)).id).not.toBe(id);
    expect((await waiting(process_id)).agent_id).not.toBe(agent_id);
  });
});

describe("what a draft is built from", () => {
  it("is a proposal of the process, also while the current process is being written", async () => {
    const { process: empty } = await service.ok(createClarityProcess, { params: { teamId: service.teamId } });
    const refused = await service.fails(buildClarityAutomation, { params: { process_id: empty.id }, body: {} }, "not_found");
    expect(refused.message).toBe("No proposal of this process is live. Make one live first.");
    const [process_id, other] = [await process(), await process()];
    const foreign = { transformation_proposal_id: (await liveProposal(other)).id };
    await service.fails(buildClarityAutomation, { params: { process_id }, body: foreign }, "not_found");
    const generating = await generatingOf(stageFor(service));
    expect((await build(generating.process_id)).status).toBe("generating");
  });

  it("is for Builders, who build on agents of their own, and for nobody of another team", async () => {
    const process_id = await process();
    const call = { params: { process_id }, body: {} };
    await service.fails(buildClarityAutomation, call, "forbidden", { as: "member" });
    await service.fails(buildClarityAutomation, call, "not_found", { as: "stranger" });
    await build(process_id);
    await waiting(process_id);
    await save(process_id, (steps) => steps.map((step) => ({ ...step, readiness: null })));
    const refused = await service.fails(buildClarityAutomation, call, "forbidden", { as: "builder" });
    expect(refused.message).toContain("Other agents require the role Manager");
    await service.ok(updateClarityProcess, { params: { process_id }, body: { visibility: "restricted" } });
    await service.fails(getClarityAutomation, { params: { process_id } }, "not_found", { as: "member" });
    const { build_id = "" } = (await shown(process_id)) ?? {};
    expect(await service.ok(getRevisionClarityProcess, { params: { build_id } }, { as: "member" })).toEqual({ process: null });
  });
});

it("an agent that was built with the practice model closes the cases of the queue that it is given", async () => {
  const process_id = await process();
  await build(process_id);
  const { agent_id, build_id } = await waiting(process_id);
  await accept(build_id);
  await promote(build_id);
  const queue_id = await queueIn(service);
  await attachQueues(service.ok, service.teamId, { id: agent_id, buildId: build_id }, { consumes: [queue_id] });
  const [case_id = ""] = await addCases(service, queue_id, { title: "Invoice 1" });
  await service.ok(createAgentCaseTrigger, { params: { agent_id }, body: { case_queue_id: queue_id, enabled: true } });
  const asked = await comes("the question of its step", async () => {
    const { human_requests } = await service.ok(listHumanRequests, { params: { teamId: service.teamId }, query: {} });
    return human_requests.find(({ title }) => title === "Check the invoice?");
  });
  const answers = { "Check the invoice?": "Done" };
  await service.ok(respondToHumanRequest, { params: { run_id: asked.run_id, request_id: asked.id }, body: { answers } });
  await comes("the end of the case", async () => ((await caseOf(service, case_id)).case.status === "completed" ? true : undefined));
  expect((await storyOf(service, case_id)).at(-1)).toBe("completed");
});

describe("the ids of steps", () => {
  it("stay in the instructions when they are edited, copied and moved to another team", async () => {
    const process_id = await process();
    await build(process_id);
    const { agent_id, build_id } = await waiting(process_id);
    await accept(build_id);
    const config = (await service.ok(getRevision, { params: { agent_id, build_id } })).build.config;
    const input = `${await textOf(agent_id, build_id)}Be polite.\n`;
    const edited = ModelStepConfig.parse({ ...config, data: { ...config?.data, input } });
    await service.ok(updateRevision, { params: { build_id }, body: { config: edited } });
    await promote(build_id);
    const copy = await service.ok(createAgent, { params: { teamId: service.teamId }, body: { name: "Copy", source_build_id: build_id } });
    const lines = async (agent: string, revision: string) => (await textOf(agent, revision)).split("\n");
    for (const found of [await lines(agent_id, build_id), await lines(copy.agent.id, copy.build?.id ?? "")])
      expect(found).toContain(stepHeading("check"));
    const there = { params: { agent_id }, query: { dry_run: "false" as const }, body: { target_team_id: service.neighbourTeamId } };
    await service.ok(moveAgent, there, { as: "director" });
    const moved = await service.ok(getRevision, { params: { agent_id, build_id } }, { as: "director" });
    expect(JSON.stringify(moved.build.config)).toContain("## check");
    // It is not the agent of this team's process any more, and says nothing of it there.
    expect(await shown(process_id)).toBeNull();
    expect(await service.ok(getRevisionClarityProcess, { params: { build_id } }, { as: "director" })).toEqual({ process: null });
  });
});
