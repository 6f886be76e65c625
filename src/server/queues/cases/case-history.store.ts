import { sql } from "drizzle-orm";
import type { ApprovalBatch, CaseEvent } from "#contract/queues/case.ts";
import { withInstants } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";

const maxEvents = 500;
const maxBatches = 100;

/** What happened to a case last, oldest first. */
export async function listCaseEvents(db: Db, caseId: string): Promise<CaseEvent[]> {
  const { rows } = await db.execute(sql`
    select e.id, e.case_id as case_queue_item_id, e.run_id as agent_run_id,
      e.run_id is not null and not exists (select from runs r where r.id = e.run_id) as agent_run_removed, e.human_request_id, e.type, e.reason, e.created_at,
      e.agent_id, a.name as agent_name, e.user_id, u.name as user_name, u.email as user_email, h.title as human_request_title, j.id as import_job_id
    from (select * from case_events where case_id = ${caseId} order by seq desc limit ${maxEvents}) e
    left join agents a on a.id = e.agent_id left join users u on u.id = e.user_id left join human_requests h on h.id = e.human_request_id
    left join case_jobs j on j.id = e.job_id order by e.seq`);
  return (rows as unknown as CaseEvent[]).map((row) => withInstants(row, "created_at"));
}

/** The approval batches of a case, newest first. */
export async function listApprovalBatches(db: Db, caseId: string): Promise<ApprovalBatch[]> {
  const { rows: batches } = await db.execute<Omit<ApprovalBatch, "rows">>(sql`
    select b.id, b.case_id as case_queue_item_id, b.run_id as agent_run_id, r.user_id as agent_run_user_id,
      b.run_id is distinct from c.run_id as of_former_run, b.title, b.created_at, b.resolved_at, b.cancelled_at, b.cancellation_reason
    from case_approval_batches b join cases c on c.id = b.case_id left join runs r on r.id = b.run_id where b.case_id = ${caseId} order by b.created_at desc, b.id desc limit ${maxBatches}`);
  if (batches.length === 0) return [];
  const { rows } = await db.execute<ApprovalBatch["rows"][number] & { batch_id: string }>(sql`
    select a.batch_id, a.id, a.assignee_user_id, u.name as assignee_name, u.email as assignee_email, a.prompt, a.decision, a.responded_at,
      a.responded_by as responded_by_user_id, r.name as responded_by_name, r.email as responded_by_email,
      case when a.decision is null then b.cancelled_at end as cancelled_at,
      case when a.decision is null then b.cancellation_reason end as cancellation_reason
    from case_approvals a join case_approval_batches b on b.id = a.batch_id join users u on u.id = a.assignee_user_id
    left join users r on r.id = a.responded_by
    where a.batch_id = any(${sql.param(batches.map((batch) => batch.id))}::uuid[]) order by a.place`);
  return batches.map((batch) => ({
    ...withInstants(batch, "created_at", "resolved_at", "cancelled_at"),
    rows: rows
      .filter((row) => row.batch_id === batch.id)
      .map(({ batch_id: _, ...row }) => withInstants(row, "responded_at", "cancelled_at")),
  }));
}

/** Why a case was handed over the last time; undefined when it never was. */
export async function lastHandover(db: Db, caseId: string): Promise<{ reason: string | null } | undefined> {
  const { rows } = await db.execute<{ reason: string | null }>(
    sql`select reason from case_events where case_id = ${caseId} and type = 'handed_over' order by seq desc limit 1`,
  );
  return rows[0];
}
