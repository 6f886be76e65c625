import { sql } from "drizzle-orm";
import type { Deletion } from "#contract/deletion.ts";
import { agentsUsing, countedAs, findDeletion } from "#server/agents/deletion.store.ts";
import type { Db } from "#server/db/open.ts";
import { activeStatuses } from "#server/engine/run-state.ts";

const active = sql`any(${sql.param([...activeStatuses])}::text[])`;

/** Runs that would be interrupted: those that `owned` holds for, on `runs o`, and those that they asked other agents for. */
const stopped = (owned: ReturnType<typeof sql>) => sql`(
  with recursive stopped as (
    select o.id from runs o where o.status = ${active} and ${owned}
    union select c.id from stopped p join runs c on c.parent_run_id = p.id where c.source = 'sub_agent' and c.status = ${active})
  select id from stopped)`;

/** Cases with what belongs to them, and what works on them. */
function ofCases(queueId: string, owned: ReturnType<typeof sql>) {
  const counts = sql`select coalesce(sum(n), 0) from case_counts where scope = ${queueId} and status <> ''`;
  const attachments = sql`select count(*) from case_attachments t join cases c on c.id = t.case_id
    where c.queue_id = ${queueId} and t.deleted_at is null`;
  const requests = sql`select
    (select count(*) from human_requests h where h.run_id in ${stopped(owned)} and h.responded_at is null and h.cancelled_at is null)
    + (select count(*) from case_approval_batches b join cases c on c.id = b.case_id join case_approvals l on l.batch_id = b.id
      where c.queue_id = ${queueId} and b.resolved_at is null and b.cancelled_at is null and l.decision is null)`;
  return [
    countedAs("cases", counts),
    countedAs("attachments", attachments),
    countedAs("runs", sql`select count(*) from ${stopped(owned)} s`),
    countedAs("requests", requests),
  ];
}

/** What clearing a queue does: only runs that have a case are stopped. */
export async function findClearing(db: Db, queueId: string): Promise<Deletion> {
  return findDeletion(db, ofCases(queueId, sql`o.id in (select run_id from cases where queue_id = ${queueId} and run_id is not null)`));
}

export async function findQueueDeletion(db: Db, teamId: string, queueId: string): Promise<Deletion> {
  const named = sql`exists (select from revision_slots s join revision_slot_queues l on l.slot_id = s.id
    where s.build_id = r.id and l.queue_id = ${queueId})`;
  return findDeletion(db, [
    ...ofCases(queueId, sql`o.case_queue_id = ${queueId}`),
    countedAs("labels", sql`select count(*) from queue_labels where queue_id = ${queueId}`),
    countedAs("rubrics", sql`select count(*) from queue_rubrics where queue_id = ${queueId} and deleted_at is null`),
    countedAs("views", sql`select count(*) from case_views where queue_id = ${queueId}`),
    countedAs("jobs", sql`select count(*) from case_jobs where queue_id = ${queueId} and status = 'running'`),
    sql`select case when t.enabled then 'starts' else 'triggers' end, a.id, a.name, 1 from case_triggers t
      join agents a on a.id = t.agent_id and a.deleted_at is null where t.queue_id = ${queueId}`,
    agentsUsing(teamId, named, sql`t.queue_id <> ${queueId}`),
    sql`select distinct 'automations', m.id, m.name, 1 from automation_revision_queues b join automation_revisions v on v.id = b.revision_id
      join automations m on m.id = v.automation_id where b.queue_id = ${queueId} and v.status in ('active', 'draft')`,
  ]);
}
