import { atLeast } from "#contract/roles.ts";
import type { Context } from "#server/platform/http/context.ts";
import { invalid, refuse } from "#server/platform/http/refusal.ts";
import { listReachableTeams } from "#server/teams/teams/teams.store.ts";

/** The team that a call names, or the caller's only one. Throws where the caller has to name it. */
export async function teamOfCall(context: Context): Promise<Context["team"]> {
  const { db, caller, team: named } = context as Pick<Context, "db" | "caller"> & { readonly team: Context["team"] | undefined };
  if (named) return named;
  const teams = (await listReachableTeams(db, caller)).filter(({ role }) => atLeast(role, "team:member"));
  const [only] = teams;
  if (!only) throw refuse("forbidden");
  if (teams.length > 1) throw invalid(["team_id"], "Name the team: you are in several");
  return { id: only.id, role: only.role };
}
