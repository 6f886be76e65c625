import { sql } from "drizzle-orm";
import { hasInAny, managesPlace, seesLandscape, seesProcess, type Standing, standingOf } from "#contract/clarity/rights.ts";
import { type OrganizationRole, type TeamRole, atLeast } from "#contract/roles.ts";
import type { Context } from "#server/platform/http/context.ts";
import { needsOrganizationRole, needsRole } from "#server/platform/http/needs-role.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { listReachableTeams } from "#server/teams/teams/teams.store.ts";
import type { Place } from "./places.store.ts";

/** What somebody may do in an organization's landscape, by their role in it and in its teams. */
export interface Reach extends Standing {
  readonly organizationId: string;
  readonly userId: string;
  /** Administers the organization, and not by a key of one team. */
  readonly administers: boolean;
  /** Roles by the id of the team. */
  readonly roles: ReadonlyMap<string, TeamRole>;
}

export async function reachOf({ db, caller }: Pick<Context, "db" | "caller">, organizationId: string): Promise<Reach> {
  const { rows } = await db.execute<{ role: OrganizationRole }>(
    sql`select role from organization_members where user_id = ${caller.userId} and organization_id = ${organizationId}`,
  );
  const role = rows[0]?.role;
  const teams = (await listReachableTeams(db, caller)).filter((team) => team.organization_id === organizationId);
  // A key of one team changes nothing for the others in the organization.
  return { organizationId, userId: caller.userId, ...standingOf(caller.teamId === null ? role : undefined, teams) };
}

export function seesPlace(reach: Reach, { process }: Pick<Place, "process">): boolean {
  if (process === null) return seesLandscape(reach);
  const role = reach.roles.get(process.team_id);
  return role !== undefined && seesProcess(process, { userId: reach.userId, role });
}

/** Throws 403 for whoever has a lower role in every team. */
export function requireInAny(reach: Reach, least: TeamRole): void {
  if (!hasInAny(reach, least)) throw refuse("forbidden", needsRole(least).message.replace("this team", "one of the teams"));
}

/** Throws 404 for a team that somebody does not see, and 403 where they are no Manager of it. */
export function requireManagerOf({ roles }: Reach, teamId: string): void {
  const role = roles.get(teamId);
  if (!role) throw refuse("not_found");
  if (!atLeast(role, "team:manager")) throw needsRole("team:manager");
}

export function requireAdministrator({ administers }: Reach): void {
  if (!administers) throw needsOrganizationRole("organization:admin");
}

/** Throws 403 with the role that it takes, by the rule of the contract. */
export function requireManaged(reach: Reach, { kind, existence, process }: Pick<Place, "kind" | "existence" | "process">): void {
  if (managesPlace({ kind, existence, teamId: process?.team_id ?? null }, reach)) return;
  if (process) requireManagerOf(reach, process.team_id);
  if (kind === "area" && existence === "active") requireAdministrator(reach);
  requireInAny(reach, "team:manager");
}
