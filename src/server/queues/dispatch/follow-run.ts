import { type SQL, sql } from "drizzle-orm";
import type { Failure } from "#contract/runs/failures.ts";
import type { RunStatus } from "#contract/runs/run.ts";
import { type CaseMove, isSettled, ruleOf } from "#server/queues/cases/case-state.ts";

/** What a run's new status does to the case that it owns. */
const moves: Partial<Record<RunStatus, CaseMove>> = {
  waiting: "ask",
  pending: "answer",
  completed: "end",
  failed: "end",
  interrupted: "end",
};

const reasons: Partial<Record<RunStatus, string>> = {
  completed: "The run ended without closing the case.",
  failed: "The run failed.",
  interrupted: "The run was stopped.",
};

/** As figures and filters name it. */
const causes: Partial<Record<RunStatus, string>> = { completed: "left_open", failed: "unknown", interrupted: "stopped" };

/**
 * For a statement that changes a run: its case follows in the same statement, so that no way to end a run leaves a case behind that nobody
 * works on. What a run has closed, postponed or handed over itself stays as it is.
 */
export function followRun(status: RunStatus, failure: Failure | null | undefined): SQL {
  const move = moves[status];
  if (!move) return sql``;
  const { from, to } = ruleOf(move);
  const settled = isSettled(to);
  const moved = sql`, case_moved as (
    update cases c set state = ${to}, updated_at = now()${settled ? sql`, completed_at = now(), failure = ${failure?.code ?? causes[status]}` : sql``} from written w
    where c.run_id = w.id and c.state = any(${sql.param([...from])}::text[]) returning c.id, w.id as run_id, w.agent_id)`;
  if (!settled) return moved;
  return sql`${moved}, case_told as (
    insert into case_events (case_id, type, reason, run_id, agent_id)
    select id, 'failed', ${failure?.message ?? reasons[status]}, run_id, agent_id from case_moved)`;
}
