import { sql } from "drizzle-orm";
import type { EventType } from "#contract/event.ts";
import type { Severity } from "#contract/runs/evaluations.ts";
import type { BrokenReason } from "#contract/connections/connection-words.ts";
import type { FiringOutcome } from "#contract/schedules/firing-outcomes.ts";
import { isoInstant } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { RecordedEvent } from "#server/platform/events/consumers.ts";
import { type Cause, cause } from "./cause.ts";
import { said } from "./cause-words.ts";

type Of<T extends EventType> = readonly RecordedEvent<T>[];
/** What an event is about may be gone by now: then nobody is told. */
type Read<T extends EventType> = (db: Db, events: Of<T>) => Promise<Cause[]>;

/** Of a run: its owner, and nobody below Manager who could not open it. What a case's run comes to is told of the case. */
const ofRuns: Read<"run.failed" | "run.completed" | "run.evaluated"> = async (db, events) => {
  const { rows } = await db.execute<RunFacts>(sql`
    select e.type, e.created_at as at, e.data ->> 'failed' as failed, r.team_id, r.id as run_id, r.agent_id, r.user_id, r.run_number,
      r.case_queue_item_id is not null as of_case, r.source in ('console', 'api') and r.parent_run_id is null as by_person,
      r.failure ->> 'code' as code, r.failure ->> 'message' as message, a.name as agent
    from ${rowsOf(events)} join runs r on r.id = e.subject_id join agents a on a.id = r.agent_id order by e.n`);
  return rows.flatMap((run) => {
    const { type, team_id, agent_id, run_id, user_id } = run;
    const about = { team_id, agent_id, run_id, at: isoInstant(run.at), people: [user_id] };
    if (type === "run.evaluated") {
      if (!run.failed) return [];
      const critical = run.failed === "critical";
      const of = critical
        ? ({ type: "critical_eval_issue", severity: "critical" } as const)
        : ({ type: "eval_issue", severity: "warning" } as const);
      return [cause({ ...about, ...of, key: `evaluated ${agent_id} ${of.type}`, ...said.runEvaluated(run, critical) })];
    }
    if (run.of_case) return [];
    if (type === "run.failed")
      return [
        cause({
          ...about,
          type: "job_issue",
          severity: "warning",
          key: `failed ${agent_id} ${run.code}`,
          ...said.runFailed(run),
        }),
      ];
    return run.by_person ? [cause({ ...about, type: "job_done", severity: "success", key: `done ${run_id}`, ...said.runDone(run) })] : [];
  });
};
type RunFacts = {
  readonly type: "run.failed" | "run.completed" | "run.evaluated";
  readonly at: string;
  readonly failed: Severity | null;
  readonly team_id: string;
  readonly run_id: string;
  readonly agent_id: string;
  readonly user_id: string | null;
  readonly run_number: number;
  readonly of_case: boolean;
  readonly by_person: boolean;
  readonly code: string | null;
  readonly message: string | null;
  readonly agent: string;
};

