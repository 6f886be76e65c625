import { sql } from "drizzle-orm";
import type * as contract from "#contract/queues/case-approvals.ts";
import { mayDecide, seesAllApprovals } from "#contract/queues/rights.ts";
import type { Db } from "#server/platform/db/open.ts";
import { answeredFirst } from "#server/engine/control/answered-first.ts";
import { approvalTool, noteAnswer, stillAsks } from "#server/engine/control/asking.ts";
import { caseMoved } from "#server/queues/dispatch/case-runs.ts";
import { asksChanged, runChanged } from "#server/engine/end-run.ts";
import { lockRun, writeRun } from "#server/engine/log/run-log.ts";
import type { RunRecord } from "#server/engine/log/run-record.ts";
import { toolResult } from "#server/engine/log/log-messages.ts";
import { whoOf } from "#server/platform/http/access.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { findDecision, findRow, listApprovals, recordDecision } from "./case-approvals.store.ts";

export const caseApprovalHandlers: Handlers<typeof contract, EngineContext> = {
  async listCaseApprovalRequests({ query: { whose, limit, offset, ...which } }, { db, team, caller }) {
    if (whose === "team" && !seesAllApprovals(team))
      throw refuse("forbidden", "Only Managers and above can see what other people are asked.");
    const asked = { teamId: team.id, userId: caller.userId, all: whose === "team", ...which };
    return { ...(await inSnapshot(db, (at) => listApprovals(at, asked, { limit, offset }))), limit, offset };
  },

  async respondToCaseApprovalRequest({ params, body: { decision } }, context) {
    const { db, caller } = context;
    const row = await findRow(db, params.request_id);
    // The run before what it asked, as everywhere.
    const run = row && (await lockRun(db, row.run_id));
    if (!run) throw refuse("not_found");
    if (!mayDecide({ ...row, run_user_id: run.user_id }, whoOf(context)))
      throw refuse("forbidden", "Only the named person, or the person the run acts for, can decide this.");
    const decided = await recordDecision(db, params.request_id, caller.userId, decision);
    if (!decided) throw await answeredFirst(db, caller.userId, await findDecision(db, params.request_id));
    await noteAnswer(db, run.id, null, caller.userId, decision);
    await resolveIfComplete(db, run, row.batch_id);
    context.afterCommit(() => {
      context.engine.wakeRuns();
      runChanged(context, run);
      asksChanged(context, [run]);
      caseMoved(context.live, run);
    });
    return { id: params.request_id, resolved_at: decided.responded_at, resolved_by_user_id: caller.userId, decision };
  },
};

/** With its last decision a batch becomes the result of the call that asked; the run goes on once nothing else is open. */
async function resolveIfComplete(db: Db, run: RunRecord, batchId: string): Promise<void> {
  const { rows: resolved } = await db.execute<{ tool_call_id: string }>(sql`
    update case_approval_batches b set resolved_at = now() where b.id = ${batchId}
      and not exists (select 1 from case_approvals a where a.batch_id = b.id and a.decision is null) returning b.tool_call_id`);
  const [batch] = resolved;
  if (!batch) return;
  const { rows } = await db.execute<{ decision: string }>(sql`
    select u.name as assignee, a.prompt, a.decision from case_approvals a join users u on u.id = a.assignee_user_id
    where a.batch_id = ${batchId} order by a.place`);
  const value = { approved: rows.every((row) => row.decision === "approved"), decisions: rows };
  const goesOn = run.status === "waiting" && !(await stillAsks(db, run.id));
  await writeRun(db, run, goesOn ? { event: "answer", next_attempt_at: null } : {}, [
    toolResult(batch.tool_call_id, approvalTool, { value }),
  ]);
}
