import { type SQL, sql } from "drizzle-orm";
import type { Deletion } from "#contract/deletion.ts";
import type { Label } from "#contract/queues/labels.ts";
import { agentsUsing, casesIn, countedAs, findDeletion, namedAs, runsStopped } from "#server/agents/deletion/deletion.store.ts";
import type { Db } from "#server/platform/db/open.ts";
import { viewsOf, viewsOfLabel } from "#server/queues/views/case-views.store.ts";

/** What belongs to cases, and what works on them. `which` is a condition on `cases c`, `owned` one on the runs `o` that are stopped. */
function ofCases(which: SQL, owned: SQL): SQL[] {
  const attachments = sql`select count(*) from case_attachments t join cases c on c.id = t.case_id where ${which} and t.deleted_at is null`;
  const approvals = sql`(select count(*) from case_approval_batches b join cases c on c.id = b.case_id join case_approvals l on l.batch_id = b.id
    where ${which} and b.resolved_at is null and b.cancelled_at is null and l.decision is null)`;
  return [countedAs("attachments", attachments), ...runsStopped(owned, approvals)];
}

function ofQueue(queueId: string, owned: SQL): SQL[] {
  return [countedAs("cases", casesIn(sql`scope = ${queueId}`)), ...ofCases(sql`c.queue_id = ${queueId}`, owned)];
}

/** What clearing a queue does: only runs that have a case are stopped. */
export async function findClearing(db: Db, queueId: string): Promise<Deletion> {
  return findDeletion(db, ofQueue(queueId, sql`o.id in (select run_id from cases where queue_id = ${queueId} and run_id is not null)`));
}

export async function findCaseDeletion(db: Db, caseId: string): Promise<Deletion> {
  return findDeletion(db, ofCases(sql`c.id = ${caseId}`, sql`o.id in (select run_id from cases where id = ${caseId})`));
}

export async function findLabelDeletion(db: Db, queueId: string, label: Label): Promise<Deletion> {
  return findDeletion(db, [
    countedAs("labeled", sql`select count(*) from case_labels where label_id = ${label.id}`),
    countedAs("filters", viewsOfLabel(queueId, label)),
  ]);
}

/** Without a schema, a queue that requires one takes no cases. */
export async function findDetachment(db: Db, teamId: string, queueId: string): Promise<Deletion> {
  const requires = sql`exists (select from queues q where q.id = ${queueId} and q.schema_guarded and q.schema_family_id is not null)`;
  const adds = namesQueue(sql`l.queue_id = ${queueId} and s.integration_type = 'case-queue-producer'`);
  const from = sql`from agents it join revisions r on r.agent_id = it.id and r.status = 'live'
    where it.team_id = ${teamId} and it.deleted_at is null and ${adds} and ${requires}`;
  return findDeletion(db, [namedAs("adders", from)]);
}

export async function findQueueDeletion(db: Db, teamId: string, queueId: string): Promise<Deletion> {
  return findDeletion(db, [
    ...ofQueue(queueId, sql`o.case_queue_id = ${queueId}`),
    countedAs("labels", sql`select count(*) from queue_labels where queue_id = ${queueId}`),
    countedAs("rubrics", sql`select count(*) from queue_rubrics where queue_id = ${queueId} and deleted_at is null`),
    countedAs("views", viewsOf(queueId)),
    countedAs("jobs", sql`select count(*) from case_jobs where queue_id = ${queueId} and status = 'running'`),
    sql`select case when t.enabled then 'starts' else 'triggers' end, a.id, a.name, 1 from case_triggers t
      join agents a on a.id = t.agent_id and a.deleted_at is null where t.queue_id = ${queueId}`,
    agentsUsing(teamId, namesQueue(sql`l.queue_id = ${queueId}`), sql`t.queue_id <> ${queueId}`),
    namedAs(
      "automations",
      sql`from automation_revision_queues b join automation_revisions v on v.id = b.revision_id
        join automations it on it.id = v.automation_id where b.queue_id = ${queueId} and v.status in ('active', 'draft')`,
    ),
  ]);
}

/** Whether a slot of revision `r` names one of these queues: `which` is a condition on `revision_slot_queues l`, and on the slot `s`. */
export function namesQueue(which: SQL): SQL {
  return sql`exists (select from revision_slots s join revision_slot_queues l on l.slot_id = s.id where s.build_id = r.id and ${which})`;
}
