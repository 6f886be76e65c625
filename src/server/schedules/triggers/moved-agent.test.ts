import { afterAll, beforeAll, expect, test } from "vitest";
import { moveAgent } from "#contract/agents/agent-move.ts";
import { listAuditEntries } from "#contract/audit/audit.ts";
import { listTriggerMatches, upsertAgentTrigger } from "#contract/schedules/event-triggers.ts";
import { agentWith, scripted } from "#server/testing/agents.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { deliver, senderIn } from "#server/testing/webhook-sender.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

test("an agent that moves between an event and its run starts it in neither team, and the team that it leaves finds why", async () => {
  const { id: agentId } = await agentWith(service, scripted("say Done"));
  const sender = await senderIn(service);
  const body = { integration_slug: "webhook", trigger_type: "webhook_received", integration_instance_id: sender.source_id } as const;
  const { id: trigger_id } = await service.ok(upsertAgentTrigger, { params: { agentId }, body });
  const move = (dry_run: "true" | "false") => {
    const input = { params: { agent_id: agentId }, query: { dry_run }, body: { target_team_id: service.neighbourTeamId } } as const;
    return service.ok(moveAgent, input, { as: "director" });
  };
  expect((await move("true")).warnings.dropped_event_triggers_count).toBe(1);

  // Whoever has the trigger's row keeps its runs from starting, and the move from deleting it.
  const holder = await service.pool.connect();
  try {
    await holder.query("begin");
    await holder.query("select from event_triggers where id = $1 for no key update", [trigger_id]);
    await deliver(service, sender, { type: "refund.asked" });
    const matches = () => service.ok(listTriggerMatches, { params: { agentId, trigger_id }, query: {} });
    await expect.poll(async () => (await matches()).matches.map(({ outcome }) => outcome)).toEqual(["waiting"]);
    const moving = move("false");
    const waits = "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%delete from event_triggers%'";
    await expect.poll(async () => (await service.pool.query(waits)).rowCount).toBe(1);
    await holder.query("commit");
    await moving;
  } finally {
    holder.release();
  }

  const { rows } = await service.pool.query("select count(*)::int as runs from runs where agent_id = $1", [agentId]);
  expect(rows).toEqual([{ runs: 0 }]);
  const read = { params: { orgId: service.organizationId }, query: { object_id: trigger_id } };
  const newest = async () => (await service.ok(listAuditEntries, read, { as: "director" })).entries[0];
  await expect.poll(async () => (await newest())?.type).toBe("event_trigger.deleted");
  const facts = { agent_id: agentId, reason: "agent_moved", dropped_events: 1 };
  expect(await newest()).toMatchObject({ team_id: service.teamId, facts });
});
