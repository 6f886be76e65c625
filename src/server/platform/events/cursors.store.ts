import { type SQL, sql } from "drizzle-orm";
import type pg from "pg";
import type { Db } from "#server/platform/db/open.ts";
import type { Origin } from "./origin.ts";

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
  readonly origin: Origin | null;
  readonly created_at: string;
}

/** A consumer that comes new begins with what happens from now on. */
export async function startCursor(pool: Pool, name: string): Promise<void> {
  await pool.query(`insert into event_cursors (consumer, tx, id) values ($1, settled_before(), 0) on conflict do nothing`, [name]);
}

/**
 * The next events of some types that are settled: no open transaction of this database began before theirs, so nothing comes to lie before
 * them any more.
 * `to`: the place after which to read on; absent where nothing was passed. `more`: not all of them were looked through. `waiting`: there are
 * others, committed and not settled.
 */
export async function readOn(
  pool: Pool,
  name: string,
  types: readonly string[],
  limit: number,
): Promise<{ from: Position; to: Position | undefined; events: Stored[]; more: boolean; waiting: boolean }> {
  const { rows } = await pool.query<Row>(nextEvents, [name, types, limit]);
  const [first] = rows;
  if (!first) throw new Error(`The consumer ${name} has no cursor.`);
  const { from_tx, from_id, horizon, looked, last_tx, last_id, waiting } = first;
  const events = rows.flatMap(({ id, ...row }) => (id === null ? [] : [{ ...row, id }]));
  const last = events.at(-1);
  const isFull = looked === limit * lookedThrough;
  const seen = isFull && last_tx !== null && last_id !== null ? { tx: last_tx, id: last_id } : { tx: horizon, id: 0 };
  // Up to there all were looked through, also those of other types.
  const to = events.length === limit && last ? { tx: last.tx, id: last.id } : looked > 0 ? seen : undefined;
  return { from: { tx: from_tx, id: from_id }, to, events, more: isFull || events.length === limit, waiting };
}

type Row = Omit<Stored, "id"> & {
  readonly id: number | null;
  readonly from_tx: string;
  readonly from_id: number;
  readonly horizon: string;
  readonly looked: number;
  readonly last_tx: string | null;
  readonly last_id: number | null;
  readonly waiting: boolean;
};

/** Of all types, for each event that is asked for: so far a look goes. */
const lookedThrough = 10;

/**
 * Reads as much of the primary key as it goes on by, however many events are kept and of whatever types: the limits inside keep the planner
 * from collecting all events of a type, and nothing is asked once for each row.
 */
export const nextEvents = `
  with at as materialized (
    select c.tx as from_tx, c.id as from_id, settled_before() as horizon from event_cursors c where c.consumer = $1),
  ahead as materialized (
    select e.tx, e.id, e.type, e.team_id, e.actor_kind, e.actor_id, e.subject_id, e.data, e.origin, e.created_at from events e
    where (e.tx, e.id) > ((select from_tx from at), (select from_id from at)) and e.tx < (select horizon from at)
    order by e.tx, e.id limit $3::int * ${lookedThrough}),
  unsettled as materialized (
    select w.type from events w where w.tx >= (select horizon from at) order by w.tx, w.id limit 1000),
  last as (select tx, id from ahead order by tx desc, id desc limit 1)
  select at.from_tx, at.from_id, at.horizon, (select count(*) from ahead) as looked, last.tx as last_tx, last.id as last_id,
    exists (select from unsettled where type = any($2)) as waiting, e.*
  from at left join last on true
  left join (select * from ahead where type = any($2) order by tx, id limit $3) e on true
  order by e.tx, e.id`;

const placeOf = (name: string, column: "tx" | "id"): SQL =>
  sql`(select ${sql.identifier(column)} from event_cursors where consumer = ${name})`;

/** Whether there is something after the cursor of a consumer, of whatever type. In order: otherwise the planner would read all that were kept. */
export const isBehind = (name: string): SQL => sql`
  (select id from events where (tx, id) > (${placeOf(name, "tx")}, ${placeOf(name, "id")}) order by tx, id limit 1) is not null`;

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
