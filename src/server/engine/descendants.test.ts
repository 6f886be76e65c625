import { afterAll, beforeAll, expect, test } from "vitest";
import { createAgent } from "#contract/agents/agents.ts";
import { updateRevision } from "#contract/agents/revisions.ts";
import type { NotificationType } from "#contract/notifications/notification-words.ts";
import { listNotifications } from "#contract/notifications/notifications.ts";
import { createAgentCaseTrigger, deleteAgentCaseTrigger } from "#contract/queues/case-triggers.ts";
import { updateCase } from "#contract/queues/cases.ts";
import { upsertAgentTrigger } from "#contract/schedules/event-triggers.ts";
import { createSchedule } from "#contract/schedules/schedules.ts";
import { messagesOf, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { attachQueues, caseOf, queueIn } from "#server/testing/cases.ts";
import { comes } from "#server/testing/patience/comes.ts";
import { type TestService, startService } from "#server/testing/service.ts";

const most = 12;
let service: TestService;
beforeAll(async () => void (service = await startService({ env: { RUN_DESCENDANTS: `${most}` } })));
afterAll(() => service.close());

interface Own {
  handoverTargetIds?: string[];
  handoverTo?: string;
  subAgentIds?: string[];
  produces?: string[];
  consumes?: string[];
}
let made = 0;
const nextName = () => `Agent ${(made += 1)}`;
async function agent(name: string, ...steps: string[]): Promise<{ id: string; buildId: string }> {
  const body = { name, build: { name: "First", config: scripted(...steps) } };
  const { agent: created, build } = await service.ok(createAgent, { params: { teamId: service.teamId }, body });
  return { id: created.id, buildId: build?.id ?? "" };
}
async function leads(one: { id: string; buildId: string }, { produces, consumes, ...peers }: Own): Promise<void> {
  await service.ok(updateRevision, { params: { build_id: one.buildId }, body: peers });
  if (produces || consumes)
    await attachQueues(service.ok, service.teamId, one, { ...(produces && { produces }), ...(consumes && { consumes }) });
}
const pair = async (first: (other: string) => string[], second: (other: string) => string[]) => {
  const names = [nextName(), nextName()] as const;
  return [await agent(names[0], ...first(names[1])), await agent(names[1], ...second(names[0]))] as const;
};
const listens = (agentId: string, integration_slug: "runs" | "cases" | "team-files", trigger_type: string, enabled = true) =>
  service.ok(upsertAgentTrigger, { params: { agentId }, body: { integration_slug, trigger_type, enabled } as never });
const takes = async (agent_id: string, case_queue_id: string) =>
  (await service.ok(createAgentCaseTrigger, { params: { agent_id }, body: { case_queue_id, enabled: true } })).case_trigger.id;
const handOver = (to: string) => `call request_handover {"agent": "${to}", "message": "Go on"}`;
const ask = (to: string) => `call ask_agent {"agent": "${to}", "message": "Go on"}`;
const add = (n: number) => `call add_cases {"cases": ${JSON.stringify(Array.from({ length: n }, () => ({ title: "More" })))}}`;
const times = (n: number, step: string) => Array.from({ length: n }, () => step);

const toldOf = async (agentRunId: string) => {
  const query = { agentRunId, type: "job_issue" satisfies NotificationType } as const;
  return (await service.ok(listNotifications, { params: { teamId: service.teamId }, query })).notifications;
};

/** Waits until nothing more comes of a run. */
async function ends(root: string): Promise<void> {
  await comes(`The end of what follows from ${root}`, async () => {
    const { rows } = await service.pool.query<{ told: boolean; left: number }>(
      `select exists (select from run_descendants where run_id = $1 and told_at is not null) as told,
         (select count(*)::int from runs where status in ('pending', 'starting', 'running'))
         + (select count(*)::int from trigger_matches where next_attempt_at is not null)
         + (select count(*)::int from trigger_events where matched_at is null)
         + (select count(*)::int from cases where state = 'pending') as left`,
      [root],
    );
    return rows[0]?.told && rows[0].left === 0 ? true : undefined;
  });
  const { rows } = await service.pool.query("select count(*)::int as runs from runs where root_run_id = $1", [root]);
  expect(rows).toEqual([{ runs: most }]);
  const told = await comes("The notification", async () => {
    const found = await toldOf(root);
    return found.length > 0 ? found : undefined;
  });
  expect(told.map(({ title, occurrences }) => [title.replace(/^.*: /, ""), occurrences])).toEqual([
    [`${most} runs followed from run 1`, 1],
  ]);
}

test("agents that hand over to each other", async () => {
  const [a, b] = await pair(
    (other) => [handOver(other), "say {{last}}"],
    (other) => [handOver(other), "say {{last}}"],
  );
  await leads(a, { handoverTargetIds: [b.id] });
  await leads(b, { handoverTargetIds: [a.id] });
  const root = await startRunOf(service, a.id);
  await ends(root);
  const { rows } = await service.pool.query(
    "select id from runs where root_run_id = $1 order by created_at desc, run_number desc limit 1",
    [root],
  );
  const words = (await messagesOf(service, rows[0].id)).map((message) => message.text_content ?? "");
  expect(words.at(-2)).toMatch(/^12 runs have already followed from run 1 of Agent \d+\. No more start without a person\.$/);
});

test("agents whose revisions say that the other comes next", async () => {
  const [a, b] = await pair(
    () => ["say Ping"],
    () => ["say Pong"],
  );
  await leads(a, { handoverTo: b.id });
  await leads(b, { handoverTo: a.id });
  await ends(await startRunOf(service, a.id));
});

test("one agent that asks another very often", async () => {
  const [a, b] = await pair(
    (other) => [...times(most + 3, ask(other)), "say Done"],
    () => ["say Answer"],
  );
  await leads(a, { subAgentIds: [b.id] });
  const root = await startRunOf(service, a.id);
  await ends(root);
  expect((await settled(service, root)).status).toBe("completed");
});

test("agents that ask agents", async () => {
  const leaf = nextName();
  const c = await agent(leaf, "say Answer");
  const [a, b] = await pair(
    (other) => [...times(4, ask(other)), "say Done"],
    () => [...times(4, ask(leaf)), "say Done"],
  );
  await leads(a, { subAgentIds: [b.id] });
  await leads(b, { subAgentIds: [c.id] });
  await ends(await startRunOf(service, a.id));
});

test.each([3, 8])("%i agents that start when a run completes", async (count) => {
  const agents = await Promise.all(Array.from({ length: count }, () => agent(nextName(), "say Done")));
  for (const { id } of agents) await listens(id, "runs", "run_completed");
  const { id } = await agent(nextName(), "say First");
  await ends(await startRunOf(service, id));
  for (const one of agents) await listens(one.id, "runs", "run_completed", false);
});

test("an agent that adds cases to the queue that starts it, whose rest a person can open again", async () => {
  const queue = await queueIn(service);
  const one = await agent(nextName(), add(3), "call claim_case {}", "call complete_case {}", "say Done");
  await leads(one, { produces: [queue], consumes: [queue] });
  const trigger_id = await takes(one.id, queue);
  const first = await agent(nextName(), add(3), "say Done");
  await leads(first, { produces: [queue] });
  await ends(await startRunOf(service, first.id));
  await service.ok(deleteAgentCaseTrigger, { params: { agent_id: one.id, trigger_id } });
  const { rows } = await service.pool.query("select id from cases where queue_id = $1 and state = 'failed'", [queue]);
  expect((await caseOf(service, rows[0].id)).case.failure_reason).toMatch(/^12 runs have already followed from run 1 of /);
  const done = await agent(nextName(), "call claim_case {}", "call complete_case {}");
  await leads(done, { consumes: [queue] });
  const second = await takes(done.id, queue);
  await service.ok(updateCase, { params: { case_id: rows[0].id }, body: { status: "pending" } });
  await expect.poll(async () => (await caseOf(service, rows[0].id)).case.status).toBe("completed");
  await service.ok(deleteAgentCaseTrigger, { params: { agent_id: done.id, trigger_id: second } });
});

test("agents that hand a case over to each other", async () => {
  const queue = await queueIn(service);
  const [a, b] = await pair(
    (other) => ["call claim_case {}", handOver(other)],
    (other) => ["call claim_case {}", handOver(other)],
  );
  await leads(a, { handoverTargetIds: [b.id], consumes: [queue] });
  await leads(b, { handoverTargetIds: [a.id], consumes: [queue] });
  const first = await agent(nextName(), add(1), "say Done");
  await leads(first, { produces: [queue] });
  const trigger_id = await takes(a.id, queue);
  await ends(await startRunOf(service, first.id));
  await service.ok(deleteAgentCaseTrigger, { params: { agent_id: a.id, trigger_id } });
});

test("agents that write files that start the other", async () => {
  const write = (path: string) => [`call write_file {"path": "${path}-{{run_number}}", "content": "{{message}}"}`, "say Done"];
  const agents = await Promise.all(Array.from({ length: 4 }, (_, i) => agent(nextName(), ...write(`loop/${i}`))));
  for (const { id } of agents) {
    await listens(id, "team-files", "file_added");
    await service.ok(upsertAgentTrigger, {
      params: { agentId: id },
      body: { integration_slug: "runs", trigger_type: "run_completed" },
    });
  }
  await ends(await startRunOf(service, agents[0]?.id ?? ""));
  for (const { id } of agents) {
    await listens(id, "team-files", "file_added", false);
    await listens(id, "runs", "run_completed", false);
  }
});

test("a due time that leads to cases, events and handovers", async () => {
  const queue = await queueIn(service);
  const [a, b] = await pair(
    () => [add(4), "say Done"],
    () => ["call claim_case {}", "call complete_case {}", "say Done"],
  );
  const next = await agent(nextName(), "say Next");
  const listener = await agent(nextName(), "say Heard");
  await leads(a, { produces: [queue], handoverTo: next.id });
  await leads(b, { consumes: [queue], handoverTo: next.id });
  const trigger_id = await takes(b.id, queue);
  await listens(listener.id, "runs", "run_completed");
  const timing = { enabled: true, frequency: "daily", time: "09:00", timezone: "UTC" } as const;
  const { id: schedule_id } = await service.ok(createSchedule, { params: { agent_id: a.id }, body: timing });
  await service.pool.query("update schedules set next_fire_at = now() where id = $1", [schedule_id]);
  const root = await comes("The due time", async () => {
    const { rows } = await service.pool.query<{ run_id: string }>("select run_id from schedule_firings where schedule_id = $1", [
      schedule_id,
    ]);
    return rows[0]?.run_id;
  });
  await ends(root);
  await service.ok(deleteAgentCaseTrigger, { params: { agent_id: b.id, trigger_id } });
  await listens(listener.id, "runs", "run_completed", false);
});
