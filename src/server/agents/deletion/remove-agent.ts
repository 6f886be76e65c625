import type { EngineContext } from "#server/engine/engine-port.ts";
import { type AgentRecord, markDeleted } from "#server/agents/agents/agents.store.ts";
import { removeTriggerOfAgent } from "#server/queues/triggers/case-triggers.store.ts";
import { forgetAgent } from "#server/agents/automations/automations.store.ts";
import { forget } from "#server/agents/memory/memory.store.ts";
import { removePeer } from "#server/agents/revisions/revisions.store.ts";

/** Deletes an agent that the caller holds, with everything that leads to it. Its runs are interrupted, soon where there are many, and stay readable. */
export async function removeAgent(context: EngineContext, agent: AgentRecord): Promise<void> {
  const { db, caller, team, engine } = context;
  await markDeleted(db, agent.id, caller.userId);
  await removePeer(db, team.id, agent.id, caller.userId);
  const { id, name } = agent;
  const gone = { kind: "agent_deleted", id, name, teamId: team.id, agentIds: [id], queueIds: [], userId: caller.userId } as const;
  await engine.stopWork(db, gone, context.afterCommit);
  await forget(db, agent.id);
  await removeTriggerOfAgent(db, agent.id);
  // Cases that were assigned to it are free now.
  for (const topic of ["case", "queue"] as const) context.changed(topic, "*");
  if (agent.automation_id) await forgetAgent(db, agent.id);
  if (agent.folder_id) context.changed("agent_folder", agent.folder_id);
  if (agent.automation_id) context.changed("automation", agent.automation_id);
}
