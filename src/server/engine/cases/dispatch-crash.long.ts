import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { createAgent } from "#contract/agents/agents.ts";
import { attachRevisionIntegrations, replaceRevisionIntegrationQueues } from "#contract/agents/slots.ts";
import { listIntegrations } from "#contract/connections/integrations.ts";
import { listCaseRuns } from "#contract/queues/case-runs.ts";
import { createAgentCaseTrigger } from "#contract/queues/case-triggers.ts";
import { createCases, getCase } from "#contract/queues/cases.ts";
import { createQueue, getQueue } from "#contract/queues/queues.ts";
import { listTeamRuns } from "#contract/runs/runs.ts";
import { listMyTeams } from "#contract/teams/profile.ts";
import { scripted } from "#server/testing/agents.ts";
import { crashable } from "#server/testing/crash.ts";

const batches = 3;

it("gives each of 300 cases to one run although the service is killed five times on the way", { timeout: 600_000 }, async () => {
  const service = await crashable();
  try {
    const teamId = (await service.call(listMyTeams, {})).teams[0]?.id ?? "";
    const { queue } = await service.call(createQueue, { params: { teamId }, body: { name: "Refunds" } });
    const build = { name: "First", config: scripted("call claim_case {}", 'call update_case {"data": "Seen"}', "call complete_case {}") };
    const made = await service.call(createAgent, { params: { teamId }, body: { name: "Worker", build } });
    const agent_id = made.agent.id;
    const { integrations } = await service.call(listIntegrations, { params: { teamId } });
    const integration_id = integrations.find((one) => one.type === "case-queue-consumer")?.id ?? "";
    const slot = { agent_id, build_id: made.build?.id ?? "" };
    await service.call(attachRevisionIntegrations, { params: slot, body: { integration_ids: [integration_id] } });
    await service.call(replaceRevisionIntegrationQueues, { params: { ...slot, integration_id }, body: { queue_ids: [queue.id] } });
    await service.call(createAgentCaseTrigger, { params: { agent_id }, body: { case_queue_id: queue.id, enabled: true } });
    const params = { queue_id: queue.id };
    const ids: string[] = [];
    for (let i = 0; i < batches; i++) {
      const cases = Array.from({ length: 100 }, (_, n) => ({ title: `Refund ${i * 100 + n}` }));
      ids.push(...(await service.call(createCases, { params, body: { cases } })).added_cases.map((one) => one.id));
    }
    for (let kill = 0; kill < 5; kill++) {
      await sleep(300 + kill * 150);
      await service.killAndRestart();
    }
    const counts = async () => (await service.call(getQueue, { params })).queue.case_counts;
    await expect.poll(counts, { timeout: 240_000 }).toMatchObject({ pending: 0, in_progress: 0, completed: ids.length, failed: 0 });
    expect((await service.call(listTeamRuns, { params: { teamId }, query: { limit: 1 } })).total).toBe(ids.length);
    for (const case_id of ids) {
      expect((await service.call(listCaseRuns, { params: { case_id } })).runs).toHaveLength(1);
      const { events } = await service.call(getCase, { params: { case_id } });
      expect(events.map((event) => event.type)).toEqual(["created", "claimed", "updated", "completed"]);
    }
  } finally {
    await service.close();
  }
});
