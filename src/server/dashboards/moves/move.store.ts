import { sql } from "drizzle-orm";
import type { Moved } from "#contract/dashboards/move.ts";
import { serves } from "#server/connections/grants/serves.ts";
import { dropSnapshot } from "#server/dashboards/organization/snapshots.store.ts";
import { forgetReads } from "#server/dashboards/reads/reads.store.ts";
import type { Db } from "#server/platform/db/open.ts";

export interface Move {
  readonly artifactId: string;
  /** The version that goes along. */
  readonly revisionId: string;
  readonly targetId: string;
  /** Who moves it, and owns it from then on. */
  readonly userId: string;
}

/** A connection that is attached, and the one that takes its place in the other team. */
export type Planned = Moved & { readonly instead: string | null };

/** What becomes of each connection: in the other team one of the same server that its new owner can use takes its place. */
export async function planConnections(db: Db, { artifactId, targetId, userId }: Move): Promise<Planned[]> {
  const { rows } = await db.execute<{ type: string; name: string; custom: string | null; instead: string | null }>(sql`
    select o.type, o.name, i.name as custom, (select c.id from connections c
        where ${serves(targetId)} and (c.user_id is null or c.user_id = ${userId})
          and c.type = o.type and c.server_url = o.server_url and c.broken_at is null
        order by c.user_id is null, c.created_at, c.id limit 1) as instead
    from artifact_connections a join connections o on o.id = a.connection_id left join custom_integrations i on i.id = o.custom_integration_id
    where a.artifact_id = ${artifactId} order by a.created_at, o.id`);
  return rows.map(({ type, name, custom, instead }) => ({
    integrationType: type,
    integrationName: custom ?? type,
    instanceName: name,
    decision: instead ? "reuse" : custom === null ? "needs_reconnect" : "custom_to_rebuild",
    instead,
  }));
}

/** Makes it another person's within its team: what the former one said, and read with their own connections, stays out of it. */
export async function takeOver(db: Db, move: Move): Promise<void> {
  await applyMove(db, move, []);
  await db.execute(sql`
    update artifacts set status = 'completed', refresh_frequency = null, next_refresh_at = null, refresh_due_at = null, refreshing = false,
      refresh_until = null, refresh_worker_id = null, refresh_failures = 0, refresh_failed_at = null, refresh_failure = null,
      refresh_paused_at = null where id = ${move.artifactId}`);
}

/** Leaves the conversation, the earlier versions and the audience behind. */
export async function applyMove(db: Db, { artifactId, revisionId, targetId, userId }: Move, planned: readonly Planned[]): Promise<void> {
  await db.execute(sql`delete from artifact_turns where artifact_id = ${artifactId}`);
  await db.execute(sql`delete from artifact_revisions where artifact_id = ${artifactId} and id <> ${revisionId}`);
  await db.execute(sql`update artifact_revisions set parent_revision_id = null where id = ${revisionId}`);
  await db.execute(sql`delete from artifact_connections where artifact_id = ${artifactId}`);
  await forgetReads(db, artifactId);
  await dropSnapshot(db, artifactId);
  for (const { instead } of planned)
    if (instead)
      await db.execute(sql`
        insert into artifact_connections (artifact_id, connection_id) values (${artifactId}, ${instead}) on conflict do nothing`);
  await db.execute(sql`
    update artifacts set team_id = ${targetId}, created_by_user_id = ${userId}, visibility = 'private', publish_permission = 'view',
      restored_from = null, updated_at = now() where id = ${artifactId}`);
}
