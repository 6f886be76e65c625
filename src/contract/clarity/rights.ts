import { type Who, isBy } from "#contract/rights.ts";
import { atLeast } from "#contract/roles.ts";

/** What decides who may do what with a process. */
export interface Owned {
  readonly user_id: string;
  readonly visibility: "team" | "restricted";
}

/** Members see the processes of their team; a restricted one only its creator and Managers. Clarity Members see what they are asked about. */
export function seesProcess({ user_id, visibility }: Owned, who: Who): boolean {
  return atLeast(who.role, "team:member") && (visibility === "team" || isBy(user_id, who) || atLeast(who.role, "team:manager"));
}

/** Its creator, and Administrators. */
export function deletesProcess({ user_id }: Pick<Owned, "user_id">, who: Who): boolean {
  return isBy(user_id, who) || atLeast(who.role, "team:superadmin");
}

/** Builders; who sees it is for its creator and Managers to say. */
export function restrictsProcess({ user_id }: Pick<Owned, "user_id">, who: Who): boolean {
  return isBy(user_id, who) || atLeast(who.role, "team:manager");
}
