import { mayChangeAgent } from "#contract/agents/rights.ts";
import { type Who, isBy } from "#contract/rights.ts";
import { atLeast } from "#contract/roles.ts";

/** Stopping and resuming is for the person who started the job, and for Managers. */
export function maySteerJob({ started_by_user_id }: { readonly started_by_user_id: string | null }, who: Who): boolean {
  return atLeast(who.role, "team:manager") || isBy(started_by_user_id, who);
}

/** Managers see what others are asked. */
export function seesAllApprovals({ role }: Pick<Who, "role">): boolean {
  return atLeast(role, "team:manager");
}

/** Who set a trigger up, and everyone who may change its agent. */
export function mayChangeTrigger(
  { user_id, agent }: { readonly user_id: string; readonly agent: Parameters<typeof mayChangeAgent>[0] },
  who: Who,
): boolean {
  return (atLeast(who.role, "team:builder") && isBy(user_id, who)) || mayChangeAgent(agent, who);
}

/** Who is named in a row of an approval, and whom the run acts for. A Manager who sees it decides nothing. */
export function mayDecide(row: { readonly assignee_user_id: string; readonly run_user_id: string | null }, who: Who): boolean {
  return isBy(row.assignee_user_id, who) || isBy(row.run_user_id, who);
}
