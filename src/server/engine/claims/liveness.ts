import { hostname } from "node:os";
import type { WorkerReport } from "#contract/runs/engine.ts";
import { newId } from "#server/platform/db/columns.ts";
import { ownConnection } from "#server/platform/db/own-connection.ts";
import { createPulse } from "#server/platform/db/pulse.ts";
import { describe } from "#server/platform/work/describe.ts";
import type { EngineServices } from "#server/engine/services.ts";
import { figure } from "#server/platform/metrics/metrics.ts";

const beats = figure("caseload_beats_total", "Signs of life of this process, by whether the store heard them.", "result");
const clockAhead = figure("caseload_clock_ahead_seconds", "Seconds by which this process' clock is ahead of the store's.");

/** A process that has not said for this long that it lives is taken for dead. */
export const leaseSeconds = 6;
const beatMs = 1_000;
/** Between two tries to say it to a store that does not answer. */
const longestRestMs = 250;
/**
 * So long after it was heard last, a process keeps what it works on. Where the store was away for all, nobody has taken it. Where others could reach
 * the store, what the process writes is refused: the run has another lease.
 */
const keptSeconds = 20;
/** Others that had lost the store too say again that they live before anybody takes what they hold. */
const othersSeconds = 3;

/** What a process says of itself, but for its clock. */
export type OwnReport = Omit<WorkerReport, "clock_ahead_ms">;

/** What says to all processes on a store that this one lives. */
export interface Liveness {
  /** Names this process in what it works on; undefined while it must not work. */
  workerId(): string | undefined;
  /** Calls back when this process is dead for all others: whatever it works on has to end. */
  onLost(listener: () => void): void;
  /** Calls back when this process lives again that others could take for dead: what it works on may be somebody else's. */
  onRegained(listener: () => void): void;
  /** Lets others take at once what this process still held. */
  close(): Promise<void>;
}

/**
 * Says that this process lives, on a connection of its own: work and requests may hold all others for as long as they like. A process that
 * could not say so for a whole lease begins nothing. Once the store is back, it keeps what it works on where nobody has taken any of it. Otherwise,
 * and when the store stays away, it stops its work and goes on under another id: its former one is dead for good.
 */
