import { type Who, isBy } from "#contract/rights.ts";
import { atLeast } from "#contract/roles.ts";

/** Managers see the schedules of everyone in their team. */
export function seesAllSchedules({ role }: Pick<Who, "role">): boolean {
  return atLeast(role, "team:manager");
}

/** Whose schedule it is, and Managers. */
export function mayChangeSchedule({ user_id }: { readonly user_id: string }, who: Who): boolean {
  return isBy(user_id, who) || seesAllSchedules(who);
}
