import { type SQL, sql } from "drizzle-orm";
import { type OrganizationRole, type TeamRole, effectiveRole, inheriting, teamRoles } from "#contract/roles.ts";
import type { Member } from "#contract/teams/members.ts";
import { alphabetical, contains } from "#server/platform/db/letters.ts";
import type { Db } from "#server/platform/db/open.ts";

interface MembersAsked {
  readonly search?: string | undefined;
  readonly role?: TeamRole | undefined;
  readonly sort?: "name" | "role" | undefined;
  readonly order?: "asc" | "desc" | undefined;
}

type MemberRow = Omit<Member, "role"> & { role: TeamRole | null; organizationRole: OrganizationRole | null };

/** A member with the role that the team itself gave; null where it comes from the organization alone. */
export type LockedMember = Member & { readonly own: TeamRole | null; readonly inherited: TeamRole | undefined };

/** Members, and administrators of the organization who open the team without having joined. */
const everybody = (teamId: string) => sql`
  select tm.user_id, tm.role, om.role as organization_role from team_members tm join teams t on t.id = tm.team_id
  left join organization_members om on om.organization_id = t.organization_id and om.user_id = tm.user_id where tm.team_id = ${teamId}
  union all
  select om.user_id, null, om.role from teams t join organization_members om on om.organization_id = t.organization_id
  where t.id = ${teamId} and om.role in ${inheriting}
    and not exists (select 1 from team_members tm where tm.team_id = t.id and tm.user_id = om.user_id)`;

const columns = sql`u.id, u.name, u.email, p.role, p.organization_role as "organizationRole", p.role is null as "inheritedFromOrg"`;

/** Whether a search finds a person `u`. */
export function found(search: string | undefined): SQL {
  return search ? sql`(${contains(sql`u.name`, search)} or ${contains(sql`u.email`, search)})` : sql`true`;
}

export const byName = alphabetical(sql`u.name`);

/** How high a role is, for the store: the one that the team gave or the one of the organization, whichever is higher. */
const height = (role: TeamRole) => teamRoles.length - teamRoles.indexOf(role);
const heights = (roles: readonly [word: string, role: TeamRole][]) =>
  roles.map(([word, role]) => `when '${word}' then ${height(role)}`).join(" ");
const rank = sql.raw(`greatest(
  case p.role ${heights(teamRoles.map((role) => [role, role]))} end,
  case p.organization_role ${heights(inheriting.flatMap((role) => [[role, effectiveRole(null, role) ?? "team:clarity-member"]]))} end)`);
const orders = { name: byName, role: rank };

const peopleOf = (teamId: string) => sql`from (${everybody(teamId)}) p join users u on u.id = p.user_id`;

function listed(teamId: string, { search, role, sort = "name", order = "asc" }: MembersAsked) {
  const where = sql`${peopleOf(teamId)} where ${found(search)} and ${role ? sql`${rank} = ${height(role)}` : sql`true`}`;
  return { where, ordered: sql`order by ${orders[sort]} ${sql.raw(order)}, ${byName}, u.id` };
}

export async function listMembers(
  db: Db,
  teamId: string,
  { limit, offset, ...asked }: MembersAsked & { readonly limit: number; readonly offset: number },
): Promise<{ members: Member[]; total: number }> {
  const { where, ordered } = listed(teamId, asked);
  const counted = await db.execute<{ total: number }>(sql`select count(*)::int as total ${where}`);
  const page = await db.execute<MemberRow & Record<string, unknown>>(
    sql`select ${columns} ${where} ${ordered} limit ${limit} offset ${offset}`,
  );
  return { members: page.rows.flatMap((row) => memberOf(row) ?? []), total: counted.rows[0]?.total ?? 0 };
}

/** Whom a file of the list names, in its order. */
export async function listMemberIds(db: Db, teamId: string, asked: MembersAsked, limit: number): Promise<string[]> {
  const { where, ordered } = listed(teamId, asked);
  const { rows } = await db.execute<{ id: string }>(sql`select u.id ${where} ${ordered} limit ${limit}`);
  return rows.map(({ id }) => id);
}

export async function readMembers(db: Db, teamId: string, ids: readonly string[]): Promise<Member[]> {
  const { rows } = await db.execute<MemberRow & Record<string, unknown>>(
    sql`select ${columns} ${peopleOf(teamId)} where u.id = any(${sql.param(ids)}::uuid[])`,
  );
  return rows.flatMap((row) => memberOf(row) ?? []);
}

function memberOf({ organizationRole, ...row }: MemberRow): Member | undefined {
  const role = effectiveRole(row.role, organizationRole);
  return role && { ...row, role };
}

/** Who changes the members of a team, or adds what it has a limited number of, waits here for the one before, until the transaction ends. */
export async function lockTeam(db: Db, teamId: string): Promise<void> {
  await db.execute(sql`select from teams where id = ${teamId} for no key update`);
}

/** A member of a team that is locked. */
export async function findMember(db: Db, teamId: string, userId: string): Promise<LockedMember | undefined> {
  const { rows } = await db.execute<MemberRow & Record<string, unknown>>(
    sql`select ${columns} from (${everybody(teamId)}) p join users u on u.id = p.user_id where u.id = ${userId}`,
  );
  const [row] = rows;
  const member = row && memberOf(row);
  return member && { ...member, own: row.role, inherited: effectiveRole(null, row.organizationRole) };
}

/** Whether the team has an Owner of its own beside this person. */
export async function hasOtherOwner(db: Db, teamId: string, userId: string): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select from team_members where team_id = ${teamId} and role = 'team:owner' and user_id <> ${userId} limit 1`,
  );
  return rows.length > 0;
}

export async function setRole(db: Db, teamId: string, userId: string, role: TeamRole): Promise<void> {
  await db.execute(sql`update team_members set role = ${role} where team_id = ${teamId} and user_id = ${userId}`);
}

export async function deleteMember(db: Db, teamId: string, userId: string): Promise<void> {
  await db.execute(sql`delete from team_members where team_id = ${teamId} and user_id = ${userId}`);
}
