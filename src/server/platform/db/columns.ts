import { randomUUID } from "node:crypto";
import { type InferSelectModel, type SQL, getTableColumns, sql } from "drizzle-orm";
import { type CheckBuilder, type PgTable, check, customType, uuid } from "drizzle-orm/pg-core";

/** An instant with milliseconds, ISO 8601 in UTC on our side: what the wire carries, so that no handler converts. */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => "timestamp (3) with time zone",
  fromDriver: isoInstant,
});

/** PostgreSQL's text form of an instant (session time zone UTC) as ISO 8601: `2026-01-31 09:30:00.5+00` -> `2026-01-31T09:30:00.500Z`. */
export function isoInstant(value: string): string {
  if (value.endsWith("Z") || value === "infinity") return value;
  // As it stands in JSON that the store has written.
  if (value[10] === "T") return new Date(value).toISOString();
  // Nearly all have three digits of a second's fraction, and a page of runs holds two hundred instants.
  if (value.length === 26) return `${value.slice(0, 10)}T${value.slice(11, 23)}Z`;
  const date = value.slice(0, 10);
  const [seconds = "00:00:00", fraction = ""] = value.slice(11, -3).split(".");
  return `${date}T${seconds}.${fraction.padEnd(3, "0")}Z`;
}

/** As {@link isoInstant}, for a statement that writes JSON itself: SQL that gives a column's instant as the wire carries it. */
export function isoText(column: string): string {
  return `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** A row of plain SQL that drizzle ran: it leaves instants as PostgreSQL wrote them. */
export function withInstants<T extends object>(row: T, ...keys: (keyof T)[]): T {
  const read = keys.flatMap((key) => (row[key] === null ? [] : [[key, isoInstant(row[key] as string)]]));
  return { ...row, ...Object.fromEntries(read) };
}

/** UUID version 7 (RFC 9562): ids made later sort later, so inserts stay at the end of an index. */
export function newId(now = Date.now()): string {
  const time = now.toString(16).padStart(12, "0");
  // Of version 4: what stands behind the version is random in both, and this draws for many ids at once.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

export const id = () =>
  uuid()
    .primaryKey()
    .$defaultFn(() => newId());

export const createdAt = () =>
  instant()
    .notNull()
    .default(sql`now()`);

/** Keeps words that the contract does not list out of a column, also where plain SQL writes it. */
export function oneOf(column: string, words: readonly string[]): CheckBuilder {
  return check(`${column}_word`, sql.raw(`${column} in (${words.map((word) => `'${word}'`).join(", ")})`));
}

/** A row of plain SQL that has all columns of a table, with their values as the table's queries give them. */
export function recordOf<T extends PgTable>(table: T, row: Record<string, unknown>): InferSelectModel<T> {
  const entries = Object.entries(getTableColumns(table)).map(([key, column]) => {
    const value = row[column.name];
    return [key, value === null ? null : column.mapFromDriverValue(value)];
  });
  return Object.fromEntries(entries) as InferSelectModel<T>;
}

/** The store's clock: what it compares with itself is never written by the clock of a process. */
export const storeNow = sql`now()`;

/** So many milliseconds from now, by the store's clock. */
export function storeNowPlus(milliseconds: number): SQL {
  return sql`now() + make_interval(secs => ${milliseconds / 1000}::float8)`;
}
