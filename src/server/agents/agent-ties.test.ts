import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listAgentCallers, previewAgentDeletion } from "#contract/agents/agent-ties.ts";
import { setAutomationRevisionQueue } from "#contract/agents/automation-bindings.ts";
import { activateAutomationRevision } from "#contract/agents/automation-revisions.ts";
import { addAutomationQueue, createAutomation } from "#contract/agents/automations.ts";
import { generateRevision } from "#contract/agents/builder-runs.ts";
import { replaceEvalRubrics } from "#contract/agents/eval-rubrics.ts";
import { putAgentMemoryFile } from "#contract/agents/memory.ts";
import { createAgentCaseTrigger } from "#contract/queues/case-triggers.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { getRunDetails } from "#contract/runs/runs.ts";
import { deleteAgent, updateAgent } from "#contract/agents/agents.ts";
import { createRevision, promoteRevision, updateRevision } from "#contract/agents/revisions.ts";
import { agentWith, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { addCases, queueIn } from "#server/testing/cases.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

async function named(name: string) {
  const agent = await agentWith(service, scripted("say Hello"));
  await service.ok(updateAgent, { params: { agent_id: agent.id }, body: { name } });
  return agent;
}
const callers = async (agent_id: string) => {
  const { callers: list, total } = await service.ok(listAgentCallers, { params: { agent_id } }, { as: "member" });
  expect(total).toBe(list.length);
  return list.map(({ agent_name, ways }) => [agent_name, ...ways]);
};

test("the callers of an agent are those whose live revisions name it, by name, with every way", async () => {
  const [target, alpha, beta, gamma] = [await named("Target"), await named("Zulu"), await named("älter"), await named("Beta")];
  expect(await callers(target.id)).toEqual([]);
  const ids = [target.id];
  await service.ok(updateRevision, { params: { build_id: alpha.buildId }, body: { handoverTargetIds: ids, subAgentIds: ids } });
  await service.ok(updateRevision, { params: { build_id: beta.buildId }, body: { handoverTo: target.id } });
  const body = { name: "Draft", sub_agent_ids: ids };
  const { build } = await service.ok(createRevision, { params: { agent_id: gamma.id }, body });
  expect(await callers(target.id)).toEqual([
    ["älter", "handover_to"],
    ["Zulu", "handover_target", "sub_agent"],
  ]);
  await service.ok(promoteRevision, { params: { build_id: build.id }, body: {} });
  await service.ok(deleteAgent, { params: { agent_id: beta.id } });
  expect(await callers(target.id)).toEqual([
    ["Beta", "sub_agent"],
    ["Zulu", "handover_target", "sub_agent"],
  ]);
});

/** How many rows of every table name an agent in a column of that name. */
async function linkedRows(agentId: string): Promise<Record<string, number>> {
  const { rows: tables } = await service.pool.query<{ name: string }>(
    "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'agent_id' order by 1",
  );
  const counts = tables.map(({ name }) => `select '${name}' as name, count(*)::int as rows from "${name}" where agent_id = $1`);
  const { rows } = await service.pool.query<{ name: string; rows: number }>(counts.join(" union all "), [agentId]);
  return Object.fromEntries(rows.map((row) => [row.name, row.rows]));
}

describe("what deleting an agent takes along", () => {
  const preview = (agent_id: string) => service.ok(previewAgentDeletion, { params: { agent_id } });

  test("is counted before, and gone or stopped after", async () => {
    const asked = await agentWith(service, scripted('approve "Really?"'));
    const agent = await agentWith(service, scripted(`call ask_agent {"agent": "${asked.id}", "message": "Do it"}`));
    const caller = await named("Caller");
    await service.ok(updateRevision, { params: { build_id: agent.buildId }, body: { subAgentIds: [asked.id] } });
    await service.ok(updateRevision, { params: { build_id: caller.buildId }, body: { handoverTo: agent.id } });
    const rubric = { title: "Says done", description: "Does it say that the work is done?" };
    await service.ok(replaceEvalRubrics, { params: { agentId: agent.id }, body: { rubrics: [rubric] } });
    const { build } = await service.ok(createRevision, { params: { agent_id: agent.id }, body: { name: "Draft" } });
    await service.ok(generateRevision, { params: { build_id: build.id }, body: { prompt: 'ask "Which tone?"', model: "scripted" } });
    const memory = { params: { agent_id: agent.id, path: "notes.md" }, body: { content: "Net 30", generation: null } };
    await service.ok(putAgentMemoryFile, memory);
    const queue = await queueIn(service);
    const trigger = { case_queue_id: queue, enabled: false };
    await service.ok(createAgentCaseTrigger, { params: { agent_id: agent.id }, body: trigger });
    await addCases(service, queue, { title: "Named" });
    await service.pool.query(
      "update cases set agent_id = $1, state = 'postponed', postponed_to = now() + interval '1 day' where queue_id = $2",
      [agent.id, queue],
    );
    const suggestion = `insert into suggestions (id, agent_id, build_id, rubric_slug, title, description, dedup_key, addition, sources)
      values (gen_random_uuid(), $1, $2, 'slug', 'Say it', 'Why', 'once', 'Say done.', '[]')`;
    await service.pool.query(suggestion, [agent.id, agent.buildId]);
    const runId = await startRunOf(service, agent.id, {}, { as: "member" });
    const childOf = async () => (await service.ok(getRunDetails, { params: { run_id: runId } })).run.children[0]?.id ?? "";
    await expect.poll(childOf, { timeout: 20_000 }).not.toBe("");
    const child = await childOf();
    await settled(service, child, ["waiting"]);
    expect(await preview(agent.id)).toEqual({
      revisions: 2,
      active_runs: 1,
      asked_runs: 1,
      open_generations: 1,
      memory_files: 1,
      rubrics: 1,
      callers: 1,
      suggestions: 1,
      trigger: { queue_id: queue, queue_name: expect.stringMatching(/^Queue /), enabled: false, alone: true },
      assigned_cases: 1,
      automation: null,
    });
    // Another agent that the queue starts: then nothing is left alone.
    const other = await agentWith(service, scripted("call claim_case {}"));
    await service.ok(createAgentCaseTrigger, { params: { agent_id: other.id }, body: { case_queue_id: queue, enabled: true } });
    expect((await preview(agent.id)).trigger).toMatchObject({ enabled: false, alone: false });
    await service.fails(previewAgentDeletion, { params: { agent_id: agent.id } }, "forbidden", { as: "builder" });
    const before = await linkedRows(agent.id);
    await service.ok(deleteAgent, { params: { agent_id: agent.id } });
    await settled(service, runId, ["interrupted"]);
    await settled(service, child, ["interrupted"]);
    await service.fails(previewAgentDeletion, { params: { agent_id: agent.id } }, "not_found");
    // Whatever table lost rows of the agent is one that the preview counts.
    const after = await linkedRows(agent.id);
    const lost = Object.entries(before).flatMap(([table, rows]) =>
      rows > (after[table] ?? 0) ? [[table, rows - (after[table] ?? 0)]] : [],
    );
    expect(Object.fromEntries(lost)).toEqual({ case_triggers: 1, cases: 1, memory_files: 1 });
  });

  test("names the automation whose active revision runs it", async () => {
    const params = { teamId: service.teamId };
    const made = await service.ok(createAutomation, { params, body: { name: "Month end" } });
    const { queue } = await service.ok(createQueue, { params, body: { name: "Invoices" } });
    const automation_id = made.automation.id;
    await service.ok(addAutomationQueue, { params: { automation_id }, body: { case_queue_id: queue.id } });
    const automation = { id: automation_id, name: "Month end", active: false, queues: 0 };
    expect((await preview(made.agent_id)).automation).toEqual(automation);
    const revision = { automation_id, revision_id: made.revision_id };
    await service.ok(setAutomationRevisionQueue, {
      params: { ...revision, case_queue_id: queue.id },
      body: { agent_id: made.agent_id },
    });
    await service.ok(activateAutomationRevision, { params: revision, body: {} });
    expect((await preview(made.agent_id)).automation).toEqual({ ...automation, active: true, queues: 1 });
  });
});
