import { type SQL, sql } from "drizzle-orm";
import { type Access, type Place, placeOf } from "#contract/access.ts";
import type { EndpointSpec } from "#contract/endpoint.ts";
import type { IdKind } from "#contract/ids.ts";
import type { Who } from "#contract/rights.ts";
import { type OrganizationRole, type TeamRole, atLeast, atLeastInOrganization, effectiveRole } from "#contract/roles.ts";
import type { Db, Store } from "#server/platform/db/open.ts";
import type { Caller } from "./context.ts";
import { needsOrganizationRole, needsRole } from "./needs-role.ts";
import { refuse } from "./refusal.ts";

/** How an id of one kind leads to its team. */
export interface Owner {
  /**
   * SQL of at most one row: its `team_id`, and its `owner_id` where things of this kind belong to people. `id` is a parameter or a column,
   * never a value. One query finds thing, team and role, so a foreign id costs and answers what an unknown one does.
   */
  readonly sql: (id: string) => string;
  /** Whether the id is of a thing that comes with the service and is everyone's. */
  readonly common?: (id: string) => boolean;
}

/** What an area says about the ids of its things. */
export type Owners = Partial<Record<IdKind, Owner>>;

/** An endpoint's access, with the way from its input to a team or organization. */
export interface Rule {
  readonly access: Access;
  readonly place: Place | undefined;
  readonly owner: Owner | undefined;
}

/** Throws for an endpoint whose access is decided by an id that no area owns: the service would start without a lock on it. */
export function ruleOf(endpoint: EndpointSpec, owners: Owners): Rule {
  const { access } = endpoint;
  if (access.scope === "public" || access.scope === "self" || access.by === "installation")
    return { access, place: undefined, owner: undefined };
  const place = placeOf(endpoint, access.by);
  const owner = owners[place.kind];
  const leads = access.scope === "organization" ? place.kind === "organization" || place.kind === "team" : owner !== undefined;
  if (!leads) throw new Error(`${endpoint.name}: no area says how the id of a ${place.kind} leads to its ${access.scope}.`);
  return { access, place, owner };
}

export interface TeamAccess {
  readonly id: string;
  readonly role: TeamRole;
}

/** A caller in the team that access led to, as the rules about records ask for them. */
export function whoOf({ caller, team }: { readonly caller: Caller; readonly team: Pick<TeamAccess, "role"> }): Who {
  return { userId: caller.userId, role: team.role };
}

/** What was found behind an id, for one caller. */
export interface Lookup {
  readonly team: TeamAccess | undefined;
  /** It belongs to the caller. */
  readonly own: boolean;
}

type Input = Readonly<Record<"params" | "query" | "body", unknown>>;

/**
 * Applies an endpoint's access rule; `known` is what was already found behind its id. Returns the team it led to, or undefined where it led to
 * none. Throws 401, 403 or 404.
 */
export async function authorize(
  store: Store,
  { access, place, owner }: Rule,
  caller: Caller | undefined,
  input: Input,
  known?: Lookup,
): Promise<TeamAccess | undefined> {
  if (access.scope === "public") return undefined;
  if (!caller) throw refuse("unauthorized");
  if (access.scope === "self") {
    if (access.by === "session" && caller.kind !== "session") throw refuse("session_required");
    return undefined;
  }
  const id = place && idAt(place, input[place.part]);
  if (access.scope === "organization") {
    const of = place?.kind === "team" && id !== undefined ? organizationOf(id) : id === undefined ? undefined : sql`${id}::uuid`;
    await requireOrganization(store.db, of, caller, isSelf(access, caller, input) ? "organization:member" : access.role);
    return undefined;
  }
  if (id === undefined && access.unnamed) return undefined;
  if (!place || !owner || id === undefined) throw refuse("not_found");
  if (owner.common?.(id)) return undefined;
  const { team, own } = known ?? (await look(store, { access, place, owner }, id, caller));
  if (own) return team;
  if (!team) throw refuse("not_found");
  if (!atLeast(team.role, access.role) && !isSelf(access, caller, input)) throw access.or ? refuse("not_found") : needsRole(access.role);
  return team;
}

