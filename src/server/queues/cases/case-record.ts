import { sql } from "drizzle-orm";
import { type Case, type CaseStatus, casePriorities } from "#contract/queues/case.ts";
import { withInstants } from "#server/platform/db/columns.ts";
import { plannedOnce } from "#server/platform/db/planned-client.ts";
import type { Db } from "#server/platform/db/open.ts";
import { type CaseState, isSettled } from "./case-state.ts";

/** A case with what its record shows of other tables. */
export interface CaseRow extends Omit<
  Case,
  "status" | "priority" | "display_status" | "claimed_by_run_id" | "search_match_data_snippet" | "pending_approval_assignee_user_ids"
> {
  readonly state: CaseState;
  readonly priority: number;
  readonly run_id: string | null;
  readonly sort_key: string;
  readonly assignees: string[] | null;
}

/**
 * Joins to cases (`cases.*` and `sort_key`) what their records show of other tables. A case waits for what its own run asks: what a run asks
 * that it was taken from is still to be answered, but holds up that run only.
 */
export function caseSql(cases: string): string {
  return `select c.id, c.queue_id, c.title, c.data, c.json_schema_id, c.state, c.priority, c.run_id, c.claimed_at, c.completed_at, c.postponed_to, c.created_at,
      c.updated_at, c.created_by as created_by_user_id, u.name as created_by_user_name, u.email as created_by_user_email,
      r.status as agent_run_status, r.user_id as agent_run_user_id,
      case when c.state = 'needs_input' then (
        select h.id from human_requests h where h.run_id = c.run_id and h.responded_at is null and h.cancelled_at is null
        order by h.created_at, h.id limit 1) end as pending_human_request_id,
      case when b.open and b.run_id = c.run_id then b.id end as pending_approval_batch_id,
      case when b.open and b.run_id = c.run_id then b.assignees end as assignees,
      case when c.state = 'failed' then (
        select case when v.type = 'failed' then v.reason end from case_events v
        where v.case_id = c.id and v.type in ('failed', 'status_changed') and v.undone_at is null order by v.seq desc limit 1) end as failure_reason,
      coalesce(b.approved, 0) as approval_approved_count, coalesce(b.rejected, 0) as approval_rejected_count,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', q.id, 'key', q.key, 'value', q.value, 'color_hue', q.color_hue) order by q.key, q.value)
        from case_labels cl join queue_labels q on q.id = cl.label_id where cl.case_id = c.id and q.queue_id is not null), '[]') as labels,
      case when e.status = 'in_progress' then '{"status": "in_progress", "passed": 0, "total": 0}' else e.summary end as eval_summary, c.sort_key
    from (${cases}) c left join users u on u.id = c.created_by left join runs r on r.id = c.run_id
    left join case_evaluations e on e.case_id = c.id
    left join lateral (
      select b.id, b.run_id, b.resolved_at is null and b.cancelled_at is null as open, array_agg(a.assignee_user_id order by a.place) filter (where a.decision is null) as assignees,
        count(*) filter (where a.decision = 'approved')::int as approved, count(*) filter (where a.decision = 'rejected')::int as rejected
      from (select * from case_approval_batches where case_id = c.id order by created_at desc, id desc limit 1) b
      join case_approvals a on a.batch_id = b.id group by b.id, b.run_id, b.resolved_at, b.cancelled_at) b on true`;
}

export function toCase({ state, priority, run_id, sort_key: _, assignees, ...row }: CaseRow): Case {
  return {
    ...row,
    status: statusOf(state),
    priority: casePriorities[priority] ?? "none",
    display_status: state,
    claimed_by_run_id: row.claimed_at === null ? null : run_id,
    pending_approval_assignee_user_ids: assignees ?? [],
  };
}

function statusOf(state: CaseState): CaseStatus {
  return isSettled(state) ? (state as CaseStatus) : "pending";
}

const instants = ["claimed_at", "completed_at", "postponed_to", "created_at", "updated_at"] as const;

/** Cases by id, in the order of the ids. */
export async function readCases(db: Db, ids: readonly string[]): Promise<Case[]> {
  const wanted = "select c.*, null::timestamptz as sort_key from cases c where c.id = any(";
  const [head = "", tail = ""] = caseSql(`${wanted}$ids)`).split("$ids");
  const { rows } = await db.execute(sql`${sql.raw(plannedOnce + head)}${sql.param([...ids])}::uuid[]${sql.raw(tail)}`);
  const found = new Map((rows as unknown as CaseRow[]).map((row) => [row.id, toCase(withInstants(row, ...instants))]));
  return ids.flatMap((id) => found.get(id) ?? []);
}
