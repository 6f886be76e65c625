import { atLeast } from "#contract/roles.ts";
import { agentOf } from "#server/gates/stage/agents.ts";
import { type Stage, roleIn } from "#server/gates/stage/stage.ts";

export const managing = (stage: Stage) => atLeast(roleIn(stage), "team:manager");
/** Whoever may not use the team at all is shown what the Owner has. */
export const author = (stage: Stage) => ({ as: atLeast(roleIn(stage), "team:member") ? stage.as : stage.owner });

export async function revisionOf(stage: Stage): Promise<{ agentId: string; buildId: string }> {
  const agent = await agentOf(stage);
  return { agentId: agent.id, buildId: agent.buildId };
}
