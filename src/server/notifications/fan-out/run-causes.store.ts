import { sql } from "drizzle-orm";
import type { Severity } from "#contract/runs/evaluations.ts";
import { isoInstant } from "#server/platform/db/columns.ts";
import { cause } from "./cause.ts";
import { endingOf } from "./endings.ts";
import { said } from "./cause-words.ts";
import { type ReadCauses, rowsOf } from "./read-causes.ts";

/** Of a run: its owner, and nobody below Manager who could not open it. What a case's run comes to is told of the case. */
export const ofRuns: ReadCauses<RunFacts["type"]> = async (db, events) => {
  const { rows } = await db.execute<RunFacts>(sql`
    select e.type, e.created_at as at, r.created_at as since, e.data ->> 'failed' as failed, (e.data ->> 'started')::int as started, r.team_id, r.id as run_id, r.agent_id, r.user_id, r.run_number,
      r.case_queue_item_id is not null as of_case, r.source in ('console', 'api') and r.parent_run_id is null as by_person,
      r.failure ->> 'code' as code, r.failure ->> 'message' as message, a.name as agent
    from ${rowsOf(events)} join runs r on r.id = e.subject_id join agents a on a.id = r.agent_id order by e.n`);
  return rows.flatMap((run) => {
    const { type, team_id, agent_id, run_id, user_id } = run;
    const about = { team_id, agent_id, run_id, at: isoInstant(run.at), since: isoInstant(run.since), people: [user_id] };
    if (type === "run.evaluated") {
      if (!run.failed) return [];
      const critical = run.failed === "critical";
      const of = critical
        ? ({ type: "critical_eval_issue", severity: "critical" } as const)
        : ({ type: "eval_issue", severity: "warning" } as const);
      return [
        cause({
          ...about,
          ...of,
          key: `evaluated ${agent_id} ${of.type}`,
          ...said.runEvaluated(run, critical),
          several: {
            of: "evaluated_runs",
            list: `runs?evaluation=failed&agent=${agent_id}`,
            title: (count) => said.runsEvaluated(count, run, critical),
          },
        }),
      ];
    }
    if (type === "run.descendants_spent")
      return [cause({ ...about, type: "job_issue", severity: "warning", key: `descendants ${run_id}`, ...said.runsFollowed(run) })];
    if (run.of_case) return [];
    if (type === "run.failed")
      return [
        cause({
          ...about,
          type: "job_issue",
          severity: "warning",
          key: `failed ${agent_id} ${run.code}`,
          ends: endingOf.run(agent_id),
          ...said.runFailed(run),
          several: {
            of: "failed_runs",
            list: `runs?status=failed&agent=${agent_id}${run.code ? `&failure=${run.code}` : ""}`,
            title: (count) => said.runsFailed(count, run),
          },
        }),
      ];
    return run.by_person ? [cause({ ...about, type: "job_done", severity: "success", key: `done ${run_id}`, ...said.runDone(run) })] : [];
  });
};
type RunFacts = {
  readonly type: "run.failed" | "run.completed" | "run.evaluated" | "run.descendants_spent";
  readonly at: string;
  readonly since: string;
  readonly failed: Severity | null;
  readonly started: number | null;
  readonly team_id: string;
  readonly run_id: string;
  readonly agent_id: string;
  readonly user_id: string | null;
  readonly run_number: number;
  readonly of_case: boolean;
  readonly by_person: boolean;
  readonly code: string | null;
  readonly message: string | null;
  readonly agent: string;
};
