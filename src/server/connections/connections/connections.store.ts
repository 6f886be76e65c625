import { and, count, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Connection } from "#contract/connections/connections.ts";
import { looksOf } from "#server/connections/looks/looks-of.ts";
import { anyOf } from "#server/platform/db/any-of.ts";
import { newId } from "#server/platform/db/columns.ts";
import { lowered } from "#server/platform/db/letters.ts";
import type { Db } from "#server/platform/db/open.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";
import { pauseWithout } from "#server/agents/deletion/pause-without.store.ts";
import { removeTriggers } from "#server/agents/deletion/remove-triggers.store.ts";
import { removeGrants } from "#server/connections/grants/grants.store.ts";
import { grantedTo, serves } from "#server/connections/grants/serves.ts";
import { connections } from "./connections.table.ts";
import { agentUses } from "./uses.store.ts";

export type ConnectionRecord = typeof connections.$inferSelect;

/** What one team sees of it beside its row. */
type Uses = Pick<Connection, "live_agents" | "all_agents" | "looks"> & Partial<Pick<Connection, "granted_from">>;
export const unused: Uses = { live_agents: 0, all_agents: 0, looks: null };

/** What may be known of a connection: nothing that it signs in with. */
export function toConnection(row: ConnectionRecord, uses: Uses): Connection {
  const { id, name, type, provider, user_id, team_id, server_url, transport_type, auth_method, custom_integration_id } = row;
  return {
    id,
    name,
    type,
    provider,
    user_id,
    team_id,
    server_url,
    transport_type,
    auth_method,
    custom_integration_id,
    icon_url: null,
    oauth_provider: row.oauth_provider,
    oauth_provider_key: row.oauth_provider_key,
    oauth_scopes: row.oauth_scopes,
    has_headers: row.secret_header_names.length > 0 || Object.keys(row.plain_headers).length > 0,
    has_oauth_tokens: row.sealed_tokens !== null,
    integration_id: row.integration_id,
    shared: user_id === null,
    created_by: row.created_by,
    broken_at: row.broken_at,
    broken_reason: row.broken_reason,
    answers: row.answers,
    created_at: row.created_at,
    updated_at: row.updated_at,
    account_label: row.account_label,
    wanted_scopes: row.wanted_scopes,
    granted_from: null,
    ...uses,
  };
}

/** Of some connections: how many agents of a team use each. All of a page are counted at once. */
function usesIn(teamId: string, ids: readonly string[]): SQL {
  return sql`(select u.connection_id, count(distinct a.id)::int as all_agents, (count(distinct a.id) filter (where u.live))::int as live_agents
    from ${agentUses} u join agents a on a.id = u.agent_id
    where u.connection_id = ${anyOf(ids)} and a.team_id = ${teamId} and a.deleted_at is null group by u.connection_id) used`;
}

const uses = {
  live_agents: sql<number>`coalesce(used.live_agents, 0)`,
  all_agents: sql<number>`coalesce(used.all_agents, 0)`,
  looks: looksOf("connections.id"),
};
const theirUses = sql`used.connection_id = ${connections.id}`;

/** Shared ones, and the person's own. */
const seenBy = (userId: string) => or(isNull(connections.user_id), eq(connections.user_id, userId));

