import { eq, sql } from "drizzle-orm";
import { type OrganizationRole, type TeamRole, effectiveRole } from "#contract/roles.ts";
import type { OrganizationTeam } from "#contract/teams/organization-teams.ts";
import { newId, withInstants } from "#server/platform/db/columns.ts";
import { alphabetical, contains } from "#server/platform/db/letters.ts";
import type { Db } from "#server/platform/db/open.ts";
import { organizations, teamMembers, teams } from "#server/teams/teams.table.ts";

interface Asked {
  readonly search?: string | undefined;
  readonly sort?: "createdAt" | "name" | undefined;
  readonly limit: number;
  readonly offset: number;
}

type Row = Omit<OrganizationTeam, "userRole"> & { own: TeamRole | null; organizationRole: OrganizationRole | null };

export async function listOrganizationTeams(
  db: Db,
  organizationId: string,
  userId: string,
  { search, sort, limit, offset }: Asked,
): Promise<{ teams: OrganizationTeam[]; total: number }> {
  const named = search ? contains(sql`t.name`, search) : sql`true`;
  const where = sql`from teams t where t.organization_id = ${organizationId} and ${named}`;
  const counted = await db.execute<{ total: number }>(sql`select count(*)::int as total ${where}`);
  const order = sort === "name" ? sql`${alphabetical(sql`t.name`)}, t.id` : sql`t.created_at desc, t.id desc`;
  const page = sql`select t.* ${where} order by ${order} limit ${limit} offset ${offset}`;
  const { rows } = await db.execute<Row & Record<string, unknown>>(sql`
    select t.id, t.name, t.created_at as "createdAt", t.discovery_mode as "discoveryMode",
      (select count(*)::int from team_members m where m.team_id = t.id) as "memberCount",
      (select count(*)::int from invitations i where i.team_id = t.id and i.accepted_at is null) as "pendingInvitationCount",
      (select count(*)::int from join_requests r where r.team_id = t.id) as "pendingJoinRequestCount",
      tm.role is not null as "userIsMember", tm.role as own, om.role as "organizationRole",
      exists (select from join_requests r where r.team_id = t.id and r.user_id = ${userId}) as "userHasPendingJoinRequest",
      (select count(*)::int from agents a where a.team_id = t.id and a.deleted_at is null) as "assignmentCount",
      (select coalesce(sum(n), 0)::int from run_counts c where c.scope = t.id::text) as "jobCount",
      (select count(*)::int from schedules s join agents a on a.id = s.agent_id
        where a.team_id = t.id and a.deleted_at is null and s.enabled) as "scheduledJobCount"
    from (${page}) t left join team_members tm on tm.team_id = t.id and tm.user_id = ${userId}
    left join organization_members om on om.organization_id = t.organization_id and om.user_id = ${userId}
    order by ${order}`);
  const found = rows.map(({ own, organizationRole, ...row }) => ({
    ...withInstants(row, "createdAt"),
    userRole: effectiveRole(own, organizationRole) ?? null,
  }));
  return { teams: found, total: counted.rows[0]?.total ?? 0 };
}

/** For the organization and all of its teams: people see one answer wherever they ask. */
export async function setDiscovery(db: Db, organizationId: string, mode: OrganizationTeam["discoveryMode"]): Promise<void> {
  await db.update(organizations).set({ discovery_mode: mode }).where(eq(organizations.id, organizationId));
  await db.update(teams).set({ discovery_mode: mode }).where(eq(teams.organization_id, organizationId));
}

/** A team whose Owner is the one who made it, joined as the organization says. */
export async function insertTeam(db: Db, organization_id: string, name: string, ownerId: string): Promise<string> {
  const id = newId();
  const mode = db.select({ mode: organizations.discovery_mode }).from(organizations).where(eq(organizations.id, organization_id));
  await db.insert(teams).values({ id, organization_id, name, discovery_mode: sql`(${mode})` });
  await db.insert(teamMembers).values({ team_id: id, user_id: ownerId, role: "team:owner" });
  return id;
}
