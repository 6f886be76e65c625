import { sql } from "drizzle-orm";
import { type Case, casePriorities } from "#contract/queues/case.ts";
import { isoText } from "#server/platform/db/columns.ts";
import { unseen } from "#server/platform/db/planned-client.ts";
import type { Db } from "#server/platform/db/open.ts";
import { openStates } from "./case-state.ts";

/** A case as lists and pages give it: a search adds where it matched. */
type PlainCase = Omit<Case, "search_match_data_snippet">;
export interface CaseRow extends PlainCase {
  readonly sort_key: string;
}

const ofApprovals = "b.open and b.run_id = c.run_id";

/** A row of `cases`, as `c`, as it goes out. Labels are JSON as it is written: as `jsonb` they took a tenth of a page's time to be read and written again. */
const wire: Record<keyof PlainCase, string> = {
  id: "c.id",
  queue_id: "c.queue_id",
  title: "c.title",
  data: "c.data",
  json_schema_id: "c.json_schema_id",
  status: `case when c.state in (${openStates.map((state) => `'${state}'`).join(", ")}) then 'pending' else c.state end`,
  priority: `case c.priority ${casePriorities.map((word, rank) => `when ${rank} then '${word}'`).join(" ")} end`,
  display_status: "c.state",
  claimed_at: isoText("c.claimed_at"),
  claimed_by_run_id: "case when c.claimed_at is not null then c.run_id end",
  completed_at: isoText("c.completed_at"),
  postponed_to: isoText("c.postponed_to"),
  failure_reason: `case when c.state = 'failed' then (
        select case when v.type = 'failed' then v.reason end from case_events v
        where v.case_id = c.id and v.type in ('failed', 'status_changed') and v.undone_at is null order by v.seq desc limit 1) end`,
  created_at: isoText("c.created_at"),
  updated_at: isoText("c.updated_at"),
  created_by_user_id: "c.created_by",
  created_by_user_name: "u.name",
  created_by_user_email: "u.email",
  agent_run_status: "r.status",
  agent_run_user_id: "r.user_id",
  pending_human_request_id: `case when c.state = 'needs_input' then (
        select h.id from human_requests h where h.run_id = c.run_id and h.responded_at is null and h.cancelled_at is null
        order by h.created_at, h.id limit 1) end`,
  pending_approval_batch_id: `case when ${ofApprovals} then b.id end`,
  pending_approval_assignee_user_ids: `coalesce(case when ${ofApprovals} then b.assignees end, '{}')`,
  approval_approved_count: "coalesce(b.approved, 0)",
  approval_rejected_count: "coalesce(b.rejected, 0)",
  eval_summary: `case when e.status = 'in_progress' then '{"status": "in_progress", "passed": 0, "total": 0}' else e.summary end`,
  labels: `coalesce((
        select json_agg(json_build_object('id', q.id, 'key', q.key, 'value', q.value, 'color_hue', q.color_hue) order by q.key, q.value)
        from case_labels cl join queue_labels q on q.id = cl.label_id where cl.case_id = c.id and q.queue_id is not null), '[]'::json)`,
};
const wireColumns = Object.entries(wire)
  .map(([name, value]) => `${value} as ${name}`)
  .join(",\n      ");
/** Of {@link caseSql}, without `sort_key`. */
export const caseColumns = Object.keys(wire).join(", ");

/**
 * Joins to cases (`cases.*` and `sort_key`) what their records show of other tables. A case waits for what its own run asks: what a run asks
 * that it was taken from is still to be answered, but holds up that run only. `fresh`: the cases have no run, evaluation or approval yet, and the
 * store looks for none. `placed`: with the `place` of each case in an order by a field.
 */
export function caseSql(cases: string, { fresh = false, placed = false } = {}): string {
  const where = (condition: string) => (fresh ? "false" : condition);
  return `select ${wireColumns}, c.sort_key${placed ? ", c.place" : ""}
    from (${cases}) c left join users u on u.id = c.created_by left join runs r on ${where("r.id = c.run_id")}
    left join case_evaluations e on ${where("e.case_id = c.id")}
    left join lateral (
      select b.id, b.run_id, b.resolved_at is null and b.cancelled_at is null as open, array_agg(a.assignee_user_id order by a.place) filter (where a.decision is null) as assignees,
        count(*) filter (where a.decision = 'approved')::int as approved, count(*) filter (where a.decision = 'rejected')::int as rejected
      from (select * from case_approval_batches where case_id = c.id order by created_at desc, id desc limit 1) b
      join case_approvals a on a.batch_id = b.id group by b.id, b.run_id, b.resolved_at, b.cancelled_at) b on ${where("true")}`;
}

/** Cases by id, in the order of the ids. */
export async function readCases(db: Db, ids: readonly string[]): Promise<Case[]> {
  const wanted = `select c.*, null::timestamptz as sort_key from cases c where c.id = any(${unseen("$ids::uuid[]")}::uuid[])`;
  const [head = "", tail = ""] = caseSql(wanted).split("$ids");
  const { rows } = await db.execute(sql`${sql.raw(head)}${sql.param([...ids])}${sql.raw(tail)}`);
  return inOrder(rows as unknown as CaseRow[], ids);
}

/** What was found of cases, in the order of their ids. */
export function inOrder(rows: readonly CaseRow[], ids: readonly string[]): Case[] {
  const found = new Map(rows.map(({ sort_key: _, ...row }) => [row.id, row]));
  return ids.flatMap((id) => found.get(id) ?? []);
}