/** Whether a call is about the caller, where that is enough. A key of one team changes nothing in the organization. */
function isSelf(access: Extract<Access, { self?: string }>, { userId, teamId }: Caller, { params }: Input): boolean {
  if (access.self === undefined || (access.scope === "organization" && teamId !== null)) return false;
  return (params as Readonly<Record<string, unknown>> | undefined)?.[access.self] === userId;
}

/** The id at a place of the input; undefined where there is none. */
export function idAt({ name }: Place, part: unknown): string | undefined {
  return (part as Record<string, string | null> | undefined)?.[name] ?? undefined;
}

/** The organization that a team belongs to. */
function organizationOf(teamId: string): SQL {
  return sql`(select organization_id from teams where id = ${teamId}::uuid)`;
}

/** Throws 404 or 403; always 403 about the installation, which everyone knows. */
async function requireOrganization(db: Db, id: SQL | undefined, caller: Caller, least: OrganizationRole): Promise<void> {
  const role = await organizationRole(db, id, caller);
  if (role && atLeastInOrganization(role, least)) return;
  if (id === undefined)
    throw refuse(
      "forbidden",
      "This needs an administrator of the organization that set up this installation. A key needs access to all teams.",
    );
  if (!role) throw refuse("not_found");
  throw caller.teamId === null
    ? needsOrganizationRole(least)
    : refuse("forbidden", "A key of one team acts for that team only. Use a key of all teams.");
}

/**
 * A caller's role in an organization, or in the one that set the installation up. A key of one team stands for that team: it sees the
 * organization, and changes nothing for the others in it.
 */
async function organizationRole(db: Db, id: SQL | undefined, { userId, teamId }: Caller): Promise<OrganizationRole | undefined> {
  const organization = id ?? sql`(select id from organizations order by created_at, id limit 1)`;
  const { rows } = await db.execute<{ role: OrganizationRole }>(sql`
    select case when ${teamId}::uuid is null then m.role else 'organization:member' end as role from organization_members m
    where m.user_id = ${userId} and m.organization_id = ${organization}
      and (${teamId}::uuid is null
        or exists (select from teams t where t.id = ${teamId}::uuid and t.organization_id = m.organization_id))`);
  return rows[0]?.role;
}

/** Whether somebody runs the installation: as an administrator of its first organization, and not by a key that acts in one team. */
export async function administers(db: Db, caller: Caller): Promise<boolean> {
  const role = await organizationRole(db, undefined, caller);
  return role !== undefined && atLeastInOrganization(role, "organization:admin");
}

/** A rule that leads to a team by an id. */
export type TeamRule = Rule & { readonly access: Extract<Access, { scope: "team" }>; readonly place: Place; readonly owner: Owner };

async function look(store: Store, rule: TeamRule, id: string, caller: Caller): Promise<Lookup> {
  const text = teamSql(rule, "$1", "$2");
  const found = await store.pool.query<TeamRow>({ name: `access-${nameOf(rule)}`, text, values: [id, caller.userId] });
  return lookupOf(found.rows[0], caller);
}

/** Tells the statements of {@link teamSql} apart. */
export function nameOf({ access, place }: TeamRule): string {
  return access.or ? `${place.kind}-or-${access.or}` : place.kind;
}

/** A team and a person's roles in it, as {@link teamSql} finds them. */
export interface TeamRow {
  readonly found_team: string | null;
  readonly own: boolean | null;
  readonly role: TeamRole | null;
  readonly organization_role: OrganizationRole | null;
}

/** Finds the team behind an id and a person's roles there. `id` and `user` are SQL: a parameter or a column, never a value. */
export function teamSql({ access, owner }: TeamRule, id: string, user: string): string {
  return `select t.id as found_team, ${access.or ? `o.owner_id = ${user}` : "false"} as own, tm.role, om.role as organization_role
    from (${owner.sql(id)}) o left join teams t on t.id = o.team_id
    left join team_members tm on tm.team_id = t.id and tm.user_id = ${user}
    left join organization_members om on om.organization_id = t.organization_id and om.user_id = ${user}`;
}

export function lookupOf(row: TeamRow | undefined, caller: Caller): Lookup {
  const outside = caller.teamId !== null && caller.teamId !== row?.found_team;
  if (!row || outside) return { team: undefined, own: false };
  const role = effectiveRole(row.role, row.organization_role);
  return { team: row.found_team !== null && role ? { id: row.found_team, role } : undefined, own: row.own ?? false };
}
