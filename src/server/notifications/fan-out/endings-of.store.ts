import { sql } from "drizzle-orm";
import type { EventType } from "#contract/event.ts";
import { isoInstant } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { RecordedEvent } from "#server/platform/events/consumers.ts";
import { type Ending, endingOf } from "./endings.ts";
import { rowsOf } from "./read-causes.ts";

const ofSchedule = (id: string) => [endingOf.schedule(id), endingOf.missed(id), endingOf.pausedSchedule(id)];

const ends = {
  "run.completed": ({ data }) => endingOf.run(data.agent_id),
  "case.completed": ({ data }) => endingOf.queue(data.queue_id),
  "case.canceled": ({ data }) => endingOf.queue(data.queue_id),
  "case.reprocessed": ({ data }) => endingOf.queue(data.queue_id),
  "case.status_changed": ({ data }) => endingOf.queue(data.queue_id),
  // The next due time makes up for nothing that was missed; a person who starts a run does.
  "schedule.fired": ({ subject_id, actor_kind }) => (actor_kind === "user" ? ofSchedule(subject_id) : endingOf.schedule(subject_id)),
  // A change that leaves it paused ends nothing: `stillBad` looks.
  "schedule.updated": ({ subject_id }) => endingOf.pausedSchedule(subject_id),
  "event_trigger.saved": ({ subject_id }) => endingOf.trigger(subject_id),
  "event_trigger.deleted": ({ subject_id }) => endingOf.trigger(subject_id),
  "schedule.deleted": ({ subject_id }) => ofSchedule(subject_id),
  "connection.updated": ({ subject_id }) => endingOf.connection(subject_id),
  "connection.deleted": ({ subject_id }) => endingOf.connection(subject_id),
  "connection.grant_revoked": ({ subject_id, data: { team_id } }) => ({ ends: endingOf.connection(subject_id), team_id }),
  "connection.grant_given_up": ({ subject_id, data: { team_id } }) => ({ ends: endingOf.connection(subject_id), team_id }),
  "suggestion.applied": ({ subject_id }) => endingOf.suggestion(subject_id),
  "suggestion.rejected": ({ subject_id }) => endingOf.suggestion(subject_id),
  // Who asks again replaces what waited: `replacedBy` looks.
  "revision.generation_started": () => [],
  "revision.generation_answered": ({ data }) => endingOf.generation(data.builder_run_id),
  "revision.generation_accepted": ({ data }) => endingOf.generation(data.builder_run_id),
  "revision.generation_declined": ({ data }) => endingOf.generation(data.builder_run_id),
  "revision.generation_canceled": ({ data }) => endingOf.generation(data.builder_run_id),
  "dashboard.generated": ({ subject_id }) => endingOf.dashboard(subject_id),
  // A change that leaves it paused ends nothing: `stillBad` looks.
  "dashboard.updated": ({ subject_id }) => endingOf.refresh(subject_id),
  "dashboard.deleted": ({ subject_id }) => [endingOf.dashboard(subject_id), endingOf.refresh(subject_id)],
  "case_job.resumed": ({ subject_id }) => endingOf.job(subject_id),
  "clarity_process.capture_unasked": ({ data }) => (data.user_id === null ? [] : endingOf.capture(data.request_id, data.user_id)),
  "clarity_process.capture_answered": ({ data }) => (data.user_id === null ? [] : endingOf.capture(data.request_id, data.user_id)),
  // Whoever asks again has seen it.
  "clarity_process.export_started": ({ subject_id }) => endingOf.export(subject_id),
  "clarity_process.deleted": ({ subject_id }) => endingOf.export(subject_id),
  "case_job.aborted": ({ subject_id }) => endingOf.job(subject_id),
} as const satisfies { readonly [T in EventType]?: (event: RecordedEvent<T>) => End | readonly End[] };
type End = string | Omit<Ending, "at">;
export type EndingEvent = keyof typeof ends;
export const endingEvents = Object.keys(ends) as EndingEvent[];

/** What some events end. A queue is well again once none of its cases is failed, and a connection once it is signed in. */
export async function endingsOf(db: Db, events: readonly RecordedEvent<EventType>[]): Promise<Ending[]> {
  const found = events.flatMap((event): Ending[] => {
    const end = (ends[event.type as EndingEvent] as ((event: RecordedEvent<EventType>) => End | readonly End[]) | undefined)?.(event) ?? [];
    return [end].flat().map((one) => ({ ...(typeof one === "string" ? { ends: one } : one), at: isoInstant(event.created_at) }));
  });
  found.push(...(await replacedBy(db, events)));
  const kept = await stillBad(db, [...new Set(found.map((one) => one.ends))]);
  return found.filter((one) => one.team_id !== undefined || !kept.has(one.ends));
}

/** What waited at a revision for which another generation started. What that one says waits since later. */
async function replacedBy(db: Db, events: readonly RecordedEvent<EventType>[]): Promise<Ending[]> {
  const started = events.filter(({ type }) => type === "revision.generation_started");
  if (started.length === 0) return [];
  const { rows } = await db.execute<{ id: string; at: string }>(sql`
    select b.id, e.created_at as at from ${rowsOf(started)} join builder_runs b on b.build_id = e.subject_id and b.created_at < e.created_at`);
  return rows.map(({ id, at }) => ({ ends: endingOf.generation(id), at: isoInstant(at) }));
}

async function stillBad(db: Db, all: readonly string[]): Promise<Set<string>> {
  const idsOf = (kind: string) => sql.param(all.filter((one) => one.startsWith(`${kind} `)).map((one) => one.slice(kind.length + 1)));
  const { rows } = await db.execute<{ ends: string }>(sql`
    select 'connection ' || c.id::text as ends from connections c where c.id = any(${idsOf("connection")}::uuid[]) and c.broken_at is not null
    union all
    select 'paused ' || s.id::text from schedules s where s.id = any(${idsOf("paused")}::uuid[]) and not s.enabled
    union all
    select 'trigger ' || t.id::text from event_triggers t where t.id = any(${idsOf("trigger")}::uuid[]) and not t.enabled
    union all
    select 'refresh ' || a.id::text from artifacts a where a.id = any(${idsOf("refresh")}::uuid[]) and a.refresh_paused_at is not null
    union all
    select 'queue ' || q.id::text from unnest(${idsOf("queue")}::uuid[]) as q(id)
    where exists (select from notifications n where n.ends = 'queue ' || q.id::text and n.resolved_at is null)
      and exists (select from cases c where c.queue_id = q.id and c.state = 'failed')`);
  return new Set(rows.map((row) => row.ends));
}
