import { and, asc, eq, inArray, isNotNull, or, sql } from "drizzle-orm";
import { type TeamRole, effectiveRole, inheriting } from "#contract/roles.ts";
import type { Team } from "#contract/teams/profile.ts";
import type { Session } from "#contract/teams/session.ts";
import type { Db } from "#server/platform/db/open.ts";
import { organizationMembers, organizations, teamMembers, teams, users } from "#server/teams/teams.table.ts";

/** A key for one team reaches no other; a person or a key for all teams leaves `teamId` null. */
export interface Reach {
  readonly userId: string;
  readonly teamId: string | null;
}

/** The teams that somebody can act in with their role there, oldest first. */
export async function listReachableTeams(db: Db, { userId, teamId }: Reach): Promise<Session["teams"]> {
  const rows = await db
    .select({
      id: teams.id,
      name: teams.name,
      organization_id: teams.organization_id,
      role: teamMembers.role,
      organizationRole: organizationMembers.role,
    })
    .from(teams)
    .leftJoin(teamMembers, and(eq(teamMembers.team_id, teams.id), eq(teamMembers.user_id, userId)))
    .leftJoin(
      organizationMembers,
      and(eq(organizationMembers.organization_id, teams.organization_id), eq(organizationMembers.user_id, userId)),
    )
    .where(
      and(
        or(isNotNull(teamMembers.role), inArray(organizationMembers.role, inheriting)),
        teamId === null ? undefined : eq(teams.id, teamId),
      ),
    )
    .orderBy(asc(teams.created_at), asc(teams.id));
  return rows.flatMap(({ role, organizationRole, ...team }) => {
    const effective = effectiveRole(role, organizationRole);
    return effective ? [{ ...team, role: effective }] : [];
  });
}

/** The role of a person in a team; undefined when they have none or there is no such team. */
export async function findRole(db: Db, userId: string, teamId: string): Promise<TeamRole | undefined> {
  return (await listReachableTeams(db, { userId, teamId }))[0]?.role;
}

/** The organizations of a person, oldest first; for a key of one team only that team's. */
export async function listOrganizations(db: Db, { userId, teamId }: Reach) {
  return db
    .select({
      id: organizations.id,
      name: organizations.name,
      discoveryMode: organizations.discovery_mode,
      createdAt: organizations.created_at,
      role: organizationMembers.role,
      memberCount: sql<number>`(select count(*)::int from ${organizationMembers} m where m.organization_id = ${organizations.id})`,
    })
    .from(organizationMembers)
    .innerJoin(organizations, eq(organizations.id, organizationMembers.organization_id))
    .where(
      and(
        eq(organizationMembers.user_id, userId),
        teamId === null
          ? undefined
          : inArray(organizations.id, db.select({ id: teams.organization_id }).from(teams).where(eq(teams.id, teamId))),
      ),
    )
    .orderBy(asc(organizations.created_at), asc(organizations.id));
}

export async function findTeamRecord(db: Db, teamId: string): Promise<Team | undefined> {
  const [team] = await db
    .select({
      id: teams.id,
      name: teams.name,
      created_at: teams.created_at,
      organization_id: teams.organization_id,
      discovery_mode: teams.discovery_mode,
    })
    .from(teams)
    .where(eq(teams.id, teamId));
  return team && { ...team, slack_team_id: null };
}

export async function findPerson(db: Db, userId: string) {
  const [person] = await db
    .select({ id: users.id, name: users.name, email: users.email, secondFactor: users.twoFactorEnabled })
    .from(users)
    .where(eq(users.id, userId));
  return person;
}

export async function renamePerson(db: Db, userId: string, name: string, now: Date): Promise<void> {
  await db.update(users).set({ name, updatedAt: now }).where(eq(users.id, userId));
}
