import { and, count, eq, sql } from "drizzle-orm";
import type { Deletion } from "#contract/deletion.ts";
import type { Integration } from "#contract/connections/integrations.ts";
import { agentsUsing, countedAs, findDeletion, triggersOn } from "#server/agents/deletion/deletion.store.ts";
import { newId } from "#server/platform/db/columns.ts";
import { alphabetical, lowered } from "#server/platform/db/letters.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { Envelope } from "#server/platform/sealing/envelope.ts";
import { customType } from "./catalogue.ts";
import { customIntegrations } from "./custom-integrations.table.ts";

export type CustomIntegrationRecord = typeof customIntegrations.$inferSelect;
type Named = Pick<CustomIntegrationRecord, "team_id" | "name" | "auth_method" | "server_url" | "created_by">;

export function toIntegration({ id, team_id, name, auth_method, server_url, ...row }: CustomIntegrationRecord): Integration {
  return {
    id,
    name,
    type: customType,
    provider: "user",
    user_id: null,
    team_id,
    server_url,
    transport_type: "http",
    auth_method,
    custom_integration_id: id,
    icon_url: null,
    oauth_provider: null,
    oauth_provider_key: null,
    oauth_scopes: null,
    oauth_ready: null,
    oauth_start_fields: [],
    has_headers: false,
    has_oauth_tokens: false,
    integration_id: null,
    shared: true,
    created_by: row.created_by,
    broken_at: null,
    broken_reason: null,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

export async function listCustomIntegrations(db: Db, teamId: string): Promise<CustomIntegrationRecord[]> {
  return db
    .select()
    .from(customIntegrations)
    .where(eq(customIntegrations.team_id, teamId))
    .orderBy(alphabetical(customIntegrations.name), customIntegrations.id);
}

export async function countCustomIntegrations(db: Db, teamId: string): Promise<number> {
  const [row] = await db.select({ n: count() }).from(customIntegrations).where(eq(customIntegrations.team_id, teamId));
  return row?.n ?? 0;
}

/** Which of the two a team has already. */
export async function takenIn(db: Db, { team_id, name, server_url }: Named): Promise<"name_taken" | "server_taken" | undefined> {
  const same = sql<boolean>`${lowered(customIntegrations.name)} = ${lowered(name)}`;
  const [row] = await db
    .select({ name: same })
    .from(customIntegrations)
    .where(and(eq(customIntegrations.team_id, team_id), sql`(${same} or ${eq(customIntegrations.server_url, server_url)})`))
    .orderBy(sql`1 desc`)
    .limit(1);
  return row && (row.name ? "name_taken" : "server_taken");
}

export async function insertCustomIntegration(
  db: Db,
  envelope: Envelope,
  named: Named,
  client: { readonly id: string | undefined; readonly secret: string | undefined },
): Promise<CustomIntegrationRecord> {
  const id = newId();
  const place = { teamId: named.team_id, table: "custom_integrations", id, column: "sealed_client_secret" };
  const sealed_client_secret = client.secret === undefined ? null : envelope.seal(place, client.secret);
  const [row] = await db
    .insert(customIntegrations)
    .values({ ...named, id, oauth_client_id: client.id ?? null, sealed_client_secret })
    .returning();
  if (!row) throw new Error("insert returned no integration");
  return row;
}

/** `lock`: nobody deletes it until the transaction ends. */
export async function findCustomIntegration(
  db: Db,
  teamId: string,
  id: string,
  lock?: "update" | "share",
): Promise<CustomIntegrationRecord | undefined> {
  const query = db
    .select()
    .from(customIntegrations)
    .where(and(eq(customIntegrations.id, id), eq(customIntegrations.team_id, teamId)));
  const [row] = await (lock ? query.for(lock) : query);
  return row;
}

/** Connections to it, and the slots of revisions, go along. */
export async function removeCustomIntegration(db: Db, id: string): Promise<void> {
  await db.delete(customIntegrations).where(eq(customIntegrations.id, id));
}

export async function losersOfIntegration(db: Db, { id, team_id }: CustomIntegrationRecord): Promise<Deletion> {
  return findDeletion(db, [
    triggersOn(sql`t.connection_id in (select c.id from connections c where c.custom_integration_id = ${id})`, team_id),
    countedAs("connections", sql`select count(*) from connections where custom_integration_id = ${id}`),
    agentsUsing(team_id, sql`exists (select from revision_slots s where s.build_id = r.id and s.custom_integration_id = ${id})`),
  ]);
}
