import type { RunWait } from "#contract/runs/run.ts";
import type { Store } from "#server/platform/db/open.ts";
import type { Context } from "#server/platform/http/context.ts";
import { heldStatuses } from "#server/engine/run-state.ts";

/** Runs that may wait for their model or for their next try; the others need no look. */
export const workingStatuses: readonly string[] = ["pending", ...heldStatuses];

interface Listed {
  readonly id: string;
  readonly status: string;
}

/** As {@link runWaits}, of those that may wait. */
export function waitsOfRuns({ store, config }: Pick<Context, "store" | "config">, runs: readonly Listed[]): Promise<RunWait[]> {
  const working = runs.filter(({ status }) => workingStatuses.includes(status));
  return runWaits(
    store.pool,
    working.map(({ id }) => id),
    config.model.retryForMs,
  );
}

/**
 * What these runs wait for. A silence counts as long as the worker that stored it has the run and lives; `patienceMs` is how long faults are
 * waited out.
 */
export async function runWaits(pool: Store["pool"], ids: readonly string[], patienceMs: number): Promise<RunWait[]> {
  if (ids.length === 0) return [];
  const { rows } = await pool.query<Silence & Retry>({ name: "run-waits", text: waits, values: [ids, patienceMs / 1000] });
  return rows.map(({ run_id, model, since, within, ...retry }) =>
    within === null ? { run_id, model, since, for: "retry", ...retry } : { run_id, model, since, for: within ? "more" : "answer" },
  );
}

interface Silence {
  readonly run_id: string;
  readonly model: string | null;
  readonly since: string;
  /** Null of a retry, whose columns are null otherwise. */
  readonly within: boolean | null;
}
type Retry = Pick<Extract<RunWait, { for: "retry" }>, "attempt" | "reason" | "next_at" | "gives_up_at">;

const model = "b.config #>> '{data,model}' as model";
const waits = `
  select r.id as run_id, ${model}, s.since, s.within, null::int as attempt, null::text as reason, null::timestamptz as next_at,
    null::timestamptz as gives_up_at
  from runs r join model_silences s on s.run_id = r.id and s.lease = r.lease
    join workers w on w.id = r.worker_id and w.alive_until > now() left join revisions b on b.id = r.build_id
  where r.id = any($1::uuid[]) and r.status = any('{${heldStatuses.join(",")}}')
  union all
  select r.id, ${model}, r.retrying_since, null, r.attempt, r.retry_reason, r.next_attempt_at,
    greatest(r.next_attempt_at, r.retrying_since + make_interval(secs => $2))
  from runs r left join revisions b on b.id = r.build_id
  where r.id = any($1::uuid[]) and r.status = 'pending' and r.retry_reason is not null and r.next_attempt_at is not null
    and r.retrying_since is not null`;
