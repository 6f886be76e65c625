import { sql } from "drizzle-orm";
import type { CaseSchema } from "#contract/queues/case-schema.ts";
import type { JsonSchemaFamily, JsonSchemaVersion, QueueJsonSchema } from "#contract/queues/queue-json-schema.ts";
import { newId, withInstants } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { caseSchemaFamilies, caseSchemas } from "./case-schemas.table.ts";

/** What a list of queues that share a schema names at most. */
const maxNamed = 100;

export async function findQueueSchema(db: Db, queueId: string): Promise<QueueJsonSchema | undefined> {
  const { rows } = await db.execute(sql`
    select q.schema_guarded as guarded, q.schema_frozen as frozen, v.schema, v.id as schema_id, q.schema_family_id as family_id, v.version,
      v.change_summary, v.created_at as changed_at, (
        select coalesce(json_agg(json_build_object('id', o.id, 'name', o.name) order by o.name collate "und-x-icu", o.id), '[]') from (
          select o.id, coalesce(o.revision_name, o.name) as name from queues o
          where o.schema_family_id = q.schema_family_id and o.id <> q.id and o.deleted_at is null order by coalesce(o.revision_name, o.name) collate "und-x-icu", o.id limit ${maxNamed}) o
      ) as shared_with
    from queues q left join lateral (
      select * from case_schemas s where s.family_id = q.schema_family_id order by s.version desc limit 1) v on true
    where q.id = ${queueId} and q.deleted_at is null`);
  const [found] = rows as unknown as QueueJsonSchema[];
  return found && withInstants(found, "changed_at");
}

/** Locks a family against further versions and returns the id of its newest. Undefined when the team has no such family. */
export async function lockFamily(db: Db, familyId: string, teamId: string): Promise<string | undefined> {
  const { rows: held } = await db.execute(
    sql`select 1 from case_schema_families where id = ${familyId} and team_id = ${teamId} for update`,
  );
  if (held.length === 0) return undefined;
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from case_schemas where family_id = ${familyId} order by version desc limit 1`,
  );
  return rows[0]?.id;
}

export async function isSchemaOf(db: Db, teamId: string, schemaId: string): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select 1 from case_schemas s join case_schema_families f on f.id = s.family_id where s.id = ${schemaId} and f.team_id = ${teamId}`,
  );
  return rows.length > 0;
}

/** The first queue with this family whose schema takes no change. */
export async function findFrozen(db: Db, familyId: string): Promise<{ id: string; name: string } | undefined> {
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    select id, coalesce(revision_name, name) as name from queues
    where schema_family_id = ${familyId} and schema_frozen and deleted_at is null order by coalesce(revision_name, name) collate "und-x-icu", id limit 1`);
  return rows[0];
}

export async function insertFamily(db: Db, teamId: string): Promise<string> {
  const id = newId();
  await db.insert(caseSchemaFamilies).values({ id, team_id: teamId });
  return id;
}

interface NewVersion {
  readonly schema: CaseSchema;
  readonly change_summary: string;
  readonly userId: string | null;
}

/** The caller holds the family. */
export async function insertVersion(db: Db, familyId: string, { schema, change_summary, userId }: NewVersion): Promise<void> {
  const version = sql<number>`(select coalesce(max(version), 0) + 1 from case_schemas where family_id = ${familyId})`;
  await db.insert(caseSchemas).values({ family_id: familyId, version, schema, change_summary, created_by: userId });
  await db.execute(sql`update case_schema_families set changed_at = now() where id = ${familyId}`);
}

interface SchemaSettings {
  readonly schema_family_id?: string | null;
  readonly schema_guarded?: boolean | undefined;
  readonly schema_frozen?: boolean | undefined;
}

export async function setQueueSchema(db: Db, queueId: string, settings: SchemaSettings): Promise<void> {
  const set = Object.entries(settings).filter(([, value]) => value !== undefined);
  if (set.length === 0) return;
  const columns = set.map(([column, value]) => sql`${sql.identifier(column)} = ${value}`);
  await db.execute(sql`update queues set ${sql.join(columns, sql`, `)}, updated_at = now() where id = ${queueId}`);
}

interface Bounds {
  readonly limit: number;
  readonly offset: number;
}

export async function listVersions(
  db: Db,
  queueId: string,
  { limit, offset }: Bounds,
): Promise<{ versions: JsonSchemaVersion[]; total: number }> {
  const { rows } = await db.execute<{ total: number }>(sql`
    select count(*)::int as total from case_schemas s join queues q on q.schema_family_id = s.family_id where q.id = ${queueId}`);
  const { rows: versions } = await db.execute(sql`
    select s.id as schema_id, s.version, s.change_summary, s.created_at, u.name as created_by_name
    from queues q join case_schemas s on s.family_id = q.schema_family_id left join users u on u.id = s.created_by
    where q.id = ${queueId} order by s.version desc limit ${limit} offset ${offset}`);
  return {
    versions: (versions as unknown as JsonSchemaVersion[]).map((row) => withInstants(row, "created_at")),
    total: rows[0]?.total ?? 0,
  };
}

/** The version that a case is typed by. */
export async function findCaseSchema(
  db: Db,
  caseId: string,
): Promise<{ schema: CaseSchema | null; schema_id: string | null; version: number | null } | undefined> {
  const { rows } = await db.execute<{ schema: CaseSchema | null; schema_id: string | null; version: number | null }>(sql`
    select s.schema, s.id as schema_id, s.version from cases c left join case_schemas s on s.id = c.json_schema_id where c.id = ${caseId}`);
  return rows[0];
}

export async function listFamilies(
  db: Db,
  teamId: string,
  { limit, offset }: Bounds,
): Promise<{ families: JsonSchemaFamily[]; total: number }> {
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from case_schema_families where team_id = ${teamId}`,
  );
  const { rows: families } = await db.execute(sql`
    select f.id as family_id, v.id as schema_id, v.version, v.schema ->> 'title' as title, v.created_at as changed_at,
      array(select json_object_keys(coalesce(v.schema -> 'properties', '{}'))) as fields,
      array(select coalesce(q.revision_name, q.name) as name from queues q where q.schema_family_id = f.id and q.deleted_at is null
        order by coalesce(q.revision_name, q.name) collate "und-x-icu", q.id limit ${maxNamed}) as queues
    from (select id, changed_at from case_schema_families where team_id = ${teamId}
      order by changed_at desc, id desc limit ${limit} offset ${offset}) f
    join lateral (select * from case_schemas s where s.family_id = f.id order by s.version desc limit 1) v on true
    order by f.changed_at desc, f.id desc`);
  return {
    families: (families as unknown as JsonSchemaFamily[]).map((row) => withInstants(row, "changed_at")),
    total: rows[0]?.total ?? 0,
  };
}
