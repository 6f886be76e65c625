import { sql } from "drizzle-orm";
import type pg from "pg";
import type { Db } from "#server/platform/db/open.ts";

type Pool = Pick<pg.Pool, "query">;

/** A place in the order of events. */
export interface Position {
  readonly tx: string;
  readonly id: number;
}

/** An event as it is stored. */
export interface Stored extends Position {
  readonly type: string;
  readonly team_id: string | null;
  readonly actor_kind: "user" | "run" | "service";
  readonly actor_id: string | null;
  readonly subject_id: string;
  readonly data: unknown;
  readonly created_at: string;
}

/** A consumer that comes new begins with what happens from now on. */
export async function startCursor(pool: Pool, name: string): Promise<void> {
  await pool.query(
    `insert into event_cursors (consumer, tx, id) values ($1, pg_snapshot_xmin(pg_current_snapshot()), 0) on conflict do nothing`,
    [name],
  );
}

/**
 * The next events of some types that are settled: no open transaction began before theirs, so nothing comes to lie before them any more.
 * `to`: the place after which to read on; absent where nothing was passed. `waiting`: there are others, committed and not settled.
 */
export async function readOn(
  pool: Pool,
  name: string,
  types: readonly string[],
  limit: number,
): Promise<{ from: Position; to: Position | undefined; events: Stored[]; waiting: boolean }> {
  const { rows } = await pool.query<Row>(next, [name, types, limit]);
  const [first] = rows;
  if (!first) throw new Error(`The consumer ${name} has no cursor.`);
  const { from_tx, from_id, horizon, passed, waiting } = first;
  const events = rows.flatMap(({ id, ...row }) => (id === null ? [] : [{ ...row, id }]));
  const last = events.at(-1);
  // All below the horizon were looked through, also those of other types.
  const to = events.length === limit && last ? { tx: last.tx, id: last.id } : passed ? { tx: horizon, id: 0 } : undefined;
  return { from: { tx: from_tx, id: from_id }, to, events, waiting };
}

type Row = Omit<Stored, "id"> & {
  readonly id: number | null;
  readonly from_tx: string;
  readonly from_id: number;
  readonly horizon: string;
  readonly passed: boolean;
  readonly waiting: boolean;
};

const next = `
  with at as materialized (
    select c.tx as from_tx, c.id as from_id, pg_snapshot_xmin(pg_current_snapshot()) as horizon from event_cursors c where c.consumer = $1)
  select at.from_tx, at.from_id, at.horizon,
    exists (select from events p where (p.tx, p.id) > (at.from_tx, at.from_id) and p.tx < at.horizon) as passed,
    exists (select from events w where w.tx >= at.horizon and w.type = any($2)) as waiting, e.*
  from at left join lateral (
    select e.tx, e.id, e.type, e.team_id, e.actor_kind, e.actor_id, e.subject_id, e.data, e.created_at from events e
    where (e.tx, e.id) > (at.from_tx, at.from_id) and e.tx < at.horizon and e.type = any($2) order by e.tx, e.id limit $3) e on true
  order by e.tx, e.id`;

/** Moves a cursor, unless somebody else has moved it. */
export async function moveCursor(tx: Db, name: string, from: Position, to: Position): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update event_cursors set tx = ${to.tx}::xid8, id = ${to.id}
    where consumer = ${name} and tx = ${from.tx}::xid8 and id = ${from.id}`);
  return rowCount === 1;
}

/** Nobody needs the exact number of more. */
const mostCounted = 10_000;

/** What a consumer has in front of it. */
export interface Lag {
  readonly consumer: string;
  readonly waiting: number;
  readonly oldest_seconds: number;
}

export async function lagOf(
  pool: Pool,
  consumers: readonly { readonly name: string; readonly on: readonly string[] }[],
): Promise<readonly Lag[]> {
  const { rows } = await pool.query<Lag>(
    `select c.consumer, w.n as waiting, greatest(0, w.oldest) as oldest_seconds from event_cursors c
     join jsonb_to_recordset($1::jsonb) as k(name text, types jsonb) on k.name = c.consumer
     cross join lateral (
       select count(*) as n, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest from (
         select e.created_at from events e where (e.tx, e.id) > (c.tx, c.id) and k.types ? e.type order by e.tx, e.id limit ${mostCounted}) e) w
     order by c.consumer`,
    [JSON.stringify(consumers.map(({ name, on }) => ({ name, types: on })))],
  );
  return rows;
}
