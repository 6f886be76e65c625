import { atLeast } from "#contract/roles.ts";
import type { Context } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import type { AgentRecord } from "./agents.store.ts";

/** Managers change every agent of their team, Builders the ones they made. Throws 404 for an agent that is gone, 403 otherwise. */
export function requireChange(context: Pick<Context, "caller" | "team">, agent: AgentRecord | undefined): AgentRecord {
  if (!agent) throw refuse("not_found");
  if (!mayChange(context, agent))
    throw refuse("forbidden", "You can change agents that you created. Other agents require the role Manager or higher.");
  return agent;
}

export function mayChange({ caller, team }: Pick<Context, "caller" | "team">, agent: Pick<AgentRecord, "created_by">): boolean {
  const own = agent.created_by === caller.userId && atLeast(team.role, "team:builder");
  return own || atLeast(team.role, "team:manager");
}
