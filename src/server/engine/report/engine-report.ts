import { type EngineState, WorkerReport, lateSeconds, mostCounted } from "#contract/runs/engine.ts";
import { whileWatching } from "#server/platform/db/patience.ts";
import { askedRarely } from "#server/platform/http/asked-rarely.ts";
import { type Sample, figure } from "#server/platform/metrics/metrics.ts";
import { answeredSoon } from "#server/platform/objects/reachable.ts";
import { leaseSeconds } from "#server/engine/claims/liveness.ts";
import type { EngineServices } from "#server/engine/services.ts";

const figures = {
  engineStateRead: figure("caseload_engine_state_read", "1 when the store answered for what follows."),
  due: figure("caseload_due", "What is due now, by kind of work.", "kind"),
  dueLate: figure("caseload_due_late", "What has been due for longer than it should, by kind of work.", "kind"),
  dueOldestSeconds: figure("caseload_due_oldest_seconds", "Seconds for which the oldest has been due, by kind of work.", "kind"),
  workersAlive: figure("caseload_workers_alive", "Processes that give signs of life."),
  webhooksRetrying: figure("caseload_webhooks_retrying", "Webhooks that failed and are tried again."),
  caseJobsFailing: figure("caseload_case_jobs_failing", "Jobs whose last portion failed."),
  storageUsedBytes: figure("caseload_storage_used_bytes", "Bytes of stored files."),
  storageFreeBytes: figure("caseload_storage_free_bytes", "Bytes that are free where files are stored."),
  objectsOrphaned: figure("caseload_objects_orphaned", "Stored files that no record names, and that will be removed."),
  objectsOrphanedOldestSeconds: figure("caseload_objects_orphaned_oldest_seconds", "Seconds for which the oldest of them has waited."),
  filesAnswer: figure("caseload_files_reachable", "1 when the store of file contents answered."),
  objectsUnconfirmed: figure("caseload_objects_unconfirmed", "Stored files whose record is not confirmed yet."),
};

type Asked = Pick<EngineServices, "store" | "objects">;

/** Screens and scrapes of several readers share an answer. */
const everyMs = 2_000;
/** Of what a crash left behind nobody needs the exact number. */
const mostUnconfirmed = 1_000;
const hourMs = 3_600_000;

/** How the engine of all processes does. It is answered also while requests take all the room that they have. */
export function createEngineState(services: Asked, lag: () => Promise<EngineState["events"]>): () => Promise<EngineState> {
  return askedRarely(
    everyMs,
    () => new Date(),
    () => whileWatching(() => readEngineState(services, lag)),
  );
}

async function readEngineState({ store, objects }: Asked, lag: () => Promise<EngineState["events"]>): Promise<EngineState> {
  const [{ rows }, free, events, unconfirmed] = await Promise.all([
    store.pool.query<{ state: Stored }>({ name: "engine-state", text: engineState }),
    answeredSoon(objects.free()),
    lag(),
    answeredSoon(countUpTo(mostUnconfirmed, objects.unconfirmed(new Date(Date.now() - hourMs)))),
  ]);
  const { storage, workers, ...state } = (rows[0] as { state: Stored }).state;
  return {
    ...state,
    events,
    // Another version of the service may say something else of itself.
    workers: workers.map((worker) => ({ ...worker, report: WorkerReport.safeParse(worker.report).data ?? null })),
    storage: { ...storage, free_bytes: free ?? null, unconfirmed: unconfirmed ?? null },
  };
}

type Stored = Omit<EngineState, "workers" | "storage" | "events"> & {
  readonly workers: (Omit<EngineState["workers"][number], "report"> & { readonly report: unknown })[];
  readonly storage: Omit<EngineState["storage"], "free_bytes" | "unconfirmed">;
};

async function countUpTo(most: number, entries: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of entries) if (++count === most) break;
  return count;
}

/** For the metrics. Without an answer of the store they say so and leave out the rest. */
export async function engineSamples(state: () => Promise<EngineState>): Promise<Sample[]> {
  const read = await state().catch(() => undefined);
  const samples: Sample[] = [{ figure: figures.engineStateRead, value: Number(read !== undefined) }];
  if (!read) return samples;
  const now = Date.parse(read.as_of);
  const age = (since: string | null) => (since === null ? 0 : Math.max(0, (now - Date.parse(since)) / 1000));
  for (const { kind, due, late, oldest_due_at } of read.work)
    samples.push(
      { figure: figures.due, labels: { kind }, value: due },
      { figure: figures.dueLate, labels: { kind }, value: late },
      { figure: figures.dueOldestSeconds, labels: { kind }, value: age(oldest_due_at) },
    );
  const { storage } = read;
  return [
    ...samples,
    { figure: figures.workersAlive, value: read.workers.filter((worker) => worker.state === "alive").length },
    { figure: figures.webhooksRetrying, value: read.retrying_webhooks },
    { figure: figures.caseJobsFailing, value: read.failing_jobs },
    { figure: figures.storageUsedBytes, value: storage.used_bytes },
    ...(storage.free_bytes === null ? [] : [{ figure: figures.storageFreeBytes, value: storage.free_bytes }]),
    { figure: figures.objectsOrphaned, value: storage.orphaned },
    { figure: figures.objectsOrphanedOldestSeconds, value: age(storage.oldest_orphaned_at) },
    { figure: figures.filesAnswer, value: Number(storage.unconfirmed !== null) },
    ...(storage.unconfirmed === null ? [] : [{ figure: figures.objectsUnconfirmed, value: storage.unconfirmed }]),
  ];
}

