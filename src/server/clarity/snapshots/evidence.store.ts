import { and, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import { calledAs } from "#contract/clarity/artifact-imports.ts";
import type { Evidence } from "#contract/clarity/evidence.ts";
import { clarityCaptures, clarityEvidence } from "#server/clarity/processes/processes.table.ts";
import { evidenceId } from "#server/clarity/captures/captures.store.ts";
import type { Db } from "#server/platform/db/open.ts";
import { users } from "#server/teams/teams.table.ts";

const e = clarityEvidence;
const c = clarityCaptures;

/** A unit of a capture, with what people know the capture by. */
export interface CitedUnit extends Evidence {
  readonly captureId: string;
  readonly captureName: string;
}

const cited = {
  captureId: e.capture_id,
  ordinal: e.ordinal,
  locator: e.locator,
  text: e.text,
  person: e.person,
  // Of an interview, each unit says who is interviewed, and a guest is not the member who made the link.
  captureName: sql<string>`coalesce(${c.document_file_name}, case when ${c.person} is null then ${c.type} || ', ' || ${users.name} else ${c.type} end)`,
};

/** Units of the process by their ids, as far as there are such. */
export async function findUnits(db: Db, processId: string, ids: readonly string[]): Promise<Map<string, CitedUnit>> {
  const wanted = ids.flatMap((id) => {
    const [, capture, ordinal] = /^([0-9a-f-]{36}):(\d{1,9})$/.exec(id) ?? [];
    return capture === undefined ? [] : [{ capture, ordinal: Number(ordinal) }];
  });
  if (wanted.length === 0) return new Map();
  const named = sql`(${e.capture_id}, ${e.ordinal}) in (select * from unnest(${sql.param(wanted.map(({ capture }) => capture))}::uuid[],
    ${sql.param(wanted.map(({ ordinal }) => ordinal))}::int[]))`;
  const units = await select(db, processId, named);
  return new Map(units.map((unit) => [unit.id, unit]));
}

/** All units of the process, capture by capture, each in its order. */
export function listUnits(db: Db, processId: string): Promise<CitedUnit[]> {
  return select(db, processId, sql`true`);
}

/** The first unit that has these words, in one capture of the process or in any. */
export async function findQuote(db: Db, processId: string, quote: string, captureId?: string): Promise<CitedUnit | undefined> {
  const within = captureId === undefined ? sql`true` : sql`${e.capture_id} = ${captureId}`;
  const [unit] = await select(db, processId, sql`position(${quote} in ${e.text}) > 0 and ${within}`, 1);
  return unit;
}

/** More of the newest units than this are not searched. */
const mostSearched = 20_000;

/** The first units that match a regular expression of small letters, of the captures that came last. */
export async function findUnitsThatSay(db: Db, processId: string, pattern: string, limit: number): Promise<CitedUnit[]> {
  const newest = sql`(select n.capture_id, n.ordinal from ${e} n join ${c} of_process on of_process.id = n.capture_id
    where of_process.process_id = ${processId} and of_process.status = 'complete' order by of_process.created_at desc, n.capture_id, n.ordinal
    limit ${mostSearched})`;
  const rows = sql`(${e.capture_id}, ${e.ordinal}) in ${newest}`;
  return select(db, processId, sql`lower(${e.text} collate "und-x-icu") ~ ${pattern} and ${rows}`, limit);
}

async function select(db: Db, processId: string, where: SQL, limit?: number): Promise<CitedUnit[]> {
  const query = db
    .select(cited)
    .from(e)
    .innerJoin(c, eq(c.id, e.capture_id))
    .innerJoin(users, eq(users.id, c.user_id))
    .where(and(eq(c.process_id, processId), eq(c.status, "complete"), where))
    .orderBy(c.created_at, c.id, e.ordinal);
  const rows = await (limit === undefined ? query : query.limit(limit));
  return rows.map((row) => ({ ...row, captureName: calledAs(row.captureName), id: evidenceId(row.captureId, row.ordinal) }));
}

/** Those of these captures that the process has. */
export async function capturesOf(db: Db, processId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: c.id })
    .from(c)
    .where(and(eq(c.process_id, processId), ne(c.status, "pending"), inArray(c.id, [...ids])));
  return new Set(rows.map(({ id }) => id));
}
