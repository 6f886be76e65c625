import { sql } from "drizzle-orm";
import type { EventType } from "#contract/event.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { RecordedEvent } from "#server/platform/events/consumers.ts";
import type { Cause } from "./cause.ts";

/** What people have to be told of events of some types. What an event is about may be gone by now: then nobody is told. */
export type ReadCauses<T extends EventType> = (db: Db, events: readonly RecordedEvent<T>[]) => Promise<Cause[]>;

/** Events as rows `e`, with their place `n`. */
export function rowsOf(events: readonly RecordedEvent<EventType>[]) {
  const rows = events.map(({ id, type, team_id, subject_id, data, created_at }, n) => ({
    n,
    id: `${id}`,
    type,
    team_id,
    subject_id,
    data,
    created_at,
  }));
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as e(n int, id text, type text, team_id uuid, subject_id uuid, data jsonb, created_at timestamptz)`;
}