export async function createLiveness(
  { store, log, metrics, config: { build }, paused = () => false }: Pick<EngineServices, "store" | "log" | "metrics" | "config" | "paused">,
  report: () => OwnReport,
): Promise<Liveness> {
  const connection = ownConnection(store.pool);
  const listeners: { lost: (() => void)[]; regained: (() => void)[] } = { lost: [], regained: [] };
  let former: string | undefined;
  /** `until` by the clock of this process, which started before the one of the store did: it ends no later. */
  let worker: { readonly id: string; until: number } | undefined;
  let deadline: NodeJS.Timeout | undefined;
  let clockAheadMs = 0;

  async function beat(): Promise<void> {
    const began = performance.now();
    const [beating, sent] = [worker, Date.now()];
    const says: WorkerReport = { ...report(), clock_ahead_ms: clockAheadMs };
    if (!beating) {
      const id = newId();
      const answer = await connection.query<Now>(register, [id, hostname(), process.pid, build.name, leaseSeconds, former, says]);
      compare(sent, answer.rows);
      worker = { id, until: began + leaseSeconds * 1000 };
    } else {
      const { rows } = await connection.query<Now>(prolong, [beating.id, leaseSeconds, says]);
      if (rows.length === 0) return regain(beating, says);
      compare(sent, rows);
      beating.until = began + leaseSeconds * 1000;
    }
    metrics.count(beats, { result: "heard" });
    watch();
  }
  /** Only one that ran out of time by itself: nobody says that a process is dead before. */
  async function regain(lapsed: NonNullable<typeof worker>, says: WorkerReport): Promise<void> {
    const began = performance.now();
    const values = [lapsed.id, leaseSeconds, says, keptSeconds - leaseSeconds];
    const { rows } = began >= lapsed.until ? await connection.query<Now>(takeBack, values) : { rows: [] };
    if (rows.length === 0) return lose(lapsed.id);
    if (worker !== lapsed) return;
    lapsed.until = began + leaseSeconds * 1000;
    log.warn({ worker: lapsed.id }, "the store is back; the work of this process continues");
    metrics.count(beats, { result: "heard" });
    watch();
    for (const listener of listeners.regained) listener();
  }
  /** What both ways took is shared between them. */
  function compare(sent: number, [answer]: readonly Now[]): void {
    if (answer) clockAheadMs = Math.round((sent + Date.now()) / 2 - answer.now);
  }
  function watch(): void {
    clearTimeout(deadline);
    if (!worker) return;
    const { id, until } = worker;
    deadline = setTimeout(() => lose(id), until + (keptSeconds - leaseSeconds) * 1000 - performance.now());
    deadline.unref();
  }
  function lose(id: string): void {
    if (worker?.id !== id) return;
    log.error({ worker: id }, "the store could not be told that this process lives; its work is stopped and taken up again");
    former = id;
    worker = undefined;
    for (const listener of listeners.lost) listener();
    pulse.now();
  }

  // One process to an embedded store: whoever is said to live is gone.
  if (store.embedded) await store.pool.query("update workers set alive_until = now() where alive_until > now()");
  const failed = (error: unknown) => {
    metrics.count(beats, { result: "failed" });
    log.warn({ error: describe(error) }, "could not say that this process lives");
    throw error;
  };
  const pulse = createPulse(beatMs, () => beat().catch(failed), { longestRestMs });
  metrics.gauge(clockAhead, () => clockAheadMs / 1000);
  await beat().catch(() => pulse.now());
  return {
    workerId: () => (worker && performance.now() < worker.until && !paused() ? worker.id : undefined),
    onLost: (listener) => void listeners.lost.push(listener),
    onRegained: (listener) => void listeners.regained.push(listener),
    async close() {
      await pulse.close();
      clearTimeout(deadline);
      if (worker)
        await connection.query("update workers set alive_until = now(), stopped = true where id = $1", [worker.id]).catch(() => undefined);
      await connection.close();
    },
  };
}

/** The store's clock, in milliseconds since 1970. */
interface Now {
  readonly now: number;
}
const storeClock = "(extract(epoch from clock_timestamp()) * 1000)::float8 as now";
export const register = `
  with ended as (update workers set alive_until = now() where id = $6 and alive_until > now())
  insert into workers (id, host, pid, version, alive_until, report) values ($1, $2, $3, $4, now() + make_interval(secs => $5), $7)
  returning ${storeClock}`;
export const prolong = `update workers set alive_until = now() + make_interval(secs => $2), report = $3
  where id = $1 and alive_until > now() returning ${storeClock}`;
/** Those of whom others took something stay dead. */
const takeBack = `update workers set alive_until = now() + make_interval(secs => $2), report = $3, regained_at = now()
  where id = $1 and alive_until > now() - make_interval(secs => $4) and not stopped and taken_over = 0 returning ${storeClock}`;

/** For a claim, with the worker's id as its second parameter: only the living take anything. */
export const lives = "exists (select 1 from workers where id = $2 and alive_until > now())";
/** The same for what dead ones held: also of a claim that was on its way while the store was away. */
export const takesOver = `exists (select 1 from workers where id = $2 and alive_until > now()
  and (regained_at is null or regained_at < now() - interval '${othersSeconds} s'))`;
/** The ids of those whose work others take up. */
export const dead = "select id from workers where alive_until <= now()";

/** Tables whose rows name the worker that has them: a dead one is known for as long as one does, or nobody would take the row up. */
export const namesWorkers = ["runs", "builder_runs", "artifact_turns", "sample_workspaces", "clarity_generations", "clarity_exports"];
const holdsNothing = namesWorkers.map((table) => `not exists (select 1 from ${table} where worker_id = w.id)`);
/** Workers that died a day ago and hold nothing. */
export const removeOldWorkers = `delete from workers w where alive_until < now() - interval '1 day' and ${holdsNothing.join(" and ")}`;
