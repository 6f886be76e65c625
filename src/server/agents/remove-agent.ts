import type { Context } from "#server/http/context.ts";
import { type AgentRecord, markDeleted } from "./agents.store.ts";
import { forgetAgentInQueues } from "#server/queues/case-triggers.store.ts";
import { forgetAgent } from "./automations.store.ts";
import { forget } from "./memory.store.ts";
import { removePeer } from "./revisions.store.ts";

/** Deletes an agent that the caller holds, with everything that leads to it. Its runs are interrupted, soon where there are many, and stay readable. */
export async function removeAgent(context: Context, agent: AgentRecord): Promise<void> {
  const { db, caller, team, engine, live } = context;
  await markDeleted(db, agent.id, caller.userId);
  await removePeer(db, team.id, agent.id, caller.userId);
  const { id, name } = agent;
  const gone = { kind: "agent_deleted", id, name, teamId: team.id, agentIds: [id], queueIds: [], userId: caller.userId } as const;
  await engine.stopWork(db, gone, context.afterCommit);
  await forget(db, agent.id);
  await forgetAgentInQueues(db, agent.id);
  if (agent.automation_id) await forgetAgent(db, agent.id);
  context.afterCommit(() => {
    live.publish({ teamId: team.id, topic: "agent", id: agent.id });
    // Others named it until now.
    live.publish({ teamId: team.id, topic: "revision", id: agent.id });
    if (agent.folder_id) live.publish({ teamId: team.id, topic: "agent_folder", id: agent.id });
    if (agent.automation_id) live.publish({ teamId: team.id, topic: "automation", id: agent.automation_id });
  });
}
