import { type SQL, sql } from "drizzle-orm";
import type { ConnectionRecord } from "#server/connections/connections/connections.store.ts";
import { storableJson } from "#server/engine/log/log-messages.ts";
import { tellLooked } from "#server/connections/connections/tell-changed.ts";
import type { EngineServices } from "#server/engine/services.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { ListedTool } from "./listing.ts";

/** Keeps what a server listed. Writes only where the list differs from the one before. */
export async function keepTools(
  { store, live }: Pick<EngineServices, "store" | "live">,
  connection: Pick<ConnectionRecord, "id" | "server_url" | "team_id" | "user_id">,
  listed: readonly ListedTool[],
): Promise<void> {
  const { id, server_url } = connection;
  const digests = listed.map(({ digest }) => digest);
  const { rows } = await store.db.execute<{ digest: string }>(
    sql`select digest from connection_tools where connection_id = ${id}::uuid and current and ${whole(sql`definition`)}`,
  );
  const known = new Set(rows.map((row) => row.digest));
  if (known.size === new Set(digests).size && digests.every((digest) => known.has(digest))) return;
  const given = listed.map(({ digest, name, description, input_schema, reads_only, destroys }) => ({
    digest,
    name,
    definition: { description, input_schema, reads_only, destroys },
  }));
  await store.db.execute(sql`
    with connection as (select id from connections where id = ${id}::uuid and server_url = ${server_url} for update),
    given as (select distinct on (digest) * from jsonb_to_recordset(${JSON.stringify(storableJson(given))}::jsonb) as g(digest text, name text, definition jsonb)),
    kept as (
      insert into connection_tools (connection_id, digest, name, definition, current)
      select c.id, g.digest, g.name, g.definition, true from given g, connection c
      on conflict (connection_id, digest) do update set current = true, definition = excluded.definition
        where not connection_tools.current or not ${whole(sql`connection_tools.definition`)}),
    gone as (
      update connection_tools t set current = false from connection c
      where t.connection_id = c.id and t.current and t.digest not in (select digest from given)
        and exists (select from slot_tool_policies p where p.digest = t.digest))
    delete from connection_tools t using connection c
    where t.connection_id = c.id and t.digest not in (select digest from given)
      and not exists (select from slot_tool_policies p where p.digest = t.digest)`);
  await tellLooked(store.db, live, connection);
}

/** Definitions of before this was kept do not have it: they are written again when their tool is listed next. */
const whole = (definition: SQL) => sql`jsonb_exists(${definition}, 'destroys')`;

/** Another server has other tools. */
export async function forgetTools(db: Db, connectionId: string): Promise<void> {
  await db.execute(sql`delete from connection_tools where connection_id = ${connectionId}::uuid`);
}
