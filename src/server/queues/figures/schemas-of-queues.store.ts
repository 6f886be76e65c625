import { sql } from "drizzle-orm";
import type { CaseSchema } from "#contract/queues/case-schema.ts";
import { uuid } from "#contract/fields.ts";
import { anyOf } from "#server/platform/db/any-of.ts";
import type { Db } from "#server/platform/db/open.ts";

/** The newest schema of each of these queues that the team has, by its id; null: it has none. */
export async function schemasOfQueues(db: Db, teamId: string, ids: readonly string[]): Promise<ReadonlyMap<string, CaseSchema | null>> {
  const known = ids.filter((id) => uuid.safeParse(id).success);
  if (known.length === 0) return new Map();
  const { rows } = await db.execute<{ id: string; schema: CaseSchema | null }>(sql`
    select q.id, v.schema from queues q left join lateral (
      select schema from case_schemas s where s.family_id = q.schema_family_id order by s.version desc limit 1) v on true
    where q.team_id = ${teamId} and q.deleted_at is null and q.id = ${anyOf(known)}`);
  return new Map(rows.map(({ id, schema }) => [id, schema]));
}
