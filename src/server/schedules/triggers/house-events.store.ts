import { type SQL, sql } from "drizzle-orm";
import { casePriorities } from "#contract/queues/case.ts";
import type { EventFacts } from "#contract/schedules/trigger-filter.ts";
import { type HouseType, mostTried } from "#contract/schedules/trigger-words.ts";
import { withInstants } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { houseKinds } from "./trigger-types.ts";

const priority = sql.raw(`(array[${casePriorities.map((word) => `'${word}'`).join(", ")}])[c.priority + 1]`);

/** What is known of events `e`: of a case or a run as it is now, of a file as it was then. */
export const houseFacts = sql`case when e.type like 'case.%'
  then jsonb_build_object('case_id', e.subject_id, 'queue_id', e.data -> 'queue_id', 'run_id', e.data -> 'run_id', 'agent_id', e.data -> 'agent_id',
    'priority', ${priority}, 'title', c.title)
  when e.type like 'file.%'
  then jsonb_build_object('path', f.path, 'media_type', f.mimetype, 'size', f.size_bytes, 'run_id', e.data -> 'run_id', 'agent_id', e.data -> 'agent_id')
  else jsonb_build_object('run_id', e.subject_id, 'agent_id', e.data -> 'agent_id', 'title', r.title) end`;
/** The run that caused an event `e`. */
export const causeOf = sql`case when e.type like 'run.%' then e.subject_id else (e.data ->> 'run_id')::uuid end`;
export const subjects = sql`left join cases c on e.type like 'case.%' and c.id = e.subject_id
  left join file_changes f on e.type like 'file.%' and f.id = (e.data ->> 'change_id')::uuid
  left join runs r on e.type like 'run.%' and r.id = e.subject_id`;

interface Recent {
  readonly id: string;
  readonly occurred_at: string;
  readonly facts: EventFacts;
}

/** Of so many events of a team those are looked for that somebody sees. */
const lookedThrough = 5_000;

/** The newest events of a type in a team, the newest first. `seesRuns`: whose runs somebody sees, as a condition on `r`. */
export async function recentEvents(db: Db, teamId: string, type: HouseType, seesRuns: SQL): Promise<Recent[]> {
  const { rows } = await db.execute(sql`
    select e.id::text as id, e.created_at as occurred_at, ${houseFacts} as facts
    from (select * from events where team_id = ${teamId} and type = ${houseKinds[type].on} order by created_at desc limit ${lookedThrough}) e
    ${subjects} where (e.type not like 'run.%' or ${seesRuns}) order by e.created_at desc, e.id desc limit ${mostTried}`);
  return (rows as unknown as Recent[]).map((row) => withInstants(row, "occurred_at"));
}

export async function isOfTeam(db: Db, table: "queues" | "agents", id: string, teamId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from ${sql.identifier(table)} where id = ${id} and team_id = ${teamId}`);
  return rows.length > 0;
}
