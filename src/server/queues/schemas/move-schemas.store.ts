import { sql } from "drizzle-orm";
import { newId } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";

/**
 * Takes the schemas of queues along into another team. One that a queue shares which stays is copied as it is now: from then on both go their
 * own ways. Versions that cases are typed by stay what they are.
 */
export async function moveSchemas(db: Db, queueIds: readonly string[], targetId: string): Promise<void> {
  const moved = sql`any(${sql.param([...queueIds])}::uuid[])`;
  const { rows } = await db.execute<{ id: string; stays: boolean }>(sql`
    select f.id, exists (select from queues o where o.schema_family_id = f.id and o.id <> all(${sql.param([...queueIds])}::uuid[])) as stays
    from case_schema_families f where f.id in (select schema_family_id from queues where id = ${moved}) order by f.id for update`);
  for (const { id, stays } of rows) {
    if (!stays) {
      await db.execute(sql`update case_schema_families set team_id = ${targetId} where id = ${id}`);
      continue;
    }
    const copy = newId();
    await db.execute(sql`insert into case_schema_families (id, team_id) values (${copy}, ${targetId})`);
    await db.execute(sql`
      insert into case_schemas (id, family_id, version, schema, change_summary, created_by)
      select ${newId()}::uuid, ${copy}::uuid, version, schema, change_summary, created_by from case_schemas
      where family_id = ${id} order by version desc limit 1`);
    await db.execute(sql`update queues set schema_family_id = ${copy} where schema_family_id = ${id} and id = ${moved}`);
  }
}
