import { type SQL, sql } from "drizzle-orm";
import type { Deletion } from "#contract/deletion.ts";
import type { ConnectionGrant } from "#contract/connections/grants.ts";
import { agentsUsing, findDeletion, namedAs, triggersOn } from "#server/agents/deletion/deletion.store.ts";
import { agentUses } from "#server/connections/connections/uses.store.ts";
import { anyOf } from "#server/platform/db/any-of.ts";
import { withInstants } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { pauseWithout } from "#server/agents/deletion/pause-without.store.ts";
import { lockTeam } from "#server/teams/members/members.store.ts";
import { granteesOf } from "./serves.ts";

/** Whether the organization of a team lets its teams use connections of each other. */
export async function isSharing(db: Db, teamId: string): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select from connection_sharing s join teams t on t.organization_id = s.organization_id where t.id = ${teamId}`,
  );
  return rows.length > 0;
}

/** The grants of a connection by the names of the teams, or the one to a team. */
export async function listGrants(db: Db, connectionId: string, teamId?: string): Promise<ConnectionGrant[]> {
  const { rows } = await db.execute<ConnectionGrant & Record<string, unknown>>(sql`
    select g.team_id, t.name as team_name, u.name as granted_by_name, g.created_at as granted_at,
      n.live as live_agents, n.every as all_agents
    from connection_grants g join teams t on t.id = g.team_id left join users u on u.id = g.granted_by
      cross join lateral (select count(distinct a.id) filter (where u.live)::int as live, count(distinct a.id)::int as every
        from ${agentUses} u join agents a on a.id = u.agent_id and a.team_id = g.team_id and a.deleted_at is null
        where u.connection_id = g.connection_id) n
    where g.connection_id = ${connectionId}${teamId === undefined ? sql`` : sql` and g.team_id = ${teamId}`}
    order by t.name collate "und-x-icu", t.id`);
  return rows.map((row) => withInstants(row, "granted_at"));
}

/** The other teams that a connection is there for. */
export async function teamsGranted(db: Db, connectionId: string): Promise<string[]> {
  const { rows } = await db.execute<{ team_id: string }>(granteesOf(connectionId));
  return rows.map(({ team_id }) => team_id);
}

/** The team that lets another one use a connection. */
export async function grantorOf(db: Db, connectionId: string, teamId: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ team_id: string }>(sql`
    select c.team_id from connection_grants g join connections c on c.id = g.connection_id
    where g.connection_id = ${connectionId} and g.team_id = ${teamId}`);
  return rows[0]?.team_id;
}

/** Keeps the number that is granted to a team from growing until the transaction ends. */
export async function countGrantedTo(db: Db, teamId: string): Promise<number> {
  await lockTeam(db, teamId);
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from connection_grants where team_id = ${teamId}`);
  return rows[0]?.n ?? 0;
}

/** Returns false when it is granted already. */
export async function insertGrant(db: Db, connectionId: string, teamId: string, by: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    insert into connection_grants (connection_id, team_id, granted_by) values (${connectionId}, ${teamId}, ${by})
    on conflict do nothing returning 1`);
  return rows.length > 0;
}

/**
 * Ends the grant to a team, or all of a connection, for a person. Pins there go with it; event triggers and schedules that need it are paused. Returns
 * false when there was none.
 */
export async function removeGrants(db: Db, connectionId: string, userId: string, teamId?: string): Promise<boolean> {
  const { rows } = await db.execute<{ team_id: string }>(sql`
    delete from connection_grants where connection_id = ${connectionId} ${teamId === undefined ? sql`` : sql`and team_id = ${teamId}`} returning team_id`);
  await pauseWithout(db, connectionId, sql`a.team_id = ${anyOf(rows.map((row) => row.team_id))}`, userId);
  return rows.length > 0;
}

/** What another team loses with the grant of a connection. */
export function losersIn(db: Db, connectionId: string, teamId: string): Promise<Deletion> {
  const pinned = sql`exists (select from slot_pins p join revision_slots s on s.id = p.slot_id
    where s.build_id = r.id and p.connection_id = ${connectionId})`;
  return findDeletion(db, [
    triggersOn(sql`t.connection_id = ${connectionId} and a.team_id = ${teamId} and t.enabled`, teamId, "pausedTriggers"),
    namedAs(
      "pausedSchedules",
      sql`from schedules o join agents it on it.id = o.agent_id and it.team_id = ${teamId} and it.deleted_at is null
        join revisions r on r.agent_id = it.id and r.status = 'live' join revision_slots s on s.build_id = r.id
        join slot_pins p on p.slot_id = s.id and p.user_id = o.user_id and p.connection_id = ${connectionId}
        where o.enabled and not exists (select from slot_pins e where e.slot_id = s.id and e.user_id = o.user_id and e.connection_id <> ${connectionId})`,
    ),
    agentsUsing(teamId, pinned),
  ]);
}

/** A part of a deletion's preview for the other teams that use a connection. */
export function teamsUsing(connectionId: string): SQL {
  return namedAs("granted", sql`from connection_grants g join teams it on it.id = g.team_id where g.connection_id = ${connectionId}`);
}

export async function readSharing(db: Db, organizationId: string) {
  const { rows } = await db.execute<{ enabled: boolean; connections: number; live_agents: number }>(sql`
    with granted as (select g.connection_id, g.team_id from connection_grants g join teams t on t.id = g.team_id
      where t.organization_id = ${organizationId})
    select exists (select from connection_sharing where organization_id = ${organizationId}) as enabled,
      (select count(distinct connection_id)::int from granted) as connections,
      (select count(distinct a.id)::int from granted g join ${agentUses} u on u.connection_id = g.connection_id and u.live
        join agents a on a.id = u.agent_id and a.team_id = g.team_id and a.deleted_at is null) as live_agents`);
  return rows[0] ?? { enabled: false, connections: 0, live_agents: 0 };
}

export async function setSharing(db: Db, organizationId: string, enabled: boolean): Promise<void> {
  await db.execute(
    enabled
      ? sql`insert into connection_sharing (organization_id) values (${organizationId}) on conflict do nothing`
      : sql`delete from connection_sharing where organization_id = ${organizationId}`,
  );
}
