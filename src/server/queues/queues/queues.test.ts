import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAgentFolder, deleteAgentFolder } from "#contract/agents/agent-folders.ts";
import { createAgent, deleteAgent } from "#contract/agents/agents.ts";
import { createRevision, promoteRevision } from "#contract/agents/revisions.ts";
import { attachRevisionIntegrations, replaceRevisionIntegrationQueues } from "#contract/agents/slots.ts";
import { listIntegrations } from "#contract/connections/integrations.ts";
import { createCases } from "#contract/queues/cases.ts";
import { listQueueLabels } from "#contract/queues/labels.ts";
import { createQueue, deleteQueue, getQueue, listQueueAgents, listQueues, updateQueue } from "#contract/queues/queues.ts";
import { newId } from "#server/platform/db/columns.ts";
import type { Change } from "#server/platform/live/recent.ts";
import { agentWith, scripted } from "#server/testing/agents.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const team = () => ({ teamId: service.teamId });
const absent = "00000000-0000-7000-8000-000000000000";
const create = async (name: string, description?: string) =>
  (await service.ok(createQueue, { params: team(), body: { name, ...(description === undefined ? {} : { description }) } })).queue;

describe("queues", () => {
  test("keep name, description and team, and are found by both", async () => {
    const queue = await create("Refunds", "Wait for a decision");
    expect(queue).toMatchObject({
      name: "Refunds",
      description: "Wait for a decision",
      folder_id: null,
      automation_id: null,
      team_id: service.teamId,
      has_approvals: false,
    });
    expect((await service.ok(getQueue, { params: { queue_id: queue.id } }, { as: "member" })).queue).toEqual(queue);
    const cleared = await service.ok(updateQueue, { params: { queue_id: queue.id }, body: { description: null } });
    expect(cleared.queue).toEqual({ ...queue, description: null });
  });

  test("are listed by name in the order people expect, searched and paged with an exact total", async () => {
    const as = { as: "neighbour" } as const;
    const params = { teamId: service.neighbourTeamId };
    for (const name of ["zeta", "Alpha 100%", "beta", "Ärger"]) await service.ok(createQueue, { params, body: { name } }, as);
    const names = async (query = {}) => (await service.ok(listQueues, { params, query }, as)).queues.map((q) => q.name);
    expect(await names()).toEqual(["Alpha 100%", "Ärger", "beta", "zeta"]);
    expect(await names({ search: "äRG" })).toEqual(["Ärger"]);
    expect(await names({ search: "0%" })).toEqual(["Alpha 100%"]);
    const page = await service.ok(listQueues, { params, query: { limit: 2, offset: 3 } }, as);
    expect(page).toMatchObject({ total: 4, limit: 2, offset: 3, queues: [{ name: "zeta" }] });
    expect(await names({ automation_id: absent })).toEqual([]);
  });

  test("have a name of their own: of ten at once one is made, and a deleted one gives its name back", async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => service.call(createQueue, { params: team(), body: { name: "Only one" } })),
    );
    expect(answers.map((a) => a.status).toSorted()).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
    const other = await create("Another");
    const taken = await service.fails(updateQueue, { params: { queue_id: other.id }, body: { name: "Only one" } }, "name_taken");
    expect(taken.message).toContain("“Only one”");
    for (const name of ["Another", " Another\u00a0"]) await service.fails(createQueue, { params: team(), body: { name } }, "name_taken");
    for (const name of ["\u200b\u2060", "An\nother", "An\u200bother", "\u202eAnother"])
      await service.fails(createQueue, { params: team(), body: { name } }, "invalid_request");
    await service.ok(deleteQueue, { params: { queue_id: other.id } });
    expect((await create("Another")).id).not.toBe(other.id);
  });

  test("take no folder and no automation that does not exist", async () => {
    for (const field of ["folder_id", "automation_id"]) {
      const error = await service.fails(createQueue, { params: team(), body: { name: "Nowhere", [field]: absent } }, "invalid_request");
      expect(error.issues?.[0]?.path).toEqual([field]);
    }
  });

  test("lie in a folder of the team, and at the root once it is deleted", async () => {
    const { folder } = await service.ok(createAgentFolder, { params: team(), body: { name: "Accounting" } });
    const { queue } = await service.ok(createQueue, { params: team(), body: { name: "Filed", folder_id: folder.id } });
    expect(queue.folder_id).toBe(folder.id);
    await service.ok(deleteAgentFolder, { params: { folder_id: folder.id } });
    expect((await service.ok(getQueue, { params: { queue_id: queue.id } })).queue.folder_id).toBeNull();
  });

  test("interrupt what works on them when they are deleted, and say so", async () => {
    const queue = await create("Doomed");
    const agent = await agentWith(service, scripted("say Hello"));
    const runId = newId();
    await service.pool.query(
      `insert into runs (id, team_id, agent_id, build_id, user_id, status, source, title, run_number, case_queue_id)
       values ($1, $2, $3, $4, $5, 'waiting', 'case_trigger', 'Case', 7, $6)`,
      [runId, service.teamId, agent.id, agent.buildId, service.ids.owner, queue.id],
    );
    await service.ok(createCases, { params: { queue_id: queue.id }, body: { cases: ["A", "B", "C"].map((title) => ({ title })) } });
    const changes: Change[] = [];
    const unsubscribe = service.app.services.live.subscribe(service.teamId, (_event, change) => changes.push(change));
    const gone = await service.ok(deleteQueue, { params: { queue_id: queue.id } });
    unsubscribe();
    expect(gone).toEqual({ success: true, deleted_case_count: 3, interrupted_run_ids: [runId] });
    expect(changes).toContainEqual({ teamId: service.teamId, topic: "queue", id: queue.id });
    expect((await service.pool.query("select status from runs where id = $1", [runId])).rows).toEqual([{ status: "interrupted" }]);
    for (const endpoint of [getQueue, deleteQueue, listQueueAgents, listQueueLabels])
      await service.fails(endpoint, { params: { queue_id: queue.id } }, "not_found");
  });
});