const ofCases: Read<"case.failed" | "case.evaluated"> = async (db, events) => {
  const { rows } = await db.execute<CaseFacts>(sql`
    select e.type, e.created_at as at, e.data ->> 'failed' as failed, q.team_id, q.id as queue_id, q.name as queue, c.id as case_id, c.title,
      r.id as run_id, r.agent_id, r.user_id
    from ${rowsOf(events)} join cases c on c.id = e.subject_id join queues q on q.id = c.queue_id
    left join runs r on r.id = coalesce((e.data ->> 'run_id')::uuid, c.run_id)
    where e.type = 'case.failed' or e.data ->> 'failed' is not null order by e.n`);
  return rows.map((one) => {
    const { type, team_id, queue_id, case_id, run_id, agent_id, user_id } = one;
    const about = { team_id, queue_id, case_id, run_id, agent_id, at: isoInstant(one.at), people: [user_id], creator: true };
    if (type === "case.failed")
      return cause({
        ...about,
        type: "case_failed",
        severity: "warning",
        key: `case failed ${queue_id} ${agent_id}`,
        ...said.caseFailed(one),
      });
    const critical = one.failed === "critical";
    const of = critical
      ? ({ type: "critical_case_issue", severity: "critical" } as const)
      : ({ type: "case_issue", severity: "warning" } as const);
    return cause({ ...about, ...of, key: `case evaluated ${queue_id} ${of.type}`, ...said.caseEvaluated(one, critical) });
  });
};
type CaseFacts = {
  readonly type: "case.failed" | "case.evaluated";
  readonly at: string;
  readonly failed: Severity | null;
  readonly team_id: string;
  readonly queue_id: string;
  readonly queue: string;
  readonly case_id: string;
  readonly title: string;
  readonly run_id: string | null;
  readonly agent_id: string | null;
  readonly user_id: string | null;
};

/** Of another person's schedule only Managers know. An overlap is what its schedule asked for. */
const ofSchedules: Read<"schedule.not_fired"> = async (db, events) => {
  const { rows } = await db.execute<ScheduleFacts>(sql`
    select e.created_at as at, e.data ->> 'outcome' as outcome, (e.data ->> 'count')::int as due, s.id as schedule_id, s.user_id, a.id as agent_id,
      a.team_id, a.name as agent
    from ${rowsOf(events)} join schedules s on s.id = e.subject_id join agents a on a.id = s.agent_id
    where e.data ->> 'outcome' <> 'overlap' order by e.n`);
  return rows.map(({ at, schedule_id, user_id, ...one }) =>
    cause({
      team_id: one.team_id,
      agent_id: one.agent_id,
      at: isoInstant(at),
      people: [user_id],
      type: "schedule_issue",
      severity: "warning",
      key: `schedule ${schedule_id} ${one.outcome}`,
      count: one.due,
      ...said.notFired(one),
    }),
  );
};
type ScheduleFacts = {
  readonly at: string;
  readonly outcome: FiringOutcome;
  readonly due: number;
  readonly schedule_id: string;
  readonly user_id: string;
  readonly agent_id: string;
  readonly team_id: string;
  readonly agent: string;
};

/** A personal one is its owner's alone, so nobody else is told. */
const ofConnections: Read<"connection.broken"> = async (db, events) => {
  const { rows } = await db.execute<{
    at: string;
    event: string;
    reason: BrokenReason;
    id: string;
    name: string;
    team_id: string;
    user_id: string | null;
  }>(sql`
    select e.created_at as at, e.id as event, e.data ->> 'reason' as reason, c.id, c.name, c.team_id, c.user_id
    from ${rowsOf(events)} join connections c on c.id = e.subject_id where c.broken_at is not null order by e.n`);
  return rows.map(({ at, event, id, team_id, user_id, ...one }) =>
    cause({
      team_id,
      connection_id: id,
      at: isoInstant(at),
      people: [user_id],
      type: "connection_broken",
      // Managers are told of what is critical, and a personal connection is no business of theirs.
      severity: user_id === null ? "critical" : "info",
      key: `broken ${id} ${event}`,
      ...said.connectionBroken(one),
    }),
  );
};

const ofSuggestions: Read<"suggestion.made"> = async (db, events) => {
  const { rows } = await db.execute<{ at: string; id: string; title: string; agent_id: string; team_id: string; agent: string }>(sql`
    select e.created_at as at, s.id, s.title, a.id as agent_id, a.team_id, a.name as agent
    from ${rowsOf(events)} join suggestions s on s.id = e.subject_id join agents a on a.id = s.agent_id
    where s.status = 'pending' and a.deleted_at is null order by e.n`);
  return rows.map(({ at, id, agent_id, team_id, ...one }) =>
    cause({
      team_id,
      agent_id,
      at: isoInstant(at),
      type: "config_proposal",
      severity: "info",
      key: `suggestion ${id}`,
      creator: true,
      ...said.suggested(one),
    }),
  );
};

