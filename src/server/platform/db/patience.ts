import { AsyncLocalStorage } from "node:async_hooks";
import { type SQL, sql } from "drizzle-orm";
import pg from "pg";

/** How long somebody waits for the store. */
export interface Patience {
  /** Milliseconds. All waits of one request share them: those one after the other are added up, and those at the same time pass once. */
  left: number;
  /** Milliseconds of these that a request may wait for a place among the requests in work. */
  room: number;
  /** Whether it had a place before: it goes on before others begin. */
  begun: boolean;
  /** What its transaction changes, by id: the row whose lock it may have to wait for. */
  about?: string | undefined;
  /** Where the request comes from, as JSON: events that it leads to are stored with it. Absent for what only reads. */
  origin?: string | undefined;
  /** It takes no place: who watches the service learns how it is also while all places are taken. */
  readonly uncounted?: true;
  /** A caller is waiting: as soon as the store is known to be away, the wait ends. */
  readonly request: boolean;
  /** Milliseconds that a request waits for a lock: who waits for one holds a connection, and gives it back while others still have patience. */
  readonly lockMs: number;
}

/**
 * What all statements of a request may take together while the store is there, unless a setting says otherwise. A caller who has waited longer is
 * served better by an answer that says when to come back.
 */
const requestMs = 10_000;
/**
 * Less than the two seconds after which a caller is told that the store is away, and not the same for all: who came together would be told
 * together and come again together, each time in one heap before everybody else.
 */
const roomMs = { least: 1_000, most: 1_500 };
/** Who watches the service asks often, and takes no answer for an answer. */
const watchMs = 2_000;
/** Twice what the store allows one statement: an answer later than this never comes, because its connection is dead. */
const backgroundMs = 60_000;

/** How a transaction begins. Of a request that changes something, triggers read in `caseload.origin` where it comes from. */
export function beginOf({ request, origin, lockMs }: Patience): string {
  if (!request) return "begin";
  const begin = `begin; set local lock_timeout = ${lockMs}`;
  return origin === undefined ? begin : `${begin}; set local caseload.origin = ${pg.escapeLiteral(origin)}`;
}

const storage = new AsyncLocalStorage<Patience | undefined>();

/** The patience of whoever is running: a request's own, or for each statement of background work a whole one. */
export function currentPatience(): Patience {
  return storage.getStore() ?? patienceOf(backgroundMs);
}

/** The same for a statement that is a transaction by itself: a condition to add, true, for the locks that are taken after it was read. */
export function waitsBriefly(): SQL {
  const { request, lockMs } = currentPatience();
  return sql.raw(request ? ` and set_config('lock_timeout', '${lockMs}', true) is not null` : "");
}

/** What {@link beginOf} sets, for a statement that is a transaction by itself: each is an expression that sets it. */
export function requestSettings(): SQL[] {
  const { request, origin, lockMs } = currentPatience();
  if (!request) return [];
  const lockTimeout = sql.raw(`set_config('lock_timeout', '${lockMs}', true)`);
  return origin === undefined ? [lockTimeout] : [lockTimeout, sql`set_config('caseload.origin', ${origin}, true)`];
}

export function newRequestPatience(left = requestMs): Patience {
  const room = roomMs.least + Math.random() * (roomMs.most - roomMs.least);
  return { left, room, begun: false, request: true, lockMs: left / 2 };
}

/** For what says how the service is. */
export function whileWatching<T>(work: () => T): T {
  return storage.run({ ...newRequestPatience(), left: watchMs, uncounted: true }, work);
}

/** Of work that nobody waits for. */
export function patienceOf(left: number): Patience {
  return { left, room: 0, begun: false, request: false, lockMs: 0 };
}

/** Lets everything that `work` starts share this patience. */
export function withPatience<T>(patience: Patience, work: () => T): T {
  return storage.run(patience, work);
}

/**
 * For one page of a long answer, whose reader waits: it takes a place as a request does, behind what people look at, and has the patience that
 * nobody had to begin with.
 */
export function forNextPage<T>(read: () => T): T {
  return storage.run({ ...newRequestPatience(), left: backgroundMs, room: requestMs }, read);
}

/** For work that a request starts and does not wait for. */
export function inBackground<T>(work: () => T): T {
  return storage.run(undefined, work);
}

/** For statements of which nobody knows how long they take, such as a change of a large table. */
export function withoutLimit<T>(work: () => T): T {
  return storage.run(patienceOf(Number.POSITIVE_INFINITY), work);
}
