import { sql } from "drizzle-orm";
import type { Page, Query } from "#contract/dashboards/page.ts";
import type { DashboardRead } from "#contract/dashboards/views.ts";
import type { CaseSchema } from "#contract/queues/case-schema.ts";
import { isoText, newId } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { ReadRow } from "./reads.table.ts";
import { schemaOfRows } from "./rows.ts";

/** Calls of one dashboard that are kept, used or not. */
export const mostReads = 100;

/** The reads that a query names. */
export function readsOf({ source, filters }: Query): readonly string[] {
  if (source !== "connections") return [];
  return filters.flatMap(({ by, kind, values = [] }) => (by === "read" && kind === "is" ? values : []));
}

/** The reads that a page shows. */
export const readsOn = ({ queries }: Pick<Page, "queries">): readonly string[] => [...new Set(queries.flatMap(readsOf))];

/** The fields of each of these reads that the dashboard has, by its name. */
export async function schemasOfReads(
  db: Db,
  artifactId: string | undefined,
  names: readonly string[],
): Promise<ReadonlyMap<string, CaseSchema>> {
  if (names.length === 0) return new Map();
  const { rows } = await db.execute<{ name: string; rows: ReadRow[] }>(sql`
    select name, rows from artifact_reads where artifact_id = ${artifactId ?? null}::uuid and name = any(${sql.param([...names])}::text[])`);
  return new Map(rows.map(({ name, rows: own }) => [name, schemaOfRows(own)]));
}

/** Those of some names that the dashboard has no values of. */
export async function missingReads(db: Db, artifactId: string | undefined, names: readonly string[]): Promise<readonly string[]> {
  if (names.length === 0) return [];
  const { rows } = await db.execute<{ name: string }>(sql`
    select name from artifact_reads where artifact_id = ${artifactId ?? null}::uuid and name = any(${sql.param([...names])}::text[])`);
  return names.filter((name) => !rows.some((row) => row.name === name));
}

/** What a page shows of connections, in the order in which it was first read. */
export async function listReads(db: Db, artifactId: string, page: Pick<Page, "queries">): Promise<DashboardRead[]> {
  const names = readsOn(page);
  if (names.length === 0) return [];
  const { rows } = await db.execute<{ [K in keyof DashboardRead]: DashboardRead[K] }>(sql`
    select name, connection_name, tool, ${sql.raw(isoText("read_at"))} as read_at, failure from artifact_reads
    where artifact_id = ${artifactId} and name = any(${sql.param([...names])}::text[]) order by created_at, id`);
  return rows;
}

export interface KeptRead {
  readonly id: string;
  readonly name: string;
  readonly connection_id: string | null;
  readonly connection_name: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** Calls that can be made again: of some names, or all. */
export async function findReads(db: Db, artifactId: string, names?: readonly string[]): Promise<KeptRead[]> {
  const named = names ? sql`and name = any(${sql.param([...names])}::text[])` : sql``;
  const { rows } = await db.execute<{ [K in keyof KeptRead]: KeptRead[K] }>(sql`
    select id, name, connection_id, connection_name, tool, arguments from artifact_reads
    where artifact_id = ${artifactId} ${named} order by created_at, id`);
  return rows;
}

/** Keeps what a call answered. The same call has the same name, so that earlier versions of the page show what it answers now. */
export async function keepRead(
  db: Db,
  artifactId: string,
  call: Omit<KeptRead, "id" | "name">,
  rows: readonly ReadRow[],
): Promise<string | undefined> {
  const given = JSON.stringify(call.arguments);
  const written = JSON.stringify(rows);
  const again = await db.execute<{ name: string }>(sql`
    update artifact_reads set rows = ${written}::jsonb, read_at = now(), failure = null, connection_name = ${call.connection_name}
    where artifact_id = ${artifactId} and connection_id = ${call.connection_id} and tool = ${call.tool} and arguments::jsonb = ${given}::jsonb
    returning name`);
  if (again.rows[0]) return again.rows[0].name;
  const made = await db.execute<{ name: string }>(sql`
    insert into artifact_reads (id, artifact_id, name, connection_id, connection_name, tool, arguments, rows, read_at)
    select ${newId()}, ${artifactId}, 'read_' || count(*) + 1, ${call.connection_id}, ${call.connection_name}, ${call.tool}, ${given}::json,
      ${written}::jsonb, now()
    from artifact_reads where artifact_id = ${artifactId} having count(*) < ${mostReads} returning name`);
  return made.rows[0]?.name;
}

/** Replaces the values of reads that answered, and says of the others why not. */
export async function replaceReads(
  db: Db,
  came: readonly ({ readonly id: string } & ({ readonly rows: readonly ReadRow[] } | { readonly failure: string }))[],
): Promise<void> {
  for (const one of came) {
    if ("failure" in one) await db.execute(sql`update artifact_reads set failure = ${one.failure} where id = ${one.id}`);
    else
      await db.execute(sql`
        update artifact_reads set rows = ${JSON.stringify(one.rows)}::jsonb, read_at = now(), failure = null where id = ${one.id}`);
  }
}

/** Whether the creator let the dashboard read with a tool as it is defined now. */
export async function isConfirmed(db: Db, artifactId: string, connectionId: string, digest: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from artifact_tools where artifact_id = ${artifactId} and connection_id = ${connectionId} and digest = ${digest}
      and confirmed_at is not null`);
  return rows.length > 0;
}

/** Notes the definition of a tool that its creator is asked about. */
export async function noteAsked(
  db: Db,
  artifactId: string,
  connectionId: string,
  { digest, name }: { readonly digest: string; readonly name: string },
): Promise<void> {
  await db.execute(sql`
    insert into artifact_tools (artifact_id, connection_id, digest, tool)
    select artifact_id, connection_id, ${digest}, ${name} from artifact_connections
    where artifact_id = ${artifactId} and connection_id = ${connectionId} on conflict (artifact_id, connection_id, digest) do update set created_at = now()`);
}

/** Lets a dashboard read with a tool as it was when its creator was asked about it last. False: nothing was asked. */
export async function confirmTool(db: Db, artifactId: string, connectionId: string, tool: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    update artifact_tools t set confirmed_at = now() from (
      select digest from artifact_tools where artifact_id = ${artifactId} and connection_id = ${connectionId} and tool = ${tool}
      order by created_at desc limit 1) asked
    where t.artifact_id = ${artifactId} and t.connection_id = ${connectionId} and t.digest = asked.digest returning t.digest`);
  return rows.length > 0;
}

/** The values of a dashboard that changes hands belong to accounts that its next owner may not have. */
export async function forgetReads(db: Db, artifactId: string): Promise<void> {
  await db.execute(sql`delete from artifact_reads where artifact_id = ${artifactId}`);
}
