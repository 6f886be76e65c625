import { type TeamRole, atLeast } from "#contract/roles.ts";
import { needsRole } from "#server/platform/http/needs-role.ts";
import type { Context } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { listReachableTeams } from "./teams.store.ts";

type Asked = Pick<Context, "db" | "caller">;

/**
 * The team that a call means whose address names none: the given one, else the first in which the caller has the role. Throws 404 for a team
 * that the caller cannot see and 403 where the role is too low.
 */
export async function teamFor({ db, caller }: Asked, teamId: string | undefined, role: TeamRole = "team:member") {
  const teams = await listReachableTeams(db, caller);
  const team = teamId === undefined ? (teams.find((t) => atLeast(t.role, role)) ?? teams[0]) : teams.find((t) => t.id === teamId);
  if (!team) throw refuse("not_found", teamId === undefined ? "You are not in a team yet." : undefined);
  if (!atLeast(team.role, role)) throw needsRole(role);
  return team;
}