/** An instant as records carry it. */
const iso = (instant: string) => `to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
/** Instants are stored in milliseconds, so that one of now may be half of one ahead. */
const soon = "now() + interval '1 ms'";
/** One row of `work` from rows that have waited since `since`. */
const counted = (kind: string, since: string) => `
  select ${kind} as kind, count(*) as due, count(*) filter (where since < now() - interval '${lateSeconds} s') as late, min(since) as oldest
  from (${since}) waiting`;
const dueIn = (table: string) =>
  `(select next_attempt_at as since from ${table} where next_attempt_at < ${soon} order by next_attempt_at limit ${mostCounted})`;

/** Each part reads by an index no more than is counted; teams are found one after the other, without what they have in front of the next one. */
export const engineState = `
  with recursive teams_due as (
    (select program, team_id from runs where due_at is not null order by program, team_id limit 1)
    union all
    select n.program, n.team_id from teams_due t cross join lateral (
      select r.program, r.team_id from runs r where r.due_at is not null and (r.program, r.team_id) > (t.program, t.team_id)
      order by r.program, r.team_id limit 1) n),
  due_runs as (
    select t.program, d.* from teams_due t cross join lateral (${counted(
      "case when t.program then 'program' else 'model' end",
      `select r.due_at as since from runs r where r.program = t.program and r.team_id = t.team_id and r.due_at < ${soon}
       order by r.due_at limit ${mostCounted}`,
    )}) d),
  work as (
    select kind, sum(due) as due, sum(late) as late, min(oldest) as oldest from (
      select kind, due, late, oldest from due_runs
      union all ${counted(
        "'generation'",
        ["builder_runs", "artifact_turns", "clarity_generations"]
          .map(
            (table) => `(select case when status = 'not_started' then created_at else next_attempt_at end as since from ${table}
         where status in ('not_started', 'running') and (status = 'not_started' or (worker_id is null and next_attempt_at < ${soon}))
         order by created_at limit ${mostCounted})`,
          )
          .join(" union all "),
      )}
      union all ${counted("'evaluation'", `${dueIn("run_evaluations")} union all ${dueIn("case_evaluations")}`)}
      union all ${counted("'webhook'", dueIn("webhook_deliveries"))}) each group by kind),
  held as (
    select worker_id, count(*) filter (where not program) as model, count(*) filter (where program) as program, 0::bigint as generation
    from runs where worker_id is not null group by worker_id
    union all
    select worker_id, 0, 0, count(*) from builder_runs where worker_id is not null group by worker_id
    union all
    select worker_id, 0, 0, count(*) from artifact_turns where worker_id is not null group by worker_id
    union all
    select worker_id, 0, 0, count(*) from clarity_generations where worker_id is not null group by worker_id),
  latest as (select * from workers order by alive_until > now() desc, alive_until desc, id limit 100)
  select jsonb_build_object(
    'as_of', ${iso("now()::timestamptz(3)")},
    'work', (select json_agg(json_build_object('kind', k.kind, 'due', coalesce(w.due, 0), 'late', coalesce(w.late, 0),
        'oldest_due_at', ${iso("w.oldest")}) order by k.place)
      from unnest(array['model', 'program', 'generation', 'evaluation', 'webhook']) with ordinality k(kind, place) left join work w using (kind)),
    'workers', coalesce((select json_agg(json_build_object('id', l.id, 'host', l.host, 'pid', l.pid, 'version', l.version,
        'started_at', ${iso("l.started_at")}, 'last_beat_at', ${iso(`least(now(), l.alive_until - case when l.stopped then interval '0' else interval '${leaseSeconds} s' end)`)},
        'state', case when l.alive_until > now() then 'alive' when l.stopped then 'stopped' else 'lost' end,
        'holds', (select json_build_object('model', coalesce(sum(h.model), 0), 'program', coalesce(sum(h.program), 0),
          'generation', coalesce(sum(h.generation), 0)) from held h where h.worker_id = l.id),
        'taken_over', l.taken_over, 'report', l.report) order by l.alive_until > now() desc, l.started_at desc, l.id)
      from latest l), '[]'),
    'retrying_webhooks', (select count(*) from (select from webhook_deliveries where next_attempt_at >= ${soon} limit ${mostCounted}) later),
    'failing_jobs', (select count(*) from case_jobs where status = 'running' and failures > 0),
    'storage', (select json_build_object(
      'used_bytes', (select greatest(0, coalesce(sum(n), 0)) from storage_counts where scope >= 'organization:' and scope < 'organization;'),
      'orphaned', count(*), 'oldest_orphaned_at', ${iso("min(created_at)")})
      from (select created_at from orphaned_objects limit ${mostCounted}) orphans)) as state`;
