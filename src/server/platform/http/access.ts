import type { Access, TeamLocator } from "#contract/endpoint.ts";
import { sql } from "drizzle-orm";
import { type OrganizationRole, type TeamRole, atLeast, atLeastInOrganization, organizationRoleNames, roleNames } from "#contract/roles.ts";
import type { Db, Store } from "#server/platform/db/open.ts";
import type { Caller } from "./context.ts";
import { type Refusal, refuse } from "./refusal.ts";

/** How an id leads to its team. One query finds object, team and role, so a foreign id costs and answers what an unknown one does. */
const owners: Record<TeamLocator, (id: string) => string> = {
  teamId: (id) => `select id as team_id from teams where id = ${id}`,
  agent_id: (id) => `select team_id from agents where id = ${id} and deleted_at is null`,
  agentId: (id) => `select team_id from agents where id = ${id} and deleted_at is null`,
  "id:secret": (id) => `select team_id from secrets where id = ${id} and deleted_at is null`,
  "id:suggestion": (id) =>
    `select a.team_id from suggestions s join agents a on a.id = s.agent_id where s.id = ${id} and a.deleted_at is null`,
  "body.agent_id": (id) => `select team_id from agents where id = ${id} and deleted_at is null`,
  build_id: (id) => `select a.team_id from revisions r join agents a on a.id = r.agent_id where r.id = ${id} and a.deleted_at is null`,
  automation_id: (id) => `select team_id from automations where id = ${id} and deleted_at is null`,
  queue_id: (id) => `select team_id from queues where id = ${id} and deleted_at is null`,
  case_id: (id) => `select q.team_id from cases c join queues q on q.id = c.queue_id where c.id = ${id} and q.deleted_at is null`,
  "request_id:approval": (id) => `select q.team_id from case_approvals a join case_approval_batches b on b.id = a.batch_id
    join cases c on c.id = b.case_id join queues q on q.id = c.queue_id where a.id = ${id} and q.deleted_at is null`,
  run_id: (id) => `select team_id from runs where id = ${id}`,
  sandbox_id: (id) => `select team_id from sandboxes where id = ${id}`,
  folder_id: (id) => `select team_id from agent_folders where id = ${id}`,
};

export interface TeamAccess {
  readonly id: string;
  readonly role: TeamRole;
}

/** A team that was looked for, and found or not. */
export interface Lookup {
  readonly team: TeamAccess | undefined;
}

/** Applies an endpoint's access rule; `known` is the team where it was already looked for. Returns the team it led to, or undefined for rules without one. Throws 401, 403 or 404. */
export async function authorize(
  store: Store,
  access: Access,
  caller: Caller | undefined,
  input: { params: unknown; body: unknown },
  known?: Lookup,
): Promise<TeamAccess | undefined> {
  if (access.kind === "public") return undefined;
  if (!caller) throw refuse("unauthorized");
  if (access.kind === "session" && caller.kind !== "session") throw refuse("session_required");
  if (access.kind === "organization") {
    await requireOrganization(store, (input.params as { orgId: string }).orgId, caller, access.role);
    return undefined;
  }
  if (access.kind === "administrator" && !(await administers(store.db, caller)))
    throw refuse(
      "forbidden",
      "This needs an administrator of the organization that set up this installation. A key needs access to all teams.",
    );
  if (access.kind !== "team") return undefined;
  const id = access.by.startsWith("body.")
    ? ((input.body as Record<string, string>)[access.by.slice(5)] ?? "")
    : idInPath(access.by, input.params as Record<string, string>);
  const { team } = known ?? { team: await findTeam(store, access.by, id, caller) };
  if (!team) throw refuse("not_found");
  if (!atLeast(team.role, access.role)) throw tooLow(access.role);
  return team;
}

/** Throws 404 or 403. A key of one team stands for that team: it sees the organization, and changes nothing for the others in it. */
async function requireOrganization(store: Store, id: string, caller: Caller, least: OrganizationRole): Promise<void> {
  const found = await store.pool.query<{ role: OrganizationRole }>({
    name: "access-organization",
    text: `select case when $3::uuid is null then m.role else 'organization:member' end as role from organization_members m
      where m.organization_id = $1 and m.user_id = $2
        and ($3::uuid is null or exists (select from teams t where t.id = $3 and t.organization_id = m.organization_id))`,
    values: [id, caller.userId, caller.teamId],
  });
  const role = found.rows[0]?.role;
  if (!role) throw refuse("not_found");
  if (!atLeastInOrganization(role, least))
    throw refuse("forbidden", `This needs the role ${organizationRoleNames[least]} or higher in the organization.`);
}

/** Whether somebody runs the installation: as an administrator of its first organization, and not by a key that acts in one team. */
export async function administers(db: Db, { userId, teamId }: Caller): Promise<boolean> {
  if (teamId !== null) return false;
  const { rows } = await db.execute(sql`
    select from organization_members where user_id = ${userId} and role <> 'organization:member'
      and organization_id = (select id from organizations order by created_at, id limit 1)`);
  return rows.length > 0;
}

/** The id in an address that a locator names. */
export function idInPath(by: TeamLocator, params: Record<string, string | undefined>): string {
  return params[by.split(":")[0] ?? ""] ?? "";
}

/** The team behind an id and the caller's role in it; undefined when either is missing. */
async function findTeam(store: Store, by: TeamLocator, id: string, caller: Caller): Promise<TeamAccess | undefined> {
  const found = await store.pool.query<TeamRow>({ name: `access-${by}`, text: teamSql(by, "$1", "$2"), values: [id, caller.userId] });
  return accessOf(found.rows[0], caller);
}

/** A team and a person's roles in it, as {@link teamSql} finds them. */
export interface TeamRow {
  readonly found_team: string | null;
  readonly role: TeamRole | null;
  readonly organization_role: OrganizationRole | null;
}

/** Finds the team behind an id and a person's roles there. `id` and `user` are SQL: a parameter or a column, never a value. */
export function teamSql(by: TeamLocator, id: string, user: string): string {
  return `select t.id as found_team, tm.role, om.role as organization_role
    from (${owners[by](id)}) o join teams t on t.id = o.team_id
    left join team_members tm on tm.team_id = t.id and tm.user_id = ${user}
    left join organization_members om on om.organization_id = t.organization_id and om.user_id = ${user}`;
}

export function accessOf(row: TeamRow | undefined, caller: Caller): TeamAccess | undefined {
  if (!row?.found_team || (caller.teamId !== null && caller.teamId !== row.found_team)) return undefined;
  const role = effectiveRole(row.role, row.organization_role);
  return role && { id: row.found_team, role };
}

/** Administrators of an organization open every team of it without joining; whichever role is higher counts. */
export function effectiveRole(team: TeamRole | null, organization: OrganizationRole | null): TeamRole | undefined {
  const inherited: TeamRole | undefined =
    organization === "organization:executive" || organization === "organization:owner"
      ? "team:owner"
      : organization === "organization:admin"
        ? "team:superadmin"
        : undefined;
  if (!team) return inherited;
  return inherited && atLeast(inherited, team) ? inherited : team;
}

export function tooLow(least: TeamRole): Refusal {
  return refuse("forbidden", `This needs the role ${roleNames[least]} or higher in this team.`);
}
