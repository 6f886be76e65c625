import { expect } from "vitest";
import { upsertAgentTrigger } from "#contract/schedules/event-triggers.ts";
import { agentWith, scripted } from "#server/testing/agents.ts";
import type { TestService } from "#server/testing/service.ts";
import { deliver, senderIn } from "#server/testing/webhook-sender.ts";
import { random } from "#server/testing/seed.ts";

/** As many deliveries are on their way at once. */
const lanes = 8;

/** Delivers so many events in any order, each one to five times, to two triggers: each starts one run for each event that its filter lets through. */
export async function deliverOften(service: TestService, count: number): Promise<void> {
  const sender = await senderIn(service);
  const agents = [await agentWith(service, scripted("say Done")), await agentWith(service, scripted("say Done"))];
  const [all, some] = agents.map(({ id }) => id);
  const listens = (agentId = "", filter_config = {}) =>
    service.ok(upsertAgentTrigger, {
      params: { agentId },
      body: { integration_slug: "webhook", trigger_type: "webhook_received", integration_instance_id: sender.source_id, filter_config },
    });
  await listens(all);
  await listens(some, { conditions: [{ path: "data.number", is: "less_than", value: String(count / 10) }] });
  const deliveries = Array.from({ length: count }, (_, n) => Array.from({ length: 1 + (n % 5) }, () => n)).flat();
  for (let i = deliveries.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [deliveries[i], deliveries[j]] = [deliveries[j] ?? 0, deliveries[i] ?? 0];
  }
  const next = deliveries.values();
  const answers = { first: 0, repeated: 0 };
  const lane = async () => {
    for (const n of next) {
      const { status, ok } = await deliver(service, sender, { type: "counted", data: { number: n } }, { id: `event-${n}` });
      expect(status).toBe(202);
      answers[ok?.repeated ? "repeated" : "first"] += 1;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  expect(answers).toEqual({ first: count, repeated: deliveries.length - count });
  const expected = count + Math.ceil(count / 10);
  const started = async () => {
    // A trigger starts 60 runs a minute: minutes pass at once here.
    await service.pool.query("update trigger_matches set started_at = started_at - interval '1 minute' where started_at is not null");
    await service.pool.query("update trigger_matches set next_attempt_at = now() where next_attempt_at > now()");
    const { rows } = await service.pool.query<{ n: number }>("select count(*)::int as n from trigger_matches where outcome = 'started'");
    return rows[0]?.n;
  };
  await expect.poll(started, { timeout: 1_200_000, interval: 500 }).toBe(expected);
  const { rows } = await service.pool.query(
    `select r.agent_id, count(*)::int as runs, count(distinct m.event_id)::int as events from runs r join trigger_matches m on m.run_id = r.id
     where r.agent_id = any($1) group by 1 order by 2 desc`,
    [[all, some]],
  );
  expect(rows).toEqual([
    { agent_id: all, runs: count, events: count },
    { agent_id: some, runs: Math.ceil(count / 10), events: Math.ceil(count / 10) },
  ]);
}