describe("agents of a queue", () => {
  test("are those whose live revision names it, with what is wrong about them", async () => {
    const queue = await create("Invoices");
    const { integrations } = await service.ok(listIntegrations, { params: team() });
    const idOf = (type: string) => integrations.find((i) => i.type === type)?.id ?? "";
    const bind = async (name: string, ...types: string[]) => {
      const { agent, build } = await service.ok(createAgent, {
        params: team(),
        body: { name, build: { name: "First", config: scripted("say Hello") } },
      });
      const params = { agent_id: agent.id, build_id: build?.id ?? "" };
      for (const type of types) {
        await service.ok(attachRevisionIntegrations, { params, body: { integration_ids: [idOf(type)] } });
        await service.ok(replaceRevisionIntegrationQueues, {
          params: { ...params, integration_id: idOf(type) },
          body: { queue_ids: [queue.id] },
        });
      }
      return params;
    };
    const reader = await bind("Reader", "case-queue-producer");
    const checker = await bind("Checker", "case-queue-consumer");
    const both = await bind("Both", "case-queue-consumer", "case-queue-producer");
    const topology = async () => service.ok(listQueueAgents, { params: { queue_id: queue.id } }, { as: "member" });
    expect(await topology()).toEqual({
      queue_name: "Invoices",
      producers: [
        {
          agent_id: both.agent_id,
          agent_name: "Both",
          case_trigger_enabled: false,
          case_trigger_queue_name: null,
          problems: ["producer_consumer_mix"],
        },
        { agent_id: reader.agent_id, agent_name: "Reader", case_trigger_enabled: false, case_trigger_queue_name: null, problems: [] },
      ],
      consumers: [
        {
          agent_id: both.agent_id,
          agent_name: "Both",
          case_trigger_enabled: false,
          is_handover_target: false,
          problems: ["producer_consumer_mix"],
        },
        { agent_id: checker.agent_id, agent_name: "Checker", case_trigger_enabled: false, is_handover_target: false, problems: [] },
      ],
    });
    // A draft counts once it is live; a deleted agent no more.
    const { build } = await service.ok(createRevision, {
      params: { agent_id: reader.agent_id },
      body: { name: "Hands over", handover_target_ids: [checker.agent_id] },
    });
    expect((await topology()).consumers.some((c) => c.is_handover_target)).toBe(false);
    await service.ok(promoteRevision, { params: { build_id: build.id }, body: {} });
    await service.ok(deleteAgent, { params: { agent_id: both.agent_id } });
    const after = await topology();
    expect(after.producers.map((p) => p.agent_name)).toEqual(["Reader"]);
    expect(after.consumers).toMatchObject([{ agent_name: "Checker", is_handover_target: true }]);
  });
});