const ofGenerations: Read<"revision.generation_waiting"> = async (db, events) => {
  const { rows } = await db.execute<{
    at: string;
    id: string;
    build_id: string;
    asks: boolean;
    user_id: string | null;
    agent_id: string;
    team_id: string;
    agent: string;
    summary: string | null;
  }>(sql`
    select e.created_at as at, b.id, b.build_id, b.status = 'waiting_for_input' as asks, b.user_id, b.summary, a.id as agent_id, a.team_id, a.name as agent
    from ${rowsOf(events)} join builder_runs b on b.id = (e.data ->> 'builder_run_id')::uuid join agents a on a.id = b.agent_id
    where b.status in ('waiting_for_input', 'waiting_for_approve') and a.deleted_at is null order by e.n`);
  return rows.map(({ at, id, user_id, agent_id, team_id, build_id, ...one }) =>
    cause({
      team_id,
      agent_id,
      build_id,
      at: isoInstant(at),
      type: "config_proposal",
      severity: "info",
      key: `generation ${id} ${one.asks}`,
      people: [user_id],
      ...said.generationWaits(one),
    }),
  );
};

const ofJobs: Read<"case_job.ended"> = async (db, events) => {
  const { rows } = await db.execute<JobFacts>(sql`
    select e.created_at as at, j.id, j.act ->> 'kind' as kind, j.status = 'failed' as stuck, j.error, j.done, j.failed, j.started_by, q.id as queue_id,
      q.team_id, q.name as queue
    from ${rowsOf(events)} join case_jobs j on j.id = e.subject_id join queues q on q.id = j.queue_id order by e.n`);
  return rows.map(({ at, id, started_by, queue_id, team_id, ...one }) =>
    cause({
      team_id,
      queue_id,
      at: isoInstant(at),
      type: "background_job",
      severity: one.stuck ? "warning" : "info",
      key: `job ${id}`,
      people: [started_by],
      ...said.jobEnded(one),
    }),
  );
};
type JobFacts = {
  readonly at: string;
  readonly id: string;
  readonly kind: string;
  readonly stuck: boolean;
  readonly error: string | null;
  readonly done: number;
  readonly failed: number;
  readonly started_by: string | null;
  readonly queue_id: string;
  readonly team_id: string;
  readonly queue: string;
};

const readers = {
  "run.failed": ofRuns,
  "run.completed": ofRuns,
  "run.evaluated": ofRuns,
  "case.failed": ofCases,
  "case.evaluated": ofCases,
  "schedule.not_fired": ofSchedules,
  "connection.broken": ofConnections,
  "suggestion.made": ofSuggestions,
  "revision.generation_waiting": ofGenerations,
  "case_job.ended": ofJobs,
} as const satisfies { readonly [T in EventType]?: Read<T> };
export type ToldEvent = keyof typeof readers;
export const toldEvents = Object.keys(readers) as ToldEvent[];

/** What people have to be told of some events, one statement for each kind of thing that they are about. */
export async function causesOf(db: Db, events: readonly RecordedEvent<ToldEvent>[]): Promise<Cause[]> {
  const kinds = Map.groupBy(events, ({ type }) => readers[type] as Read<ToldEvent>);
  const found: Cause[] = [];
  for (const [read, some] of kinds) found.push(...(await read(db, some)));
  return found.toSorted((a, b) => a.at.localeCompare(b.at));
}

/** Events as rows `e`, with their place `n`. */
function rowsOf(events: readonly RecordedEvent<EventType>[]) {
  const rows = events.map(({ id, type, subject_id, data, created_at }, n) => ({ n, id: `${id}`, type, subject_id, data, created_at }));
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as e(n int, id text, type text, subject_id uuid, data jsonb, created_at timestamptz)`;
}
