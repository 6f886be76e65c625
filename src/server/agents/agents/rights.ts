import { mayChangeAgent } from "#contract/agents/rights.ts";
import { whoOf } from "#server/platform/http/access.ts";
import type { Context } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import type { AgentRecord } from "./agents.store.ts";

/** Throws 404 for an agent that is gone, and 403 for one that the caller may not change. */
export function requireChange(context: Pick<Context, "caller" | "team">, agent: AgentRecord | undefined): AgentRecord {
  if (!agent) throw refuse("not_found");
  if (!mayChangeAgent(agent, whoOf(context)))
    throw refuse("forbidden", "You can change agents that you created. Other agents require the role Manager or higher.");
  return agent;
}
