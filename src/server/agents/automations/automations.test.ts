import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAgent, deleteAgent, getAgent, listAgents } from "#contract/agents/agents.ts";
import {
  removeAutomationRevisionAgent,
  setAutomationRevisionAgent,
  setAutomationRevisionQueue,
} from "#contract/agents/automation-bindings.ts";
import { getAutomationCurrent, getAutomationCurrentFlow, getAutomationRevisionFlow } from "#contract/agents/automation-flow.ts";
import {
  activateAutomationRevision,
  createAutomationRevision,
  deleteAutomationRevision,
  getAutomationRevision,
  listAutomationRevisions,
} from "#contract/agents/automation-revisions.ts";
import {
  createAutomation,
  deleteAutomation,
  getAutomation,
  listAutomations,
  restoreAutomation,
  updateAutomation,
} from "#contract/agents/automations.ts";
import {
  addAutomationAgent,
  addAutomationQueue,
  maxMembers,
  removeAutomationAgent,
  removeAutomationQueue,
} from "#contract/agents/automation-members.ts";
import { cancelRevisionGeneration, generateRevision } from "#contract/agents/builder-runs.ts";
import { createRevision, discardRevision, listAgentRevisions, promoteRevision, updateRevision } from "#contract/agents/revisions.ts";
import { attachRevisionIntegrations, replaceRevisionIntegrationQueues } from "#contract/agents/slots.ts";
import { listIntegrations } from "#contract/connections/integrations.ts";
import { createQueue, deleteQueue, getQueue, listQueues, updateQueue } from "#contract/queues/queues.ts";
import { startTeamRun } from "#contract/runs/runs.ts";
import { agentWith, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const team = () => ({ teamId: service.teamId });
const absent = "00000000-0000-7000-8000-000000000000";
let made = 0;

async function queue(automation_id?: string, name = `Queue ${(made += 1)}`): Promise<string> {
  return (await service.ok(createQueue, { params: team(), body: { name, ...(automation_id ? { automation_id } : {}) } })).queue.id;
}

/** An automation of two agents and a queue, with all of it in its draft. */
async function automation() {
  const { automation: record, agent_id, revision_id } = await service.ok(createAutomation, { params: team(), body: { name: "Refunds" } });
  const id = record.id;
  const second = await agentWith(service, scripted('approve "Go on?"'));
  await service.ok(addAutomationAgent, { params: { automation_id: id }, body: { agent_id: second.id } });
  const queueId = await queue(id);
  const draft = { automation_id: id, revision_id };
  await service.ok(setAutomationRevisionAgent, { params: { ...draft, agent_id: second.id }, body: { build_id: second.buildId } });
  await service.ok(setAutomationRevisionQueue, { params: { ...draft, case_queue_id: queueId }, body: { agent_id: second.id } });
  const { builds } = await service.ok(listAgentRevisions, { params: { agent_id } });
  return { id, draft, first: { id: agent_id, buildId: builds[0]?.id ?? "" }, second, queueId };
}
const activate = (params: { automation_id: string; revision_id: string }, body = {}) =>
  service.ok(activateAutomationRevision, { params, body });
/** What an automation runs, by one statement and so at one instant. */
async function stateOf(automationId: string): Promise<string> {
  const { rows } = await service.pool.query<{ state: string }>(
    `select format('%s active, %s live, %s bound and live',
      (select count(*) from automation_revisions where automation_id = $1 and status = 'active'),
      (select count(*) from revisions r join agents a on a.id = r.agent_id where a.automation_id = $1 and r.status = 'live'),
      (select count(*) from automation_revisions v join automation_revision_agents b on b.revision_id = v.id
        join revisions r on r.id = b.build_id and r.status = 'live' where v.automation_id = $1 and v.status = 'active')) as state`,
    [automationId],
  );
  return rows[0]?.state ?? "";
}
const liveOf = async (automation_id: string) =>
  (await service.ok(getAutomationCurrent, { params: { automation_id } })).agents.map((agent) => [agent.id, agent.build_id]);

describe("an automation", () => {
  test("begins with an agent whose first build only a draft binds", async () => {
    const {
      automation: record,
      agent_id,
      revision_id,
    } = await service.ok(createAutomation, { params: team(), body: { name: "Payments" } }, { as: "builder" });
    expect(record).toMatchObject({ name: "Payments", agent_count: 1, queue_count: 0, active_revision_id: null, deleted_at: null });
    const params = { automation_id: record.id };
    const { revision } = await service.ok(getAutomationRevision, { params: { ...params, revision_id } }, { as: "member" });
    expect(revision).toMatchObject({ status: "draft", revision_number: null, created_by_name: "builder", queues: [] });
    expect(revision.agents).toMatchObject([{ agent_id, agent_name: "Payments", build_number: 1, deleted: false }]);
    await service.fails(startTeamRun, { params: team(), body: { agent_id } }, "no_live_revision");
    expect(await liveOf(record.id)).toEqual([[agent_id, null]]);
    const renamed = await service.ok(updateAutomation, { params, body: { name: "Payouts" } }, { as: "builder" });
    expect(renamed.automation.name).toBe("Payouts");
  });

  test("has agents and queues that no other one has", async () => {
    const one = await automation();
    const other = await automation();
    const params = { automation_id: other.id };
    await service.fails(addAutomationAgent, { params, body: { agent_id: one.second.id } }, "in_other_automation");
    await service.fails(addAutomationQueue, { params, body: { case_queue_id: one.queueId } }, "in_other_automation");
    await service.ok(addAutomationAgent, { params, body: { agent_id: other.second.id } });
    const alone = await queue();
    for (let i = 0; i < 2; i++) await service.ok(addAutomationQueue, { params, body: { case_queue_id: alone } });
    const agents = await service.ok(listAgents, { params: team(), query: { automation_id: other.id } });
    expect(agents.agents.map((a) => a.id).toSorted()).toEqual([other.first.id, other.second.id].toSorted());
    expect((await service.ok(listQueues, { params: team(), query: { automation_id: other.id } })).total).toBe(2);
    const draft = { ...other.draft, agent_id: one.second.id };
    await service.fails(setAutomationRevisionAgent, { params: draft, body: { build_id: one.second.buildId } }, "not_a_member");
    await service.fails(setAutomationRevisionQueue, { params: { ...other.draft, case_queue_id: one.queueId }, body: {} }, "not_a_member");
    // The store itself refuses what no handler would write.
    const foreign = service.pool.query(
      "insert into automation_revision_agents (revision_id, automation_id, agent_id, build_id) values ($1, $2, $3, $4)",
      [other.draft.revision_id, other.id, one.second.id, one.second.buildId],
    );
    await expect(foreign).rejects.toThrow(/automation_revision_agents_member/);
  });

  test("takes a bounded number of agents and of queues, however they come", async () => {
    const { id, first, queueId } = await automation();
    const fill = (table: string, columns: string, like: string, count: number) =>
      service.pool.query(
        `insert into ${table} (id, automation_id, ${columns}) select gen_random_uuid(), $1, ${columns}
         from ${table}, generate_series(1, ${count}) where id = $2`,
        [id, like],
      );
    await fill("agents", "team_id, name, type", first.id, maxMembers - 2);
    await fill("queues", "team_id, name", queueId, maxMembers - 1);
    const params = { automation_id: id };
    const { automation: full } = await service.ok(getAutomation, { params });
    expect([full.agent_count, full.queue_count]).toEqual([maxMembers, maxMembers]);
    const late = await agentWith(service, scripted("say Hello"));
    await service.fails(addAutomationAgent, { params, body: { agent_id: late.id } }, "too_many");
    await service.fails(createAgent, { params: team(), body: { name: "Late", automation_id: id } }, "too_many");
    const alone = await queue();
    await service.fails(addAutomationQueue, { params, body: { case_queue_id: alone } }, "too_many");
    await service.fails(createQueue, { params: team(), body: { name: "Late", automation_id: id } }, "too_many");
    await service.ok(addAutomationAgent, { params, body: { agent_id: first.id } });
    await service.ok(deleteQueue, { params: { queue_id: queueId } });
    await service.ok(addAutomationQueue, { params, body: { case_queue_id: alone } });
  });

  test("is found by part of its name", async () => {
    for (const name of ["Österreich 100%", "Österreich 1000"]) await service.ok(createAutomation, { params: team(), body: { name } });
    const found = await service.ok(listAutomations, { params: team(), query: { search: "öster" } });
    expect([found.total, found.automations.map(({ name }) => name)]).toEqual([2, ["Österreich 1000", "Österreich 100%"]]);
    const one = await service.ok(listAutomations, { params: team(), query: { search: "100%" } });
    expect(one.automations.map(({ name }) => name)).toEqual(["Österreich 100%"]);
  });

  test("of ten automations that want an agent at once one gets it", async () => {
    const agent = await agentWith(service, scripted("say Hello"));
    const ids = await Promise.all(
      Array.from(
        { length: 10 },
        async () => (await service.ok(createAutomation, { params: team(), body: { name: "Wants" } })).automation.id,
      ),
    );
    const answers = await Promise.all(
      ids.map((automation_id) => service.call(addAutomationAgent, { params: { automation_id }, body: { agent_id: agent.id } })),
    );
    expect(answers.map((a) => a.status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
  });

  test("is put away with its members and comes back with them", async () => {
    const { id, draft, second, first, queueId } = await automation();
    await activate(draft);
    const gone = await agentWith(service, scripted("say Hello"));
    await service.ok(addAutomationAgent, { params: { automation_id: id }, body: { agent_id: gone.id } });
    await service.ok(deleteAgent, { params: { agent_id: gone.id } });
    const run = await startRunOf(service, second.id);
    await settled(service, run, ["waiting"]);
    await service.ok(deleteAutomation, { params: { automation_id: id } });
    expect((await settled(service, run)).status).toBe("interrupted");
    await service.fails(getAutomation, { params: { automation_id: id } }, "not_found");
    await service.fails(getAgent, { params: { agent_id: first.id } }, "not_found");
    await service.fails(getQueue, { params: { queue_id: queueId } }, "not_found");
    const deleted = await service.ok(listAutomations, { params: team(), query: { deleted: "true" } });
    expect(deleted.automations.find((a) => a.id === id)).toMatchObject({ agent_count: 2, queue_count: 1 });
    const { automation: back } = await service.ok(restoreAutomation, { params: { ...team(), automation_id: id } });
    expect(back).toMatchObject({ agent_count: 2, queue_count: 1, active_revision_number: 1, deleted_at: null });
    await service.ok(getQueue, { params: { queue_id: queueId } });
    await service.fails(getAgent, { params: { agent_id: gone.id } }, "not_found");
    await service.fails(restoreAutomation, { params: { ...team(), automation_id: id } }, "not_found");
  });
});

describe("a revision of an automation", () => {
  test("switches all live builds at once, and back", async () => {
    const { id, draft, first, second, queueId } = await automation();
    const { revision } = await activate(draft, { name: "First", description: "As agreed", repin_pending_cases: true });
    expect(revision).toMatchObject({ status: "active", revision_number: 1, name: "First", description: "As agreed" });
    const before = await liveOf(id);
    expect(before).toEqual(
      expect.arrayContaining([
        [first.id, first.buildId],
        [second.id, second.buildId],
      ]),
    );

    const { build } = await service.ok(createRevision, { params: { agent_id: first.id }, body: { name: "Better" } });
    await service.fails(promoteRevision, { params: { build_id: build.id }, body: {} }, "in_automation");
    const { revision: next } = await service.ok(createAutomationRevision, { params: { automation_id: id }, body: {} });
    expect(next).toMatchObject({ base_revision_id: revision.id, queues: [{ queue_id: queueId, agent_id: second.id, enabled: true }] });
    const params = { automation_id: id, revision_id: next.id };
    await service.ok(setAutomationRevisionAgent, { params: { ...params, agent_id: first.id }, body: { build_id: build.id } });
    const { revision: without } = await service.ok(removeAutomationRevisionAgent, { params: { ...params, agent_id: second.id } });
    expect(without.queues).toMatchObject([{ queue_id: queueId, agent_id: null }]);
    expect(await liveOf(id)).toEqual(before);
    expect((await activate(params)).revision.revision_number).toBe(2);
    expect(await liveOf(id)).toEqual(
      expect.arrayContaining([
        [first.id, build.id],
        [second.id, null],
      ]),
    );

    await service.fails(activateAutomationRevision, { params, body: {} }, "already_live");
    expect((await activate(draft)).revision).toMatchObject({ status: "active", revision_number: 1 });
    expect(await liveOf(id)).toEqual(before);
    const list = await service.ok(listAutomationRevisions, { params: { automation_id: id } });
    expect(list.revisions.map((r) => [r.revision_number, r.status])).toEqual([
      [2, "historic"],
      [1, "active"],
    ]);
  });

  test("is rolled back to with the names of its queues, and leaves runs the build they began with", async () => {
    const { id, draft, second, queueId } = await automation();
    const route = { params: { ...draft, case_queue_id: queueId } };
    await service.ok(setAutomationRevisionQueue, { ...route, body: { name: "Incoming", description: "By post" } });
    await activate(draft, { name: "Post", description: "As agreed" });
    const begun = await startRunOf(service, second.id);
    const { build } = await service.ok(createRevision, { params: { agent_id: second.id }, body: { name: "Hasty" } });
    const { revision } = await service.ok(createAutomationRevision, { params: { automation_id: id }, body: {} });
    const next = { automation_id: id, revision_id: revision.id };
    await service.ok(setAutomationRevisionAgent, { params: { ...next, agent_id: second.id }, body: { build_id: build.id } });
    const hidden = { agent_id: null, enabled: false, name: null, description: null };
    await service.ok(setAutomationRevisionQueue, { params: { ...next, case_queue_id: queueId }, body: hidden });
    await activate(next);
    const queueNow = async () => (await service.ok(getAutomationCurrent, { params: { automation_id: id } })).queues[0];
    expect(await queueNow()).toMatchObject({ agent_id: null, enabled: false, description: null });
    expect((await settled(service, begun, ["waiting"])).build_id).toBe(second.buildId);
    const later = await startRunOf(service, second.id);
    expect((await settled(service, later, ["waiting"])).build_id).toBe(build.id);

    const { revision: back } = await activate(draft, { description: null });
    expect(back).toMatchObject({ revision_number: 1, name: "Post", description: null });
    expect(await queueNow()).toMatchObject({ name: "Incoming", description: "By post", agent_id: second.id, enabled: true });
    const { revision: left } = await service.ok(getAutomationRevision, { params: next });
    expect(left).toMatchObject({ status: "historic", revision_number: 2, queues: [{ queue_id: queueId, ...hidden }] });
  });

  test("decides about a new member from the next activation on", async () => {
    const { id, draft } = await automation();
    await activate(draft);
    const late = await agentWith(service, scripted("say Hello"));
    await service.ok(addAutomationAgent, { params: { automation_id: id }, body: { agent_id: late.id } });
    const live = async () => (await liveOf(id)).find(([agentId]) => agentId === late.id)?.[1];
    expect(await live()).toBe(late.buildId);
    await settled(service, await startRunOf(service, late.id));
    const without = await service.ok(createAutomationRevision, { params: { automation_id: id }, body: {} });
    const bound = await service.ok(createAutomationRevision, { params: { automation_id: id }, body: {} });
    const params = { automation_id: id, revision_id: bound.revision.id };
    await service.ok(setAutomationRevisionAgent, { params: { ...params, agent_id: late.id }, body: { build_id: late.buildId } });
    await activate({ automation_id: id, revision_id: without.revision.id });
    expect(await live()).toBeNull();
    await service.fails(startTeamRun, { params: team(), body: { agent_id: late.id } }, "no_live_revision");
    await service.fails(promoteRevision, { params: { build_id: late.buildId }, body: {} }, "in_automation");
    await activate(params);
    expect(await live()).toBe(late.buildId);
  });

  test("is fixed once it was active", async () => {
    const { draft, first, queueId, id } = await automation();
    await activate(draft);
    const agent = { ...draft, agent_id: first.id };
    await service.fails(setAutomationRevisionAgent, { params: agent, body: { build_id: first.buildId } }, "revision_fixed");
    await service.fails(removeAutomationRevisionAgent, { params: agent }, "revision_fixed");
    await service.fails(setAutomationRevisionQueue, { params: { ...draft, case_queue_id: queueId }, body: {} }, "revision_fixed");
    await service.fails(deleteAutomationRevision, { params: draft }, "revision_fixed");
    const { revision } = await service.ok(createAutomationRevision, { params: { automation_id: id }, body: { name: "Idea" } });
    const params = { automation_id: id, revision_id: revision.id };
    await service.ok(deleteAutomationRevision, { params });
    await service.fails(getAutomationRevision, { params }, "not_found");
  });

  test("fifty activations at once have one active at every instant, whose builds are the live ones", async () => {
    const { id, draft, first } = await automation();
    const revisions = [draft.revision_id];
    for (let i = 0; i < 4; i++) {
      const { build } = await service.ok(createRevision, { params: { agent_id: first.id }, body: { name: `Build ${i}` } });
      const { revision } = await service.ok(createAutomationRevision, {
        params: { automation_id: id },
        body: { base_revision_id: draft.revision_id },
      });
      const params = { automation_id: id, revision_id: revision.id };
      await service.ok(setAutomationRevisionAgent, { params: { ...params, agent_id: first.id }, body: { build_id: build.id } });
      revisions.push(revision.id);
    }
    await activate(draft);
    const seen: string[] = [];
    const stop = new AbortController();
    const watch = (async () => {
      while (!stop.signal.aborted) seen.push(await stateOf(id));
    })();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        service.call(activateAutomationRevision, { params: { automation_id: id, revision_id: revisions[i % 5] ?? "" }, body: {} }),
      ),
    );
    stop.abort();
    await watch;
    // In which order they come decides whether any meets itself.
    expect(["activated", "already_live"]).toEqual(
      expect.arrayContaining(answers.map((a) => a.error?.error ?? (a.status === 200 ? "activated" : a.status))),
    );
    expect(answers.some((a) => a.status === 200)).toBe(true);
    expect(seen.length).toBeGreaterThan(5);
    expect(new Set(seen)).toEqual(new Set(["1 active, 2 live, 2 bound and live"]));
    const { revisions: all } = await service.ok(listAutomationRevisions, { params: { automation_id: id } });
    expect(all.map((r) => r.revision_number)).toEqual([5, 4, 3, 2, 1]);
  });

  test("keeps the builds that it binds, and waits for a decision about what is generated in them", async () => {
    const { id, draft, first } = await automation();
    const { build } = await service.ok(createRevision, { params: { agent_id: first.id }, body: { name: "Better" } });
    const params = { build_id: build.id };
    const bind = (build_id: string) =>
      service.ok(setAutomationRevisionAgent, { params: { ...draft, agent_id: first.id }, body: { build_id } });
    await bind(build.id);
    await service.fails(discardRevision, { params }, "bound_by_draft");
    const { builder_run } = await service.ok(generateRevision, { params, body: { prompt: 'ask "Whom?"' } });
    await service.fails(activateAutomationRevision, { params: draft, body: {} }, "generation_active");
    expect(await stateOf(id)).toBe("0 active, 1 live, 0 bound and live");
    await service.ok(cancelRevisionGeneration, { params, body: { builder_run_id: builder_run.id } });
    await bind(first.buildId);
    await service.ok(discardRevision, { params });
    await activate(draft);
    expect(await stateOf(id)).toBe("1 active, 2 live, 2 bound and live");
  });

  test("names its queues, each differently", async () => {
    const { id, draft, queueId } = await automation();
    const other = await queue(id, "Second");
    const name = async (case_queue_id: string, to: string | null) =>
      service.ok(setAutomationRevisionQueue, { params: { ...draft, case_queue_id }, body: { name: to } });
    await name(other, null);
    await name(queueId, "Second");
    const clash = await service.fails(activateAutomationRevision, { params: draft, body: {} }, "queue_names_clash");
    expect(clash.names).toEqual(["Second"]);
    await name(queueId, "Checked");
    await activate(draft);
    const shown = async (queue_id: string) => (await service.ok(getQueue, { params: { queue_id } })).queue.name;
    expect([await shown(queueId), await shown(other)]).toEqual(["Checked", "Second"]);
    await service.fails(updateQueue, { params: { queue_id: queueId }, body: { name: "Mine" } }, "named_by_revision");
    await service.fails(updateQueue, { params: { queue_id: other }, body: { name: "Checked" } }, "name_taken");
  });

  /** What was written down last of an automation and of what was deleted in it. */
  const recorded = async (...subjects: string[]) => {
    const { rows } = await service.pool.query(
      "select type from (select type, id from events where subject_id = any($1) order by id desc limit 2) e order by type",
      [subjects],
    );
    return rows.map((row) => String(row.type));
  };

  test("forgets members that are deleted, and is activated without them", async () => {
    const { id, draft, first, second, queueId } = await automation();
    await activate(draft);
    const { revision } = await service.ok(createAutomationRevision, { params: { automation_id: id }, body: {} });
    await service.ok(removeAutomationAgent, { params: { automation_id: id, agent_id: second.id } });
    await service.fails(removeAutomationAgent, { params: { automation_id: id, agent_id: second.id } }, "not_found");
    expect(await recorded(id, second.id)).toEqual(["agent.deleted", "automation.updated"]);
    const later = { automation_id: id, revision_id: revision.id };
    const { revision: left } = await service.ok(getAutomationRevision, { params: later });
    expect(left.agents.map((a) => a.agent_id)).toEqual([first.id]);
    expect(left.queues).toMatchObject([{ queue_id: queueId, agent_id: null }]);
    await activate(later);
    const { revision: back } = await activate(draft);
    expect(back.agents.find((a) => a.agent_id === second.id)?.deleted).toBe(true);
    expect(await liveOf(id)).toEqual([[first.id, first.buildId]]);
    await service.ok(removeAutomationQueue, { params: { automation_id: id, case_queue_id: queueId } });
    expect(await recorded(id, queueId)).toEqual(["automation.updated", "queue.deleted"]);
    expect((await service.ok(getAutomation, { params: { automation_id: id } })).automation).toMatchObject({
      agent_count: 1,
      queue_count: 0,
    });
  });

  test("takes only what exists", async () => {
    const { id, draft, first, second, queueId } = await automation();
    const issues = async (error: Promise<{ issues?: { path: (string | number)[] }[] | undefined }>) => (await error).issues?.[0]?.path;
    const agent = { ...draft, agent_id: first.id };
    expect(
      await issues(service.fails(setAutomationRevisionAgent, { params: agent, body: { build_id: second.buildId } }, "invalid_request")),
    ).toEqual(["build_id"]);
    const route = { params: { ...draft, case_queue_id: queueId }, body: { agent_id: absent } };
    expect(await issues(service.fails(setAutomationRevisionQueue, route, "invalid_request"))).toEqual(["agent_id"]);
    const base = { params: { automation_id: id }, body: { base_revision_id: absent } };
    expect(await issues(service.fails(createAutomationRevision, base, "invalid_request"))).toEqual(["base_revision_id"]);
  });

  test("belongs to whoever made the automation", async () => {
    const { id, draft } = await automation();
    await service.fails(activateAutomationRevision, { params: draft, body: {} }, "forbidden", { as: "builder" });
    await service.fails(createAgent, { params: team(), body: { name: "Late", automation_id: id } }, "forbidden", { as: "builder" });
    const { agent, build } = await service.ok(createAgent, {
      params: team(),
      body: { name: "Late", automation_id: id, build: { name: "First", config: scripted("say Hello") } },
    });
    expect([agent.automation_id, build?.status]).toEqual([id, "draft"]);
  });
});

test("the flow shows what runs and what a draft would run, with what lies outside", async () => {
  const { id, draft, first, second, queueId } = await automation();
  const { integrations } = await service.ok(listIntegrations, { params: team(), query: { type: "case-queue-producer" } });
  const integration_id = integrations[0]?.id ?? "";
  const outside = await agentWith(service, scripted("say Hello"));
  const { build } = await service.ok(createRevision, {
    params: { agent_id: first.id },
    body: { name: "Hands over", handover_target_ids: [outside.id, second.id] },
  });
  const slot = { agent_id: first.id, build_id: build.id };
  await service.ok(attachRevisionIntegrations, { params: slot, body: { integration_ids: [integration_id] } });
  await service.ok(replaceRevisionIntegrationQueues, { params: { ...slot, integration_id }, body: { queue_ids: [queueId] } });
  await service.ok(setAutomationRevisionAgent, { params: { ...draft, agent_id: first.id }, body: { build_id: build.id } });
  const drafted = await service.ok(getAutomationRevisionFlow, { params: draft });
  expect(drafted.agents.map((a) => [a.id, a.member]).toSorted()).toEqual(
    [
      [first.id, true],
      [second.id, true],
      [outside.id, false],
    ].toSorted(),
  );
  expect(drafted.queues).toMatchObject([{ id: queueId, enabled: true, member: true }]);
  const edges = [
    { type: "producer", from: first.id, to: queueId, starts: false },
    { type: "consumer", from: queueId, to: second.id, starts: false },
    { type: "handover", from: first.id, to: second.id, starts: false },
    { type: "handover", from: first.id, to: outside.id, starts: false },
  ];
  expect(drafted.edges).toHaveLength(4);
  expect(drafted.edges).toEqual(expect.arrayContaining(edges));
  const now = await service.ok(getAutomationCurrentFlow, { params: { automation_id: id } }, { as: "member" });
  expect(now.edges).toEqual([]);
  await activate(draft);
  expect(await service.ok(getAutomationCurrentFlow, { params: { automation_id: id } })).toEqual(drafted);
});

test("a change of a member is bound in the revision that is worked on", async () => {
  const { automation: record, agent_id, revision_id } = await service.ok(createAutomation, { params: team(), body: { name: "Selected" } });
  const automation_id = record.id;
  const draft = { automation_id, revision_id };
  const boundIn = async (id: string) => {
    const { revision } = await service.ok(getAutomationRevision, { params: { automation_id, revision_id: id } });
    return revision.agents.find((agent) => agent.agent_id === agent_id)?.build_id;
  };
  const write = (selected: string) => ({ params: { agent_id }, body: { name: "Next", selected_automation_revision_id: selected } });
  const { build } = await service.ok(createRevision, write(revision_id));
  expect(await boundIn(revision_id)).toBe(build.id);
  await service.ok(createRevision, write(absent));
  expect(await boundIn(revision_id)).toBe(build.id);

  await activate(draft);
  const { build: second } = await service.ok(createRevision, write(revision_id));
  expect(await boundIn(revision_id)).toBe(build.id);
  const { revisions } = await service.ok(listAutomationRevisions, { params: { automation_id } });
  const further = revisions.find(({ status }) => status === "draft")?.id ?? "";
  expect(await boundIn(further)).toBe(second.id);
  const patch = { params: { build_id: second.id }, body: { revision_name: "Named", selected_automation_revision_id: further } };
  await service.ok(updateRevision, patch);
  await activate({ automation_id, revision_id: further });
  const selected_automation_revision_id = revision_id;
  await service.fails(createRevision, write(revision_id), "revision_fixed");
  await service.fails(updateRevision, { params: { build_id: second.id }, body: { selected_automation_revision_id } }, "revision_fixed");
  const body = { prompt: "say Hello", process_id: absent, insight_index: 0, previous_build_id: second.id, selected_automation_revision_id };
  await service.fails(generateRevision, { params: { build_id: second.id }, body }, "revision_fixed");
  const wrong = { ...body, previous_build_id: absent, selected_automation_revision_id: absent };
  await service.fails(generateRevision, { params: { build_id: second.id }, body: wrong }, "invalid_request");
  await service.ok(generateRevision, { params: { build_id: second.id }, body: { ...wrong, previous_build_id: second.id } });
});
