import { sql } from "drizzle-orm";
import type { Severity } from "#contract/runs/evaluations.ts";
import { isoInstant } from "#server/platform/db/columns.ts";
import { cause } from "./cause.ts";
import { endingOf } from "./endings.ts";
import { said } from "./cause-words.ts";
import { type ReadCauses, rowsOf } from "./read-causes.ts";

export const ofCases: ReadCauses<"case.failed" | "case.evaluated"> = async (db, events) => {
  const { rows } = await db.execute<CaseFacts>(sql`
    select e.type, e.created_at as at, least(e.created_at, c.completed_at) as since, e.data ->> 'failed' as failed, q.team_id, q.id as queue_id,
      q.name as queue, c.id as case_id, c.title, r.id as run_id, r.agent_id, r.user_id, (
        select v.reason from case_events v where e.type = 'case.failed' and v.case_id = c.id and v.type = 'failed' order by v.seq desc limit 1) as reason
    from ${rowsOf(events)} join cases c on c.id = e.subject_id join queues q on q.id = c.queue_id
    left join runs r on r.id = coalesce((e.data ->> 'run_id')::uuid, c.run_id)
    where e.type = 'case.failed' or e.data ->> 'failed' is not null order by e.n`);
  return rows.map((one) => {
    const { type, team_id, queue_id, case_id, run_id, agent_id, user_id } = one;
    const about = {
      team_id,
      queue_id,
      case_id,
      run_id,
      agent_id,
      at: isoInstant(one.at),
      since: isoInstant(one.since),
      people: [user_id],
      creator: true,
    };
    const list = `queues/${queue_id}?status=${type === "case.failed" ? "failed" : "issues"}`;
    if (type === "case.failed")
      return cause({
        ...about,
        type: "case_failed",
        severity: "warning",
        key: `case failed ${queue_id} ${agent_id}`,
        ends: endingOf.queue(queue_id),
        ...said.caseFailed(one),
        several: { of: "failed_cases", list, title: (count) => said.casesFailed(count, one) },
      });
    const critical = one.failed === "critical";
    const of = critical
      ? ({ type: "critical_case_issue", severity: "critical" } as const)
      : ({ type: "case_issue", severity: "warning" } as const);
    return cause({
      ...about,
      ...of,
      key: `case evaluated ${queue_id} ${of.type}`,
      ...said.caseEvaluated(one, critical),
      several: { of: "evaluated_cases", list, title: (count) => said.casesEvaluated(count, one, critical) },
    });
  });
};
type CaseFacts = {
  readonly type: "case.failed" | "case.evaluated";
  readonly at: string;
  readonly since: string;
  readonly failed: Severity | null;
  readonly team_id: string;
  readonly queue_id: string;
  readonly queue: string;
  readonly case_id: string;
  readonly title: string;
  readonly run_id: string | null;
  readonly agent_id: string | null;
  readonly user_id: string | null;
  readonly reason: string | null;
};
