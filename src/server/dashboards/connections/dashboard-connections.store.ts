import { sql } from "drizzle-orm";
import type { DashboardConnection } from "#contract/dashboards/connections.ts";
import { serves } from "#server/connections/grants/serves.ts";
import type { DashboardRecord } from "#server/dashboards/dashboards/dashboards.store.ts";
import { isoText } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";

/** The first attached first. */
export async function listConnectionsOf(db: Db, artifactId: string): Promise<DashboardConnection[]> {
  const { rows } = await db.execute<{ [K in keyof DashboardConnection]: DashboardConnection[K] }>(sql`
    select c.id as connection_id, c.integration_id, c.custom_integration_id, c.type, c.name, array(
      select distinct t.tool from artifact_tools t where t.artifact_id = ac.artifact_id and t.connection_id = c.id and t.confirmed_at is not null
      order by t.tool) as tools, ${sql.raw(isoText("ac.created_at"))} as created_at
    from artifact_connections ac join connections c on c.id = ac.connection_id
    where ac.artifact_id = ${artifactId} order by ac.created_at, c.id`);
  return rows;
}

/** Whether a person may have a dashboard read with a connection: it is the team's, or theirs and the dashboard too. */
export async function mayAttach(db: Db, { team_id, created_by_user_id }: DashboardRecord, userId: string, id: string): Promise<boolean> {
  const own = created_by_user_id === userId ? userId : null;
  const { rows } = await db.execute(sql`
    select from connections c where c.id = ${id} and ${serves(team_id)} and (c.user_id is null or c.user_id = ${own}::uuid)`);
  return rows.length > 0;
}

/** False: it was attached before. */
export async function attachConnection(db: Db, artifactId: string, connectionId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    insert into artifact_connections (artifact_id, connection_id) values (${artifactId}, ${connectionId})
    on conflict do nothing returning connection_id`);
  return rows.length > 0;
}

export async function countConnectionsOf(db: Db, artifactId: string): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from artifact_connections where artifact_id = ${artifactId}`);
  return rows[0]?.count ?? 0;
}

/** False: it was not attached. */
export async function detachConnection(db: Db, artifactId: string, connectionId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    delete from artifact_connections where artifact_id = ${artifactId} and connection_id = ${connectionId} returning connection_id`);
  return rows.length > 0;
}
