import { sql } from "drizzle-orm";
import { maxTimedMessages, type RunStretch } from "#contract/runs/run-time.ts";
import type { Db } from "#server/platform/db/open.ts";
import { activeStatuses } from "#server/engine/run-state.ts";
import type { RunRecord } from "#server/engine/log/run-record.ts";
import { type TimedMessage, type TimedRun, type TimedWait, timeOf } from "./run-time.ts";

type Row<T> = T & Record<string, unknown>;

/** More at once than anybody can look at; the latest. */
const maxWaits = 500;

/** What a run spent its time on, now. */
export async function timeOfRun(db: Db, { id, status, message_count }: RunRecord): Promise<RunStretch[]> {
  const from = message_count - maxTimedMessages;
  const { rows: messages } = await db.execute<Row<TimedMessage>>(sql`
    select seq, ${ms(sql`created_at`)} as at, type, role, subtype, tool_call_id, tool_name
    from run_messages where run_id = ${id} and seq >= ${from} order by seq limit ${maxTimedMessages}`);
  const { rows: waits } = await db.execute<Row<TimedWait>>(sql`
    select kind, name, call, ${ms(sql`since`)} as since, ${ms(sql`until`)} as until from (
      select 1 as place, case when kind in ('approval', 'tool_call') then 'approval' else 'question' end as kind, title as name, tool_call_id as call,
        created_at as since, coalesce(responded_at, cancelled_at) as until from human_requests where run_id = ${id}
      union all
      select 1, 'approval', title, tool_call_id, created_at, coalesce(resolved_at, cancelled_at) from case_approval_batches where run_id = ${id}
      union all
      select 2, 'sub_agent', a.name, c.parent_call_id, c.created_at, coalesce(m.created_at, c.completed_at)
      from runs c join runs r on r.id = c.parent_run_id and r.team_id = c.team_id join agents a on a.id = c.agent_id
      left join run_messages m on m.run_id = r.id and m.tool_call_id = c.parent_call_id and m.type = 'tool_result'
      where c.parent_run_id = ${id} and c.source = 'sub_agent'
      order by since desc limit ${maxWaits}) w
    order by place, since`);
  const { rows: runs } = await db.execute<Row<TimedRun & { now: number }>>(sql`
    select ${ms(sql`created_at`)} as created, ${ms(sql`started_at`)} as started, status = 'pending' as pending, program, ${ms(sql`now()`)} as now,
      ${activeStatuses.includes(status) ? sql`null::float8` : ms(sql`coalesce(completed_at, updated_at)`)} as ended
    from runs where id = ${id}`);
  const [run] = runs;
  if (!run) throw new Error(`The run ${id} is gone`);
  return timeOf(run, messages, waits, run.now);
}

function ms(column: ReturnType<typeof sql>) {
  return sql`round(extract(epoch from ${column}) * 1000)::float8`;
}
