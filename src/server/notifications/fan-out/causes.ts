import type { EventType } from "#contract/event.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { RecordedEvent } from "#server/platform/events/consumers.ts";
import { ofGenerations, ofSuggestions } from "./agent-causes.store.ts";
import { ofCases } from "./case-causes.store.ts";
import type { Cause } from "./cause.ts";
import { ofAskedCaptures, ofExports } from "./clarity-causes.store.ts";
import { ofConnections } from "./connection-causes.store.ts";
import { ofFailedDashboards, ofPausedRefreshes, ofPublished } from "./dashboard-causes.store.ts";
import { ofJobs } from "./job-causes.store.ts";
import type { ReadCauses } from "./read-causes.ts";
import { ofRuns } from "./run-causes.store.ts";
import { ofPaused, ofSchedules } from "./schedule-causes.store.ts";

const readers = {
  "run.failed": ofRuns,
  "run.completed": ofRuns,
  "run.evaluated": ofRuns,
  "run.descendants_spent": ofRuns,
  "case.failed": ofCases,
  "case.evaluated": ofCases,
  "schedule.not_fired": ofSchedules,
  "schedule.auto_disabled": ofPaused,
  "event_trigger.auto_disabled": ofPaused,
  "connection.broken": ofConnections,
  "suggestion.made": ofSuggestions,
  "revision.generation_waiting": ofGenerations,
  "case_job.ended": ofJobs,
  "dashboard.failed": ofFailedDashboards,
  "dashboard.refresh_paused": ofPausedRefreshes,
  "dashboard.published": ofPublished,
  "clarity_process.capture_asked": ofAskedCaptures,
  "clarity_process.exported": ofExports,
  "clarity_process.export_failed": ofExports,
} as const satisfies { readonly [T in EventType]?: ReadCauses<T> };
export type ToldEvent = keyof typeof readers;
export const toldEvents = Object.keys(readers) as ToldEvent[];

/** What people have to be told of some events, one statement for each kind of thing that they are about. */
export async function causesOf(db: Db, events: readonly RecordedEvent<ToldEvent>[]): Promise<Cause[]> {
  const kinds = Map.groupBy(events, ({ type }) => readers[type] as ReadCauses<ToldEvent>);
  const found: Cause[] = [];
  for (const [read, some] of kinds) found.push(...(await read(db, some)));
  return found.toSorted((a, b) => a.at.localeCompare(b.at));
}
