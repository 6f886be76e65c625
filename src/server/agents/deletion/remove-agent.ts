import { sql } from "drizzle-orm";
import type { EngineContext } from "#server/engine/engine-port.ts";
import { type AgentRecord, markDeleted } from "#server/agents/agents/agents.store.ts";
import { stopWork } from "#server/runs/jobs/stop-work.ts";
import { removeTriggerOfAgent } from "#server/queues/triggers/case-triggers.store.ts";
import { removeTriggers } from "./remove-triggers.store.ts";
import { removeSchedulesOfAgent } from "#server/schedules/schedules/schedule-rows.store.ts";
import { forgetAgent } from "#server/agents/automations/automations.store.ts";
import { forget } from "#server/agents/memory/memory.store.ts";
import { removePeer } from "#server/agents/revisions/peers.store.ts";

/** Deletes an agent that the caller holds, with everything that leads to it. Its runs are interrupted, soon where there are many, and stay readable. */
export async function removeAgent(context: EngineContext, agent: AgentRecord): Promise<void> {
  const { db, caller, team } = context;
  await markDeleted(db, agent.id, caller.userId);
  await removePeer(db, team.id, agent.id, caller.userId);
  const { id, name } = agent;
  const gone = { kind: "agent_deleted", id, name, agentIds: [id], queueIds: [] } as const;
  await stopWork(context, gone);
  await forget(db, agent.id);
  await removeTriggerOfAgent(db, agent.id);
  await removeSchedulesOfAgent(db, agent.id);
  await removeTriggers(db, sql`t.agent_id = ${agent.id}`, caller.userId, "agent_deleted");
  // Cases that were assigned to it are free now.
  for (const topic of ["case", "queue", "schedule", "event_trigger"] as const) context.changed(topic, "*");
  if (agent.automation_id) await forgetAgent(db, agent.id);
  if (agent.folder_id) context.changed("agent_folder", agent.folder_id);
  if (agent.automation_id) context.changed("automation", agent.automation_id);
}
