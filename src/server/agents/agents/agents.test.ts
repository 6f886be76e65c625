import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAgent, deleteAgent, getAgent, listAgents, updateAgent } from "#contract/agents/agents.ts";
import type { Config } from "#contract/agents/config.ts";
import { createRevision, getRevision, listAgentRevisions } from "#contract/agents/revisions.ts";
import { listRevisionIntegrationQueues, listRevisionIntegrations } from "#contract/agents/slots.ts";
import { createAgentCaseTrigger } from "#contract/queues/case-triggers.ts";
import { newId } from "#server/platform/db/columns.ts";
import type { Change } from "#server/platform/live/recent.ts";
import { scripted } from "#server/testing/agents.ts";
import { agentOn, queueIn } from "#server/testing/cases.ts";
import type { CallOptions, TestService } from "#server/testing/service.ts";
import { startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const model = (input = "Say hello."): Config => ({ version: "v1", data: { model: "scripted", input } });
const code: Config = { version: "v1", data: { language: "python", source: { kind: "inline", code: "print(1)" } } };
const absent = "00000000-0000-7000-8000-000000000000";

async function create(
  body: { name: string; type?: "agent"; source_build_id?: string; build?: { name: string; config: Config } },
  options?: CallOptions,
) {
  return service.ok(createAgent, { params: { teamId: service.teamId }, body }, options);
}
const creation = (body: Record<string, unknown>) => ({ params: { teamId: service.teamId }, body: { name: "Refused", ...body } });

describe("create", () => {
  test("with a build: its first revision has number 1 and is live", async () => {
    const { agent, build } = await create({ name: "Greeter", build: { name: "First", config: model() } }, { as: "builder" });
    expect(agent).toMatchObject({
      name: "Greeter",
      type: "agent",
      team_id: service.teamId,
      agentic_memory_enabled: true,
      created_by: { id: service.ids.builder },
    });
    expect(build).toMatchObject({
      agent_id: agent.id,
      copilot_id: agent.id,
      name: "First",
      status: "live",
      revision_number: 1,
      parent_build_id: null,
      created_by_name: "builder",
    });
    expect(build?.config).toEqual({ version: "v1", data: { model: "scripted", input: "Say hello.", files: [], skills: [] } });
  });

  test("without a build: no revision, and a model step unless said otherwise", async () => {
    const { agent, build } = await create({ name: "Empty" });
    expect([agent.type, build]).toEqual(["agent", undefined]);
    expect((await service.ok(listAgentRevisions, { params: { agent_id: agent.id } })).total).toBe(0);
    expect((await create({ name: "Program", build: { name: "First", config: code } })).agent.type).toBe("code");
  });

  test("by name alone leaves the kind of step to the first revision, and no further one", async () => {
    const write = (agent_id: string, config: Config) => ({ params: { agent_id }, body: { name: "First", config } });
    const { agent } = await create({ name: "Undecided" });
    await service.ok(createRevision, write(agent.id, code));
    expect((await service.ok(getAgent, { params: { agent_id: agent.id } })).agent.type).toBe("code");
    await service.fails(createRevision, write(agent.id, scripted("say Hello")), "step_family_fixed");
    const { agent: decided } = await create({ name: "Decided", type: "agent" });
    await service.fails(createRevision, write(decided.id, code), "step_family_fixed");
  });

  test("with a build takes only the queues of the source that its cases come from", async () => {
    const queueId = await queueIn(service);
    const source = await agentOn(service, scripted("say Hello"), { consumes: [queueId], produces: [queueId] });
    const { build } = await create({ name: "Copy", source_build_id: source.buildId, build: { name: "First", config: code } });
    const params = { agent_id: build?.agent_id ?? "", build_id: build?.id ?? "" };
    const { integrations } = await service.ok(listRevisionIntegrations, { params });
    expect(integrations.map((slot) => slot.integration_type)).toEqual(["case-queue-consumer"]);
    const slot = { ...params, integration_id: integrations[0]?.id ?? "" };
    expect((await service.ok(listRevisionIntegrationQueues, { params: slot })).queues.map(({ id }) => id)).toEqual([queueId]);
  });

  test("says in the list which queues it works with and what starts it", async () => {
    const queueId = await queueIn(service);
    const [first, second] = [
      await agentOn(service, scripted("say Hello"), { consumes: [queueId] }),
      await agentOn(service, scripted("say Hello"), { consumes: [queueId] }),
    ];
    for (const { id } of [first, second])
      await service.ok(createAgentCaseTrigger, { params: { agent_id: id }, body: { case_queue_id: queueId, enabled: true } });
    const { agents } = await service.ok(listAgents, { params: { teamId: service.teamId }, query: { limit: 100 } });
    const row = agents.find(({ id }) => id === first.id);
    expect(row).toMatchObject({
      integration_configs: [{ integration_type: "case-queue-consumer", integration_name: "Handle cases of a queue" }],
      user_triggers: { slack_mention: false, slack_channel: false, teams_mention: false },
      case_trigger_enabled: true,
      case_trigger_has_conflict: true,
      case_trigger_conflicting_agents: [{ id: second.id, name: "Agent" }],
      case_queue_name: row?.integration_configs[0]?.linked_queue_names?.[0],
    });
  });

  test("refuses a build of another family, and keeps nothing", async () => {
    const before = (await service.ok(listAgents, { params: { teamId: service.teamId } })).total;
    await service.fails(createAgent, creation({ type: "agent", build: { name: "First", config: code } }), "step_family_fixed");
    const files = [{ path: "main.py", sha256: "0".repeat(64), sizeBytes: 1 }];
    const bundled = (bucket: string): Config => ({
      version: "v1",
      data: { language: "python", source: { kind: "files", startCommand: "python main.py", bundle: { bucket, files } } },
    });
    await service.fails(createAgent, creation({ build: { name: "First", config: bundled("team-other") } }), "wrong_bucket");
    const missing = await service.fails(
      createAgent,
      creation({ build: { name: "First", config: bundled(`team-${service.teamId}`) } }),
      "missing_blobs",
    );
    expect(missing.missing).toEqual(["0".repeat(64)]);
    expect((await service.ok(listAgents, { params: { teamId: service.teamId } })).total).toBe(before);
  });

  test("copies the source's revision when no build is given", async () => {
    const { build: source } = await create({ name: "Source", build: { name: "Original", config: code } });
    const copied = await service.ok(createAgent, {
      params: { teamId: service.teamId },
      body: { name: "Copy", source_build_id: source?.id },
    });
    expect(copied.agent.type).toBe("code");
    expect(copied.build).toMatchObject({
      name: "Original",
      status: "live",
      revision_number: 1,
      parent_build_id: source?.id,
      config: source?.config,
    });
    await service.fails(createAgent, creation({ type: "agent", source_build_id: source?.id }), "step_family_fixed");
  });

  test("takes no source of another team and no automation that does not exist", async () => {
    const foreign = await service.ok(
      createAgent,
      { params: { teamId: service.strangerTeamId }, body: { name: "Foreign", build: { name: "First", config: model() } } },
      { as: "stranger" },
    );
    for (const source_build_id of [foreign.build?.id, absent]) {
      const error = await service.fails(createAgent, creation({ source_build_id }), "invalid_request");
      expect(error.issues).toEqual([{ path: ["source_build_id"], message: "This revision does not exist in this team" }]);
    }
    const error = await service.fails(createAgent, creation({ automation_id: absent }), "invalid_request");
    expect(error.issues?.[0]?.path).toEqual(["automation_id"]);
  });
});

describe("list", () => {
  let teamId: string;
  const as = { as: "neighbour" } as const;
  const list = async (query = {}, options: CallOptions = as) => service.ok(listAgents, { params: { teamId }, query }, options);
  const names = async (query = {}, options: CallOptions = as) => (await list(query, options)).agents.map((a) => a.name);
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    teamId = service.neighbourTeamId;
    for (const name of ["Alpha 100%", "beta_2", "Ärger 100 %", "Zeta"]) {
      const { agent } = await service.ok(
        createAgent,
        { params: { teamId }, body: { name, build: { name: "First", config: model(name) } } },
        as,
      );
      ids[name] = agent.id;
    }
  });

  test("puts one's own pins first, the last pinned at the top, then the last changed", async () => {
    expect(await names()).toEqual(["Zeta", "Ärger 100 %", "beta_2", "Alpha 100%"]);
    for (const name of ["Alpha 100%", "beta_2"])
      await service.ok(updateAgent, { params: { agent_id: ids[name] ?? "" }, body: { pinned: true } }, as);
    await service.ok(updateAgent, { params: { agent_id: ids["Ärger 100 %"] ?? "" }, body: { name: "Ärger 100 %" } }, as);
    expect(await names()).toEqual(["beta_2", "Alpha 100%", "Ärger 100 %", "Zeta"]);
    expect(await names({}, { as: "director" })).toEqual(["Ärger 100 %", "Zeta", "beta_2", "Alpha 100%"]);
    const rows = (await list()).agents;
    expect(rows.map((a) => a.pinned_at !== null)).toEqual([true, true, false, false]);
  });

  test("searches names with the case of every script ignored and no wildcards", async () => {
    expect(await names({ search: "äRG" })).toEqual(["Ärger 100 %"]);
    expect(await names({ search: "0%" })).toEqual(["Alpha 100%"]);
    expect(await names({ search: "_" })).toEqual(["beta_2"]);
    expect(await names({ search: "\\" })).toEqual([]);
    expect((await list({ search: "100", limit: 1 })).total).toBe(2);
  });

  test("pages with an exact total, behind the end too", async () => {
    expect(await list({ limit: 3, offset: 3 })).toMatchObject({ total: 4, limit: 3, offset: 3, agents: [{ name: "Zeta" }] });
    expect(await list({ offset: 9007199254740991 })).toMatchObject({ total: 4, agents: [] });
    expect((await list({ automation_id: absent })).total).toBe(0);
  });

  test("shows the newest revision and the live one", async () => {
    const agent_id = ids["Zeta"] ?? "";
    const { build } = await service.ok(createRevision, { params: { agent_id }, body: { name: "Second", config: model("Better") } }, as);
    const row = (await list({ search: "Zeta" })).agents[0];
    expect(row?.latest_build).toMatchObject({
      id: build.id,
      revision_number: 2,
      status: "draft",
      config: { data: { input: "Better" } },
      created_by_name: "neighbour",
    });
    expect(row?.live_build_id).toBe(build.parent_build_id);
  });

  /** Queries of one list. The engine's own polls go through the same pool and name other tables. */
  async function queries(limit: number): Promise<number> {
    const original = service.pool.query;
    let count = 0;
    service.pool.query = ((...args: unknown[]) => {
      if (/"(agents|revisions)"/.test(JSON.stringify(args[0]))) count++;
      return Reflect.apply(original, service.pool, args) as unknown;
    }) as typeof original;
    try {
      expect((await list({ limit })).agents).toHaveLength(limit);
    } finally {
      service.pool.query = original;
    }
    return count;
  }

  test("asks the store as often for a hundred rows with long instructions as for one", async () => {
    for (let i = 0; i < 100; i++) {
      await service.ok(
        createAgent,
        { params: { teamId }, body: { name: `Many ${i}`, build: { name: "First", config: model("x".repeat(50_000)) } } },
        as,
      );
    }
    expect(await queries(100)).toBe(await queries(1));
  });
});

