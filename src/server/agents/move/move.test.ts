import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAgentFolder, moveAgentsToFolder } from "#contract/agents/agent-folders.ts";
import { moveAgent } from "#contract/agents/agent-move.ts";
import { getAgent, listAgents } from "#contract/agents/agents.ts";
import { createAutomation } from "#contract/agents/automations.ts";
import { generateRevision } from "#contract/agents/builder-runs.ts";
import { getCodeBlob, putCodeBlob } from "#contract/agents/code-blobs.ts";
import { type Config, ModelStepConfig } from "#contract/agents/config.ts";
import { listAgentMemoryFiles, putAgentMemoryFile } from "#contract/agents/memory.ts";
import { createRevision, getRevision, listAgentRevisions, promoteRevision, updateRevision } from "#contract/agents/revisions.ts";
import { attachRevisionIntegrations, replaceRevisionIntegrationQueues } from "#contract/agents/slots.ts";
import { getRevisionAgreement } from "#contract/connections/agreements.ts";
import { listIntegrations } from "#contract/connections/integrations.ts";
import { attachRevisionSecret, createSecret, listRevisionSecrets } from "#contract/connections/secrets.ts";
import { getFileContent, updateFileContent } from "#contract/library/files.ts";
import { createSkill, listSkills, maxTeamSkills } from "#contract/library/skills.ts";
import { attachQueueJsonSchema, getQueueJsonSchema, replaceQueueJsonSchema } from "#contract/queues/queue-json-schema.ts";
import { createQueue, getQueue } from "#contract/queues/queues.ts";
import { getRunDetails, listTeamRuns, stopRun } from "#contract/runs/runs.ts";
import { agentWith, python, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { miscounted } from "#server/testing/many-runs.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
/** `director` reaches both teams: an administrator of the organization. */
const as = { as: "director" } as const;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

interface Options {
  move_learnings?: boolean;
  bypass_standalone_gate?: boolean;
}
const call = (agent_id: string, options: Options = {}, dry_run: "true" | "false" = "false") => ({
  params: { agent_id },
  query: { dry_run },
  body: { target_team_id: service.neighbourTeamId, ...options },
});
const dryRun = (id: string, options?: Options) => service.ok(moveAgent, call(id, options, "true"), as);
const move = (id: string, options?: Options) => service.ok(moveAgent, call(id, options), as);
const refused = (id: string, code: string, options?: Options) => service.fails(moveAgent, call(id, options, "true"), code, as);
const params = () => ({ teamId: service.teamId });
const there = () => ({ teamId: service.neighbourTeamId });
const putFile = (teamId: string, path: string, content: string) =>
  service.ok(updateFileContent, { params: { teamId, path }, body: { content } }, as);
const totals = async (teamId: string) => (await service.ok(listTeamRuns, { params: { teamId }, query: {} }, as)).total;
/** Makes a revision of an agent work with a queue. */
async function connect(agent: { id: string; buildId: string }, queueId: string): Promise<void> {
  const { integrations } = await service.ok(listIntegrations, { params: params(), query: { type: "case-queue-producer" } });
  const slot = { agent_id: agent.id, build_id: agent.buildId, integration_id: integrations[0]?.id ?? "" };
  await service.ok(attachRevisionIntegrations, { params: slot, body: { integration_ids: [slot.integration_id] } });
  await service.ok(replaceRevisionIntegrationQueues, { params: slot, body: { queue_ids: [queueId] } });
}
const queueCalled = async (name: string, teamId = service.teamId) =>
  (await service.ok(createQueue, { params: { teamId }, body: { name } }, as)).queue.id;

describe("an agent that stands alone", () => {
  test("leaves what people agreed to in the team where they agreed", async () => {
    const { id, buildId } = await agentWith(service, python("print(1)"));
    const place = { agentId: id, buildId };
    const { id: credentialId } = await service.ok(createSecret, { params: params(), body: { name: "Mail", values: { KEY: "x-91/zz" } } });
    await service.ok(attachRevisionSecret, { params: place, body: { credentialId } });
    expect((await service.ok(getRevisionAgreement, { params: place }, as)).others.length).toBe(0);
    const agreed = async () => (await service.pool.query("select from revision_agreements where revision_id = $1", [buildId])).rows.length;
    expect(await agreed()).toBe(1);
    await move(id);
    expect(await agreed()).toBe(0);
    expect(await service.ok(getRevisionAgreement, { params: place }, as)).toMatchObject({ mine: null, others: [] });
  });

  test("is moved with revisions, runs, memory and copies of what it names, as the dry run said", async () => {
    await putFile(service.teamId, "in/terms.md", "Net 30");
    await putFile(service.teamId, "in/both.md", "Ours");
    await putFile(service.neighbourTeamId, "in/both.md", "Theirs");
    const body = { name: "closing-a-month", description: "How a month is closed", content: "# Steps\n" };
    const { skill } = await service.ok(createSkill, { params: params(), body });
    const config: Config = {
      version: "v1",
      data: { model: "scripted", input: "say Done", files: ["in/terms.md", "in/both.md"], skills: [skill.id] },
    };
    const agent = await agentWith(service, config);
    const { folder } = await service.ok(createAgentFolder, { params: params(), body: { name: "Leaving" } });
    await service.ok(moveAgentsToFolder, { params: params(), body: { agent_ids: [agent.id], folder_id: folder.id } });
    const secret = { name: "Bank", values: { BANK_TOKEN: "a-long-enough-value" }, shared: true };
    const { id: credentialId } = await service.ok(createSecret, { params: params(), body: secret });
    const revision = { agentId: agent.id, buildId: agent.buildId };
    await service.ok(attachRevisionSecret, { params: revision, body: { credentialId } });
    const note = { params: { agent_id: agent.id, path: "notes.md" }, body: { content: "Pays late", generation: null } };
    await service.ok(putAgentMemoryFile, note);
    const run = await startRunOf(service, agent.id, {}, { as: "member" });
    await settled(service, run);
    const [ours, theirs] = [await totals(service.teamId), await totals(service.neighbourTeamId)];

    const said = await dryRun(agent.id);
    expect(said).toMatchObject({
      agents: [{ id: agent.id, name: "Agent" }],
      queues: [],
      total_runs: 1,
      skills_to_clone: [{ id: skill.id, name: "closing-a-month" }],
      files_to_copy: [{ path: "in/terms.md" }],
      warnings: {
        outcome: { instances_disconnected: [{ agent_id: agent.id, integration_type: "secret", instance_name: "Bank" }] },
        dropped_folders: [{ id: folder.id, name: "Leaving" }],
        dropped_memory_count: 0,
        files_skipped_conflict: ["in/both.md"],
      },
      applied: false,
    });
    expect((await service.ok(getAgent, { params: { agent_id: agent.id } }, as)).agent.team_id).toBe(service.teamId);
    expect(await move(agent.id)).toEqual({ ...said, applied: true });

    const neighbour = { as: "neighbour" } as const;
    await service.fails(getAgent, { params: { agent_id: agent.id } }, "not_found");
    expect((await service.ok(getAgent, { params: { agent_id: agent.id } }, neighbour)).agent).toMatchObject({
      team_id: service.neighbourTeamId,
      folder_id: null,
    });
    expect((await service.ok(getRunDetails, { params: { run_id: run } }, neighbour)).run.team_id).toBe(service.neighbourTeamId);
    await service.fails(getRunDetails, { params: { run_id: run } }, "not_found");
    expect([await totals(service.teamId), await totals(service.neighbourTeamId)]).toEqual([ours - 1, theirs + 1]);
    expect(await miscounted(service.pool)).toEqual([]);
    expect((await service.ok(listAgentMemoryFiles, { params: { agent_id: agent.id } }, neighbour)).files).toHaveLength(1);
    const content = async (path: string) => (await service.ok(getFileContent, { params: { ...there(), path } }, neighbour)).content;
    expect([await content("in/terms.md"), await content("in/both.md")]).toEqual(["Net 30", "Theirs"]);
    const [copy] = (await service.ok(listSkills, { params: there() }, neighbour)).skills.filter(({ name }) => name === "closing-a-month");
    const { build } = await service.ok(getRevision, { params: { agent_id: agent.id, build_id: agent.buildId } }, neighbour);
    expect(ModelStepConfig.parse(build.config).data.skills).toEqual([copy?.id]);
    expect(copy?.id).not.toBe(skill.id);
    expect(await service.ok(listRevisionSecrets, { params: revision }, neighbour)).toEqual([]);
    const again = await startRunOf({ ...service, teamId: service.neighbourTeamId }, agent.id, {}, neighbour);
    await expect
      .poll(async () => (await service.ok(getRunDetails, { params: { run_id: again } }, neighbour)).run)
      .toMatchObject({ status: "completed", run_number: 2 });
  });

  test("takes the files of its program along, and leaves its memory where that is asked", async () => {
    const text = "print('moved')\n";
    const sha256 = createHash("sha256").update(text).digest("hex");
    await service.ok(putCodeBlob, { params: { ...params(), sha256 }, bytes: text });
    const bundle = { bucket: `team-${service.teamId}`, files: [{ path: "main.py", sha256, sizeBytes: text.length }] };
    const source = { kind: "files" as const, startCommand: "python main.py", bundle };
    const agent = await agentWith(service, { version: "v1", data: { language: "python", source } });
    const note = { params: { agent_id: agent.id, path: "notes.md" }, body: { content: "Pays late", generation: null } };
    await service.ok(putAgentMemoryFile, note);
    const { warnings, options } = await move(agent.id, { move_learnings: false });
    expect([warnings.dropped_memory_count, options.move_learnings]).toEqual([1, false]);
    expect((await service.ok(listAgentMemoryFiles, { params: { agent_id: agent.id } }, as)).files).toEqual([]);
    const { build } = await service.ok(getRevision, { params: { agent_id: agent.id, build_id: agent.buildId } }, as);
    expect(build.config?.data).toMatchObject({ source: { bundle: { bucket: `team-${service.neighbourTeamId}` } } });
    expect((await service.ok(getCodeBlob, { params: { ...there(), sha256 } }, as)).content).toBe(text);
    // The configuration as it is now is one that its team accepts.
    await service.ok(updateRevision, { params: { build_id: agent.buildId }, body: { config: build.config ?? undefined } }, as);
  });

  test("loses what only its history named", async () => {
    const [agent, before] = [await agentWith(service, scripted("say A")), await agentWith(service, scripted("say B"))];
    const body = { name: "Alone", handover_target_ids: [] };
    for (const [one, other] of [
      [agent, before],
      [before, agent],
    ] as const) {
      await service.ok(updateRevision, { params: { build_id: one.buildId }, body: { handoverTargetIds: [other.id] } });
      const { build } = await service.ok(createRevision, { params: { agent_id: one.id }, body });
      await service.ok(promoteRevision, { params: { build_id: build.id }, body: {} });
    }
    expect((await move(agent.id)).agents).toHaveLength(1);
    for (const { id } of [agent, before]) {
      const { builds } = await service.ok(listAgentRevisions, { params: { agent_id: id } }, as);
      expect(builds.map((b) => b.handover_target_ids)).toEqual([[], []]);
    }
  });
});

describe("an agent that hangs together with others", () => {
  test("is moved together with them, cases and all, or not at all", async () => {
    const [root, peer, reader, outsider] = [
      await agentWith(service, scripted("say Root")),
      await agentWith(service, scripted("say Peer")),
      await agentWith(service, scripted("say Reader")),
      await agentWith(service, scripted("say Outsider")),
    ];
    await service.ok(updateRevision, { params: { build_id: peer.buildId }, body: { subAgentIds: [root.id] } });
    const queue = await queueCalled("Moved along");
    await connect(root, queue);
    const schema = { type: "object", properties: { sum: { type: "number" } }, additionalProperties: false } as const;
    const typed = await service.ok(replaceQueueJsonSchema, { params: { queue_id: queue }, body: { schema, change_summary: "Sums" } });
    const left = { params: { queue_id: await queueCalled("Stays") }, body: { family_id: typed.family_id ?? "" } };
    await service.ok(attachQueueJsonSchema, left);
    await service.pool.query(
      "insert into cases (id, queue_id, title, data, state, priority) select gen_random_uuid(), $1, 'Invoice', '{}', 'pending', 0 from generate_series(1, 3)",
      [queue],
    );
    await service.pool.query(
      "insert into case_triggers (id, agent_id, queue_id, user_id, enabled) values (gen_random_uuid(), $1, $2, $3, false)",
      [reader.id, queue, service.ids.owner],
    );
    const { blockers } = (await refused(root.id, "ASSIGNMENT_NOT_STANDALONE")) as unknown as { blockers: { kind: string; id: string }[] };
    expect(new Map(blockers.map(({ id, kind }) => [id, kind]))).toEqual(
      new Map([
        [peer.id, "agent"],
        [reader.id, "agent"],
        [queue, "queue"],
      ]),
    );
    const moved = await move(root.id, { bypass_standalone_gate: true });
    expect(moved.agents[0]?.id).toBe(root.id);
    expect(moved.agents.map(({ id }) => id).toSorted()).toEqual([root.id, peer.id, reader.id].toSorted());
    expect(moved).toMatchObject({ queues: [{ id: queue, name: "Moved along", item_count: 3 }], total_case_items: 3 });
    await service.ok(getQueue, { params: { queue_id: queue } }, { as: "neighbour" });
    // The schema that a queue shares with one that stays goes along as a copy.
    const along = await service.ok(getQueueJsonSchema, { params: { queue_id: queue } }, { as: "neighbour" });
    expect(along).toMatchObject({ schema, version: 1, shared_with: [] });
    expect(along.family_id).not.toBe(typed.family_id);
    expect((await service.ok(getQueueJsonSchema, { params: left.params })).schema_id).toBe(typed.schema_id);
    const { agents } = await service.ok(listAgents, { params: params(), query: { limit: 100 } });
    expect(agents.map(({ id }) => id)).toContain(outsider.id);
    expect(agents.map(({ id }) => id)).not.toContain(peer.id);
    const { rows } = await service.pool.query("select user_id from case_triggers where agent_id = $1", [reader.id]);
    expect(rows).toEqual([{ user_id: service.ids.director }]);
    const { build } = await service.ok(getRevision, { params: { agent_id: peer.id, build_id: peer.buildId } }, as);
    expect(build.sub_agent_ids).toEqual([root.id]);
  });

  test("stays where its automation is", async () => {
    const { agent_id, automation } = await service.ok(createAutomation, { params: params(), body: { name: "Month end" } });
    for (const bypass_standalone_gate of [false, true]) {
      const error = await refused(agent_id, "ASSIGNMENT_NOT_STANDALONE", { bypass_standalone_gate });
      expect(error).toMatchObject({ blockers: [{ kind: "automation", id: automation.id, name: "Month end" }] });
    }
  });
});

describe("a move is refused", () => {
  test("while something is going on", async () => {
    const agent = await agentWith(service, scripted('approve "Go on?"'));
    const run = await startRunOf(service, agent.id);
    expect(await refused(agent.id, "agents_at_work")).toMatchObject({
      active_runs: 1,
      open_generations: 0,
      work: [{ kind: "run", id: run, agent_id: agent.id, name: "Agent, run 1" }],
    });
    await service.ok(stopRun, { params: { run_id: run } });
    const { build } = await service.ok(createRevision, { params: { agent_id: agent.id }, body: { name: "Draft" } });
    await service.ok(generateRevision, { params: { build_id: build.id }, body: { prompt: 'ask "Which tone?"', model: "scripted" } });
    expect(await refused(agent.id, "agents_at_work")).toMatchObject({
      active_runs: 0,
      open_generations: 1,
      work: [{ kind: "generation", id: build.id, agent_id: agent.id, name: `Agent, revision ${build.revision_number}` }],
    });
  });

  test("where the other team has something else of the same name, or no room", async () => {
    const agent = await agentWith(service, scripted("say Hi"));
    await connect(agent, await queueCalled("Named twice"));
    await queueCalled("Named twice", service.neighbourTeamId);
    expect((await refused(agent.id, "name_taken", { bypass_standalone_gate: true })).message).toContain("a queue named “Named twice”");
    const skillIn = async (teamId: string, name: string, content: string) =>
      (await service.ok(createSkill, { params: { teamId }, body: { name, description: "Writes", content } }, as)).skill.id;
    const using = async (id: string) => agentWith(service, { version: "v1", data: { model: "scripted", input: "say Hi", skills: [id] } });
    const writer = await using(await skillIn(service.teamId, "writing", "# Ours\n"));
    const theirs = await skillIn(service.neighbourTeamId, "writing", "# Theirs\n");
    expect((await refused(writer.id, "name_taken")).message).toContain("a different skill named writing");
    // The same to the byte is no other one.
    await service.ok(createSkill, { params: there(), body: { name: "writing", description: "Writes", content: "# Ours\n" } }, as);
    expect((await move(writer.id)).skills_to_clone).toEqual([]);
    const { build } = await service.ok(getRevision, { params: { agent_id: writer.id, build_id: writer.buildId } }, as);
    expect(ModelStepConfig.parse(build.config).data.skills).toEqual([theirs]);
    const last = await using(await skillIn(service.teamId, "one-too-many", "# Ours\n"));
    await service.pool.query(
      "insert into skills (id, team_id, name, description) select gen_random_uuid(), $1, 'filler-' || n, '' from generate_series(1, $2::int) n",
      [service.neighbourTeamId, maxTeamSkills],
    );
    await refused(last.id, "too_many");
    await service.fails(moveAgent, call(last.id), "too_many", as);
    expect((await service.ok(getAgent, { params: { agent_id: last.id } })).agent.team_id).toBe(service.teamId);
  });

  test("to a team that the caller does not manage, to another organization, and to where it is", async () => {
    const agent = await agentWith(service, python("print(1)"));
    await service.fails(moveAgent, call(agent.id), "not_found", { as: "manager" });
    await service.pool.query("insert into team_members (team_id, user_id, role) values ($1, $2, 'team:builder')", [
      service.neighbourTeamId,
      service.ids.manager,
    ]);
    await service.fails(moveAgent, call(agent.id), "forbidden", { as: "manager" });
    const to = async (target_team_id: string, person: "owner" | "director") =>
      (await service.call(moveAgent, { params: { agent_id: agent.id }, body: { target_team_id } }, { as: person })).error;
    expect((await to(service.teamId, "director"))?.message).toContain("already in this team");
    await service.pool.query("insert into team_members (team_id, user_id, role) values ($1, $2, 'team:owner')", [
      service.strangerTeamId,
      service.ids.owner,
    ]);
    expect((await to(service.strangerTeamId, "owner"))?.message).toContain("cannot leave their organization");
  });
});
