import { sql } from "drizzle-orm";
import { organizationRoles, type OrganizationRole } from "#contract/roles.ts";
import type { OrganizationMember } from "#contract/teams/organization-members.ts";
import type { Db } from "#server/platform/db/open.ts";
import { byName, found } from "./members.store.ts";

const joined = sql`(select count(*)::int from team_members tm join teams t on t.id = tm.team_id
  where tm.user_id = u.id and t.organization_id = om.organization_id)`;
const selected = sql`select u.id, u.name, u.email, om.role, ${joined} as teams`;
const from = (organizationId: string) =>
  sql`from organization_members om join users u on u.id = om.user_id where om.organization_id = ${organizationId}`;

interface Asked {
  readonly search?: string | undefined;
  readonly role?: OrganizationRole | undefined;
  readonly sort?: "name" | "role" | "teams" | undefined;
  readonly order?: "asc" | "desc" | undefined;
}

/** From the lowest to the highest. */
const ranks = sql.param(organizationRoles.toReversed());
const orders = { name: byName, role: sql`array_position(${ranks}::text[], om.role)`, teams: joined };

function listed(organizationId: string, { search, role, sort = "name", order = "asc" }: Asked) {
  const where = sql`${from(organizationId)} and ${found(search)} and ${role ? sql`om.role = ${role}` : sql`true`}`;
  const way = order === "asc" ? sql`asc` : sql`desc`;
  return { where, ordered: sql`order by ${orders[sort]} ${way}, ${byName}, u.id` };
}

export async function listOrganizationMembers(
  db: Db,
  organizationId: string,
  { limit, offset, ...asked }: Asked & { readonly limit: number; readonly offset: number },
) {
  const { where, ordered } = listed(organizationId, asked);
  const counted = await db.execute<{ total: number }>(sql`select count(*)::int as total ${where}`);
  const { rows } = await db.execute<OrganizationMember & Record<string, unknown>>(
    sql`${selected} ${where} ${ordered} limit ${limit} offset ${offset}`,
  );
  return { members: rows, total: counted.rows[0]?.total ?? 0 };
}

/** Whom a file of the list names, in its order. */
export async function listOrganizationMemberIds(db: Db, organizationId: string, asked: Asked, limit: number): Promise<string[]> {
  const { where, ordered } = listed(organizationId, asked);
  const { rows } = await db.execute<{ id: string }>(sql`select u.id ${where} ${ordered} limit ${limit}`);
  return rows.map(({ id }) => id);
}

export async function readOrganizationMembers(db: Db, organizationId: string, ids: readonly string[]): Promise<OrganizationMember[]> {
  const { rows } = await db.execute<OrganizationMember & Record<string, unknown>>(
    sql`${selected} ${from(organizationId)} and u.id = any(${sql.param(ids)}::uuid[])`,
  );
  return rows;
}

/** Who changes the members of an organization waits here for the one before, until the transaction ends. */
export async function lockOrganization(db: Db, organizationId: string): Promise<void> {
  await db.execute(sql`select from organizations where id = ${organizationId} for no key update`);
}

export async function findOrganizationMember(db: Db, organizationId: string, userId: string): Promise<OrganizationMember | undefined> {
  const { rows } = await db.execute<OrganizationMember & Record<string, unknown>>(
    sql`${selected} ${from(organizationId)} and om.user_id = ${userId}`,
  );
  return rows[0];
}

export async function hasOtherExecutive(db: Db, organizationId: string, userId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from organization_members where organization_id = ${organizationId} and role = 'organization:executive' and user_id <> ${userId} limit 1`);
  return rows.length > 0;
}

export async function setOrganizationRole(db: Db, organizationId: string, userId: string, role: OrganizationRole): Promise<void> {
  await db.execute(sql`update organization_members set role = ${role} where organization_id = ${organizationId} and user_id = ${userId}`);
}

export async function deleteOrganizationMember(db: Db, organizationId: string, userId: string): Promise<void> {
  await db.execute(sql`delete from organization_members where organization_id = ${organizationId} and user_id = ${userId}`);
}

/** The teams of an organization, always in the same order: whoever locks several of them does so in it. */
export async function teamsOf(db: Db, organizationId: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`select id from teams where organization_id = ${organizationId} order by id`);
  return rows.map(({ id }) => id);
}

/** Those of them that somebody joined. */
export async function joinedTeams(db: Db, organizationId: string, userId: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select t.id from teams t join team_members tm on tm.team_id = t.id and tm.user_id = ${userId}
    where t.organization_id = ${organizationId} order by t.id`);
  return rows.map(({ id }) => id);
}
