import { type SQL, sql } from "drizzle-orm";
import { atLeast, inheriting, teamRoles } from "#contract/roles.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { Several } from "./cause.ts";
import type { Reason } from "./reason-words.ts";

/** How many cases or runs a notification is about, each once, and why, the commonest reason first. */
export interface Tally {
  readonly subjects: number;
  readonly reasons: readonly Reason[];
}

const managers = teamRoles.filter((role) => atLeast(role, "team:manager"));

/** Cases of the agent that are failed, by their newest failure. */
const failedCases = sql`
  select c.id, r.failure ->> 'code' as code, v.reason as said from cases c
  join lateral (select v.reason, v.run_id from case_events v where v.case_id = c.id and v.type = 'failed' order by v.seq desc limit 1) v on true
  left join runs r on r.id = coalesce(v.run_id, c.run_id)
  where c.queue_id = n.queue_id and c.state = 'failed' and c.completed_at >= n.since and r.agent_id is not distinct from n.agent_id`;

/** Runs of a cause have one code, and each fails once. */
const failedRuns = sql`
  select r.id, r.failure ->> 'code' as code, r.failure ->> 'message' as said from runs r where r.id = n.run_id`;

const failedRubrics = sql`jsonb_array_elements(e.verdicts) v where v -> 'passed' = 'false'`;
const isCritical = sql`jsonb_path_exists(e.verdicts, '$[*] ? (@.passed == false && @.severity == "critical")') = (n.type like 'critical%')`;

const evaluatedCases = sql`
  select c.id, null as code, v ->> 'title' as said from cases c join case_evaluations e on e.case_id = c.id, ${failedRubrics}
    and c.queue_id = n.queue_id and c.passed is false and c.completed_at >= n.since and ${isCritical}`;

/** Below Manager people are told of their own runs only. */
const evaluatedRuns = sql`
  select r.id, null as code, v ->> 'title' as said from runs r join run_evaluations e on e.run_id = r.id, ${failedRubrics}
    and r.agent_id = n.agent_id and r.created_at >= n.since and ${isCritical}
    and (n.recipient_id is null or r.user_id = n.recipient_id
      or exists (select from team_members m where m.team_id = n.team_id and m.user_id = n.recipient_id and m.role in ${managers})
      or exists (select from teams t join organization_members o on o.organization_id = t.organization_id
        where t.id = n.team_id and o.user_id = n.recipient_id and o.role in ${inheriting}))`;

const found: Readonly<Record<Several["of"], SQL>> = {
  failed_cases: failedCases,
  failed_runs: failedRuns,
  evaluated_cases: evaluatedCases,
  evaluated_runs: evaluatedRuns,
};

/** Of notifications that tell several of one kind, by their ids. Those who are told the same share one look. */
export async function talliesOf(tx: Db, of: Several["of"], ids: readonly string[]): Promise<ReadonlyMap<string, Tally>> {
  const { rows } = await tx.execute<Tally & { ids: string[]; [column: string]: unknown }>(sql`
    select n.ids, t.subjects, t.reasons from (
      select array_agg(id) as ids, team_id, ${of === "evaluated_runs" ? sql`recipient_id` : sql`null::uuid`} as recipient_id, type, agent_id, queue_id,
        ${of === "failed_runs" ? sql`run_id` : sql`null::uuid`} as run_id, since
      from notifications where id = any(${sql.param(ids)}::uuid[]) group by 2, 3, 4, 5, 6, 7, 8) n
    cross join lateral (
      with f as materialized (${found[of]})
      select (select count(distinct id)::int from f) as subjects,
        coalesce((select jsonb_agg(jsonb_build_object('code', code, 'said', said, 'count', count) order by count desc, said) from (
          select code, case when min(said) = max(said) then min(said) end as said, count(distinct id)::int as count
          from f group by code, case when code is null then said end order by 3 desc, 2 limit 50) k), '[]') as reasons) t`);
  return new Map(rows.flatMap(({ ids: same, subjects, reasons }) => same.map((id) => [id, { subjects, reasons }])));
}
