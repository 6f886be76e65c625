import { sql } from "drizzle-orm";
import type { CaseRun } from "#contract/queues/case-runs.ts";
import type * as contract from "#contract/queues/case-runs.ts";
import { withInstants } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { latestWords } from "#server/runs/messages/messages.store.ts";
import { requireRun } from "#server/runs/runs/run-access.ts";
import { waitsOfRuns } from "#server/runs/runs/run-waits.store.ts";
import { findRun } from "#server/runs/runs/runs.store.ts";

const maxRuns = 50;

export const caseRunHandlers: Handlers<typeof contract> = {
  async listCaseRuns({ params }, context) {
    const runs = await runsOfCase(context.db, context.team.id, params.case_id);
    return { runs, waits: await waitsOfRuns(context, runs) };
  },

  async listCaseRunRecentMessages({ params, query }, context) {
    const { rows } = await context.db.execute(sql`
      select 1 from case_events where case_id = ${params.case_id} and type = 'claimed' and run_id = ${params.run_id} limit 1`);
    if (rows.length === 0) throw refuse("not_found");
    const found = await findRun(context.db, params.run_id);
    const run = requireRun(context, found?.run);
    const runtime = found?.config && "language" in found.config.data ? "terminal-agent" : "responses";
    const words = await latestWords(context.db, run.id, query.limit);
    return { messages: words.map((message) => ({ ...message, runtime, raw_message: { session_id: run.id, uuid: message.id } })) };
  },
};

/** The runs that claimed a case and are in its team, newest first. */
async function runsOfCase(db: Db, teamId: string, caseId: string): Promise<CaseRun[]> {
  const { rows } = await db.execute(sql`
    select r.id, e.case_id as case_queue_item_id, r.agent_id, a.name as agent_name, r.status, r.source, r.created_at, r.started_at,
      r.completed_at, e.created_at as claimed_at, h.title is not null as has_pending_human_request, h.title as pending_human_request_title,
      r.eval_summary as evaluation, r.user_id, u.name as user_name, u.email as user_email
    from (select * from case_events where case_id = ${caseId} and type = 'claimed' order by seq desc limit ${maxRuns}) e
    join runs r on r.id = e.run_id and r.team_id = ${teamId} join agents a on a.id = r.agent_id left join users u on u.id = r.user_id
    left join lateral (
      select title from human_requests where run_id = r.id and responded_at is null and cancelled_at is null order by created_at, id limit 1) h on true
    order by e.seq desc`);
  return (rows as unknown as (Omit<CaseRun, "evaluation"> & { evaluation: CaseRun["evaluation"] | null })[]).map(
    ({ evaluation, ...row }) => ({
      ...withInstants(row, "created_at", "started_at", "completed_at", "claimed_at"),
      evaluation: evaluation ?? { passed: 0, total: 0, status: "unavailable" },
    }),
  );
}
