import { getTableColumns } from "drizzle-orm";
import type pg from "pg";
import { runs } from "#server/db/tables/runs.ts";
import { advance, describe } from "./advance.ts";
import type { ClaimedRun, RunRecord } from "./run-log.ts";
import type { EngineServices } from "./services.ts";

/** A worker that has not prolonged its lease for this long is taken for dead. */
const leaseSeconds = 15;
const beatMs = 4_000;
const pollMs = 500;
/** Runs in work at the same time in one process; most of them wait for a model. */
const capacity = 64;

export interface Dispatcher {
  /** Something may be due: looks at once. */
  wake(): void;
  /** Ends the work on a run in this process, if it is here. */
  abort(runId: string): void;
  readonly held: () => number;
  close(): Promise<void>;
}

/**
 * Takes due runs out of the store and works on them. The run's row is the queue: `for update skip locked` gives each to one worker, the
 * lease fences a worker that was given up, and a dead worker's runs are found by the lease running out.
 */
export function createDispatcher(services: EngineServices): Dispatcher {
  const held = new Map<string, { abort: AbortController; done: Promise<void>; run: RunRecord }>();
  let claiming: Promise<void> | undefined;
  let again = false;
  let closed = false;
  /** Whether due runs may have been left because this process had its hands full. */
  let full = false;

  function wake(): void {
    if (closed) return;
    again = true;
    claiming ??= (async () => {
      while (again && !closed && held.size < capacity) {
        again = false;
        const claimed = await claim(services.store.pool, Math.min(16, capacity - held.size));
        for (const run of claimed) begin(run);
        if (claimed.length > 0) again = true;
      }
      full = again;
    })()
      .catch((error: unknown) => services.log.warn({ error: describe(error) }, "could not look for due runs"))
      .finally(() => void (claiming = undefined));
  }

  function begin(run: ClaimedRun): void {
    // A run that comes back while its former work still winds down in this process: the former one has lost the lease.
    held.get(run.id)?.abort.abort();
    const abort = new AbortController();
    const entry = { abort, run, done: Promise.resolve() };
    held.set(run.id, entry);
    entry.done = advance(services, run, abort.signal).finally(() => {
      if (held.get(run.id) === entry) held.delete(run.id);
      if (full) wake();
    });
  }

  async function beat(): Promise<void> {
    if (held.size === 0) return;
    const rows = [...held.values()];
    const kept = await services.store.pool.query<{ id: string; lease: number }>(
      `update runs set lease_until = now() + make_interval(secs => $3) from unnest($1::uuid[], $2::int[]) as h(held_id, held_lease)
       where id = held_id and lease = held_lease and status in ('starting', 'running') returning id, lease`,
      [rows.map((r) => r.run.id), rows.map((r) => r.run.lease), leaseSeconds],
    );
    const alive = new Set(kept.rows.map((r) => `${r.id}:${r.lease}`));
    for (const { run, abort } of rows) if (!alive.has(`${run.id}:${run.lease}`)) abort.abort();
  }

  const poll = setInterval(wake, pollMs);
  const heart = setInterval(
    () => void beat().catch((error: unknown) => services.log.warn({ error: describe(error) }, "could not prolong leases")),
    beatMs,
  );
  return {
    wake,
    abort: (runId) => held.get(runId)?.abort.abort(),
    held: () => held.size,
    async close() {
      closed = true;
      clearInterval(poll);
      clearInterval(heart);
      await claiming;
      const working = [...held.values()];
      for (const { abort } of working) abort.abort();
      await Promise.all(working.map((w) => w.done));
      await release(
        services.store.pool,
        working.map((w) => w.run),
      );
    },
  };
}

const columns = Object.keys(getTableColumns(runs))
  .map((name) => `r.${name}`)
  .join(", ");

/** A program begins once it has a place in a sandbox; a model needs none, so its run is running from here on. */
async function claim(pool: pg.Pool, limit: number): Promise<ClaimedRun[]> {
  const result = await pool.query<ClaimedRun>({
    name: "claim-runs",
    text: `with due as (
        select id, build_id, agent_id from runs where status in ('pending', 'starting', 'running')
          and ((status = 'pending' and (next_attempt_at is null or next_attempt_at <= now())) or (status <> 'pending' and lease_until < now()))
        order by created_at, id limit $1 for update skip locked)
      update runs r set status = case when b.config #> '{data,model}' is null then 'starting' else 'running' end, lease = r.lease + 1,
        lease_until = now() + make_interval(secs => $2), next_attempt_at = null, started_at = coalesce(r.started_at, now()), updated_at = now()
      from due left join revisions b on b.id = due.build_id join agents a on a.id = due.agent_id
      where r.id = due.id returning ${columns}, b.config, b.handover_target_ids, b.handover_to,
        b.sub_agent_ids, a.agentic_memory_enabled as memory`,
    values: [limit, leaseSeconds],
  });
  return result.rows;
}

/** Hands over at a clean stop: whoever comes next need not wait for leases to run out. */
async function release(pool: pg.Pool, working: RunRecord[]): Promise<void> {
  if (working.length === 0) return;
  await pool
    .query(
      "update runs set lease_until = now() from unnest($1::uuid[], $2::int[]) as h(held_id, held_lease) where id = held_id and lease = held_lease and status in ('starting', 'running')",
      [working.map((r) => r.id), working.map((r) => r.lease)],
    )
    .catch(() => undefined);
}
