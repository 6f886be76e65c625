import { type SQL, sql } from "drizzle-orm";
import type { AuditEntry } from "#contract/audit/audit-entry.ts";
import type * as contract from "#contract/audit/audit.ts";
import type { Parsed } from "#contract/endpoint.ts";
import { isoInstant } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { askedBy } from "#server/platform/db/words.ts";

type Narrowing = Omit<Parsed<typeof contract.listAuditEntries>["query"], "limit" | "after">;

interface Page {
  readonly limit: number;
  readonly after?: string | undefined;
}

/** Of a search that finds fewer, all are found by their words; of one that finds more, enough stand among the newest. */
const few = 1_000;
/** Words of a search that are looked for by themselves. Each is a statement. */
const mostAlone = 3;

/** Which entries of an organization are asked for, as a condition on `e`; undefined: there are none. */
export async function whichEntries(db: Db, organizationId: string, by: Narrowing): Promise<SQL | undefined> {
  const found = await searched(db, organizationId, by.search);
  return found && sql`${fits(organizationId, by)} and ${found}`;
}

/** A page of them, newest first. */
export async function pageOfEntries(
  db: Db,
  which: SQL | undefined,
  { limit, after }: Page,
): Promise<{ entries: AuditEntry[]; next: string | null }> {
  if (!which) return { entries: [], next: null };
  const [at, id] = after?.split("_") ?? [];
  const behind = at ? sql`(e.at, e.id) < (${at}::timestamptz, ${id}::bigint)` : sql`true`;
  const { rows } = await db.execute<Row>(sql`
    select ${columns} from audit_entries e where ${which} and ${behind} order by e.at desc, e.id desc limit ${limit + 1}`);
  const entries = rows.slice(0, limit).map(toEntry);
  const last = entries.at(-1);
  return { entries, next: rows.length > limit && last ? `${last.at}_${last.id}` : null };
}

/** How many they are; of more than `most` that number. */
export async function countEntries(db: Db, which: SQL | undefined, most: number): Promise<number> {
  if (!which) return 0;
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from (select from audit_entries e where ${which} limit ${most}) e`,
  );
  return rows[0]?.n ?? 0;
}

function fits(organizationId: string, { kind, person, door, since, type, object_id: object }: Narrowing): SQL {
  const all = [sql`e.organization_id = ${organizationId}`];
  if (kind) all.push(sql`e.object_kind = ${kind}`);
  if (person) all.push(sql`e.actor_id = ${person}`);
  if (door) all.push(sql`e.door = ${door}`);
  if (since) all.push(sql`e.at >= ${since}::timestamptz`);
  if (type) all.push(sql`e.type = ${type}`);
  if (object) all.push(sql`e.object_id = ${object}`);
  return sql.join(all, sql` and `);
}

/**
 * A search as a condition. The planner does not know how many entries have a word: few are found by the index of words and then sorted, many
 * among the newest entries. Of several words one may be rare: then nothing reads how many entries have the others, as the index would.
 */
async function searched(db: Db, organizationId: string, search: string | undefined): Promise<SQL | undefined> {
  if (search === undefined || search.trim() === "") return sql`true`;
  const query = queryOf(search);
  if (query === undefined) return undefined;
  for (const part of [...wordsAlone(search), query]) {
    const { rows } = await db.execute<{ id: string }>(
      sql`select e.id from audit_entries e where e.organization_id = ${organizationId} and e.words @@ ${part}::tsquery limit ${few}`,
    );
    if (rows.length === 0) return undefined;
    if (rows.length < few) return sql`e.id in ${rows.map(({ id }) => id)} and e.words @@ ${query}::tsquery`;
  }
  return sql`(e.words @@ ${query}::tsquery) is true`;
}

/** Each of the first words of a search as one by itself; none where there is one only. */
function wordsAlone(search: string): string[] {
  const words = search.trim().split(/\s+/u);
  return words.length === 1 ? [] : words.slice(0, mostAlone).flatMap((word) => askedBy(word)?.query ?? []);
}

/** An id and an address are one word each. */
function queryOf(search: string): string | undefined {
  const whole = search.trim().toLowerCase();
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(whole) || /^[0-9a-f.:]*[.:][0-9a-f.:]*$/.test(whole)) return `'${whole}'`;
  return askedBy(search)?.query;
}

const columns = sql.raw(
  "id, at, type, operation, actor_kind, actor_id, actor_name, door, credential_id, credential_name, address, request_id, team_id, object_kind, object_id, object_name, facts, changes"
    .split(", ")
    .map((column) => `e.${column}`)
    .join(", "),
);

type Row = Pick<AuditEntry, "type" | "operation" | "door" | "address" | "request_id" | "team_id" | "facts" | "changes"> & {
  readonly id: string | number;
  readonly at: string;
  readonly actor_kind: AuditEntry["actor"]["kind"];
  readonly actor_id: string | null;
  readonly actor_name: string | null;
  readonly credential_id: string | null;
  readonly credential_name: string | null;
  readonly object_kind: AuditEntry["object"]["kind"];
  readonly object_id: string;
  readonly object_name: string | null;
};

function toEntry(row: Row): AuditEntry {
  const { id, at, actor_kind, actor_id, actor_name, credential_id, credential_name, object_kind, object_id, object_name, ...same } = row;
  return {
    ...same,
    id: Number(id),
    at: isoInstant(at),
    actor: { kind: actor_kind, id: actor_id, name: actor_name },
    credential: credential_id === null ? null : { id: credential_id, name: credential_name },
    object: { kind: object_kind, id: object_id, name: object_name },
  };
}