interface Filter {
  readonly teamId: string;
  readonly userId: string;
  readonly type?: string | undefined;
  readonly customIntegrationId?: string | undefined;
  readonly connection_id?: string | undefined;
  readonly search?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

export async function listVisibleConnections(db: Db, filter: Filter): Promise<{ integrations: Connection[]; total: number }> {
  const { teamId, userId, type, customIntegrationId, connection_id: named, search, limit, offset } = filter;
  const asked = and(
    named === undefined ? undefined : eq(connections.id, named),
    type === undefined ? undefined : eq(connections.type, type),
    customIntegrationId === undefined ? undefined : eq(connections.custom_integration_id, customIntegrationId),
  );
  const own = and(eq(connections.team_id, teamId), seenBy(userId), asked);
  const granted = and(sql`${connections.id} in (${grantedTo(teamId)})`, asked);
  // Each half in order, so that they are merged: one walk along the index finds the page and counts the rest, which it does not read.
  // A search looks on that way, hence the `offset`: told before, the planner expects few rows, and sorts the many that there are.
  const half = (where: SQL | undefined) => sql`
    (select id, name collate "und-x-icu" as placed${search === undefined ? sql`` : sql`, sought`} from connections where ${where}
      order by name collate "und-x-icu", id${search === undefined ? sql`` : sql` offset 0`})`;
  const both = sql`(${half(own)} union all ${half(granted)} order by placed, id) found`;
  const found = search === undefined ? both : sql`${both} where ${soughtBy(search)}`;
  return inSnapshot(db, async (at) => {
    const page = await at.execute<{ id: string; total: number }>(sql`
      select id, (count(*) over ())::int as total from ${found} order by placed, id limit ${limit} offset ${offset}`);
    const ids = page.rows.map(({ id }) => id);
    if (ids.length === 0 && offset === 0) return { integrations: [], total: 0 };
    const rows = await at
      .select({ row: connections, granted_from: grantedFrom(teamId), ...uses })
      .from(connections)
      .leftJoin(usesIn(teamId, ids), theirUses)
      .where(eq(connections.id, anyOf(ids)));
    const shown = new Map(rows.map(({ row, ...more }) => [row.id, toConnection(row, more)]));
    const counted = ids.length > 0 ? page : await at.execute<{ total: number }>(sql`select count(*)::int as total from ${found}`);
    return { integrations: ids.flatMap((id) => shown.get(id) ?? []), total: counted.rows[0]?.total ?? 0 };
  });
}

/** The team that lets another one use a connection. */
function grantedFrom(teamId: string) {
  return sql<Connection["granted_from"]>`(select jsonb_build_object('id', t.id, 'name', t.name) from teams t
    where t.id = connections.team_id and t.id <> ${teamId})`;
}

function soughtBy(search: string): SQL {
  const part = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  return sql`sought like ${lowered(part)} collate "C"`;
}

/** How many the team, or this person in it, has. */
export async function countConnections(db: Db, teamId: string, userId: string | null): Promise<number> {
  const owner = userId === null ? isNull(connections.user_id) : eq(connections.user_id, userId);
  const [row] = await db
    .select({ n: count() })
    .from(connections)
    .where(and(eq(connections.team_id, teamId), owner));
  return row?.n ?? 0;
}

/** `lock`: nobody changes or deletes it until the transaction ends. */
export async function findConnection(db: Db, teamId: string, id: string, lock?: "update" | "share"): Promise<ConnectionRecord | undefined> {
  const query = db
    .select()
    .from(connections)
    .where(and(eq(connections.id, id), eq(connections.team_id, teamId)));
  const [row] = await (lock ? query.for(lock) : query);
  return row;
}

/** A connection that a team can use: its own, or one that it is granted. Nobody changes or deletes it until the transaction ends. */
export async function findUsable(db: Db, teamId: string, id: string): Promise<ConnectionRecord | undefined> {
  const { rows } = await db.execute<{ team_id: string }>(sql`select c.team_id from connections c where c.id = ${id} and ${serves(teamId)}`);
  return rows[0] && findConnection(db, rows[0].team_id, id, "share");
}

export async function usesOfConnection(db: Db, { id, team_id }: Pick<ConnectionRecord, "id" | "team_id">): Promise<Uses> {
  const [row] = await db
    .select(uses)
    .from(connections)
    .leftJoin(usesIn(team_id, [id]), theirUses)
    .where(eq(connections.id, id));
  return row ?? unused;
}

export type NewConnection = typeof connections.$inferInsert;

/** An id beforehand: what is sealed is sealed for its row. */
export function newConnectionId(): string {
  return newId();
}

export async function insertConnection(db: Db, connection: NewConnection & { readonly id: string }): Promise<ConnectionRecord> {
  const [row] = await db.insert(connections).values(connection).returning();
  if (!row) throw new Error("insert returned no connection");
  return row;
}

/** Whether its server answered a look at what it was then. Returns false where nothing is other than before. */
export async function noteAnswers(db: Db, { id, server_url, sealed_headers }: ConnectionRecord, answers: boolean): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update connections set answers = ${answers} where id = ${id}::uuid and answers is distinct from ${answers}
      and server_url = ${server_url} and sealed_headers is not distinct from ${sealed_headers}`);
  return (rowCount ?? 0) > 0;
}

export type ConnectionPatch = Partial<Omit<ConnectionRecord, "id" | "team_id" | "sought" | "created_by" | "created_at" | "updated_at">>;

export async function patchConnection(db: Db, id: string, patch: ConnectionPatch): Promise<ConnectionRecord> {
  const [row] = await db
    .update(connections)
    .set({ ...patch, updated_at: sql`now()` })
    .where(eq(connections.id, id))
    .returning();
  if (!row) throw new Error("update returned no connection");
  return row;
}

/** Everything that it signs in with is gone with it, and every pin and event trigger. */
export async function removeConnection(db: Db, id: string, userId: string): Promise<void> {
  await removeTriggers(db, sql`t.connection_id = ${id}`, userId, "connection_gone");
  await db.delete(connections).where(eq(connections.id, id));
}

/** A connection that its owner takes back from the team. Runs and triggers of others lose it, and those in other teams. */
export async function takeBack(db: Db, id: string, ownerId: string): Promise<void> {
  await removeGrants(db, id, ownerId);
  await pauseWithout(db, id, sql`x.user_id <> ${ownerId}`, ownerId);
}

/** Connections of a person's own that their runs of a revision use. */
export async function countPersonalPins(db: Db, buildId: string, userId: string): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(distinct c.id)::int as n from slot_pins p join revision_slots s on s.id = p.slot_id join connections c on c.id = p.connection_id
    where s.build_id = ${buildId} and p.user_id = ${userId} and c.user_id is not null`);
  return rows[0]?.n ?? 0;
}
