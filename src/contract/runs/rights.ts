import { type Who, isBy } from "#contract/rights.ts";
import { atLeast } from "#contract/roles.ts";

/** Below Manager people see their own runs only. */
export function seesAllRuns({ role }: Pick<Who, "role">): boolean {
  return atLeast(role, "team:manager");
}

export function mayOpenRun({ user_id }: { readonly user_id: string | null }, who: Who): boolean {
  return seesAllRuns(who) || isBy(user_id, who);
}