describe("update", () => {
  test("Managers change every agent, Builders their own, everybody may pin", async () => {
    const { agent } = await create({ name: "Owned" }, { as: "builder" });
    const { agent: other } = await create({ name: "Other" }, { as: "manager" });
    const rename = (id: string, as: CallOptions["as"]) =>
      service.call(updateAgent, { params: { agent_id: id }, body: { name: `By ${JSON.stringify(as)}` } }, { as });
    for (const as of ["manager", "administrator", "owner", "director", "builder"] as const)
      expect((await rename(agent.id, as)).status).toBe(200);
    expect((await rename(other.id, "builder")).error?.error).toBe("forbidden");
    expect((await rename(agent.id, "member")).error?.error).toBe("forbidden");
    await service.fails(updateAgent, { params: { agent_id: agent.id }, body: { pinned: true, slack_enabled: true } }, "forbidden", {
      as: "member",
    });
    const { user_context } = await service.ok(updateAgent, { params: { agent_id: agent.id }, body: { pinned: true } }, { as: "member" });
    expect(user_context.pinned_at).not.toBeNull();
    expect((await service.ok(getAgent, { params: { agent_id: agent.id } }, { as: "builder" })).user_context.pinned_at).toBeNull();
  });

  test("a pin is no change of the agent; a name is", async () => {
    const { agent } = await create({ name: "Steady" }, { as: "builder" });
    const pinned = await service.ok(updateAgent, { params: { agent_id: agent.id }, body: { pinned: true } });
    expect(pinned.agent).toEqual(agent);
    const unpinned = await service.ok(updateAgent, { params: { agent_id: agent.id }, body: { pinned: false } });
    expect(unpinned).toEqual({ agent, user_context: { pinned_at: null } });
    const { agent: changed } = await service.ok(updateAgent, {
      params: { agent_id: agent.id },
      body: { name: "Changed", agentic_memory_enabled: false, thread_id: absent },
    });
    expect(changed).toMatchObject({
      name: "Changed",
      agentic_memory_enabled: false,
      thread_id: absent,
      updated_by: { id: service.ids.owner },
      created_by: { id: service.ids.builder },
    });
    expect(changed.updated_at > agent.updated_at).toBe(true);
  });

  test("tells screens once it is durable", async () => {
    const { agent } = await create({ name: "Watched" });
    const changes: Change[] = [];
    const unsubscribe = service.app.services.live.subscribe(service.teamId, (_event, change) => changes.push(change));
    await service.ok(updateAgent, { params: { agent_id: agent.id }, body: { name: "Seen" } });
    await service.fails(updateAgent, { params: { agent_id: agent.id }, body: { name: "Unseen" } }, "forbidden", { as: "member" });
    unsubscribe();
    expect(changes).toEqual([{ teamId: service.teamId, topic: "agent", id: agent.id }]);
  });
});

describe("delete", () => {
  test("takes the agent away, interrupts its runs and keeps them readable", async () => {
    const { agent, build } = await create({ name: "Doomed", build: { name: "First", config: model() } }, { as: "builder" });
    const { agent: peer } = await create({ name: "Peer", build: { name: "First", config: model() } });
    const params = { agent_id: peer.id };
    const { build: handing } = await service.ok(createRevision, {
      params,
      body: { name: "Handing over", handover_target_ids: [agent.id] },
    });
    await service.ok(updateAgent, { params: { agent_id: agent.id }, body: { pinned: true } }, { as: "member" });
    const runId = newId();
    await service.pool.query(
      "insert into runs (id, team_id, agent_id, build_id, user_id, status, source, title, run_number) values ($1, $2, $3, $4, $5, 'waiting', 'api', 'Work', 1)",
      [runId, service.teamId, agent.id, build?.id, service.ids.builder],
    );

    await service.fails(deleteAgent, { params: { agent_id: peer.id } }, "forbidden", { as: "builder" });
    await service.fails(deleteAgent, { params: { agent_id: agent.id } }, "forbidden", { as: "member" });
    await service.ok(deleteAgent, { params: { agent_id: agent.id } }, { as: "builder" });

    for (const endpoint of [getAgent, deleteAgent, listAgentRevisions])
      await service.fails(endpoint, { params: { agent_id: agent.id } }, "not_found");
    await service.fails(getRevision, { params: { agent_id: agent.id, build_id: build?.id ?? "" } }, "not_found");
    const listed = await service.ok(listAgents, { params: { teamId: service.teamId }, query: { search: "Doomed" } }, { as: "member" });
    expect(listed).toMatchObject({ agents: [], total: 0 });
    const kept = await service.ok(getRevision, { params: { agent_id: peer.id, build_id: handing.id } });
    expect(kept.build.handover_target_ids).toEqual([]);
    const { rows } = await service.pool.query(
      "select r.status, v.config is not null as readable from runs r join revisions v on v.id = r.build_id where r.id = $1",
      [runId],
    );
    expect(rows).toEqual([{ status: "interrupted", readable: true }]);
    expect((await service.pool.query("select 1 from agent_pins where agent_id = $1", [agent.id])).rowCount).toBe(0);
  });

  test("of two deletions at once one succeeds", async () => {
    const { agent } = await create({ name: "Once" });
    const answers = await Promise.all(Array.from({ length: 5 }, () => service.call(deleteAgent, { params: { agent_id: agent.id } })));
    expect(answers.map((a) => a.status).toSorted()).toEqual([200, 404, 404, 404, 404]);
  });
});
