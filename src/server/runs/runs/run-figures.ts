import { terminalStatuses } from "#contract/runs/run.ts";
import type { FigureParts } from "#server/platform/db/figure-parts.ts";
import { ofScope, runsSeenBy } from "./run-page.ts";

/** When runs waited for people: `run_id` and `waits`. Requests that were open at the same time count once. `asked`, `decided`: the runs of each. */
export function waitsSql(asked: string, decided: string): string {
  return `select run_id, range_agg(tstzrange(since, greatest(since, until))) as waits from (
    select run_id, created_at as since, coalesce(responded_at, cancelled_at) as until from human_requests where run_id in (${asked})
    union all
    select run_id, created_at, coalesce(resolved_at, cancelled_at) from case_approval_batches where run_id in (${decided})) r
  where until is not null group by run_id`;
}

/** How long runs waited for people: `run_id` and `ms`. */
export function waitedSql(asked: string, decided: string): string {
  return `select run_id, round(sum(extract(epoch from upper(w) - lower(w))) * 1000)::float8 as ms from (
    select run_id, unnest(waits) as w from (${waitsSql(asked, decided)}) r) waits group by run_id`;
}

const ended = terminalStatuses.map((status) => `'${status}'`).join(", ");
/** As the list's file says it, without what people took. Some runs of former versions ended without a time. */
const duration = `case when r.status in (${ended}) and r.started_at is not null then
  greatest(0, extract(epoch from coalesce(r.completed_at, r.updated_at) - r.started_at)::float8 * 1000 - coalesce(waits.ms, 0)) end`;

/** What can be counted of the runs that a viewer lists. */
export const runFigures: FigureParts = {
  scopeOf: ({ teamId, ...who }) => runsSeenBy(teamId, who),
  rows: (scope, p) => ({ from: "runs r", where: ofScope(scope, p) }),
  joins: {
    waits: (scope, p) => {
      const ofTeam = () => `select id from runs where team_id = ${p.add(scope.teamId)}`;
      return `left join (${waitedSql(ofTeam(), ofTeam())}) waits on waits.run_id = r.id`;
    },
  },
  time: "r.created_at",
  dimensions: {
    agent: { sql: "r.agent_id", type: "uuid", names: "select id, name from agents where id = any($1::uuid[])" },
    status: { sql: "r.status", type: "text" },
    source: { sql: "r.source", type: "text" },
    person: { sql: "r.user_id", type: "uuid", names: "select id, coalesce(name, email) as name from users where id = any($1::uuid[])" },
    queue: {
      sql: "r.case_queue_id",
      type: "uuid",
      names: "select id, coalesce(revision_name, name) as name from queues where id = any($1::uuid[])",
    },
    revision: {
      sql: "r.build_id",
      type: "uuid",
      names: `select b.id, a.name || ', revision ' || b.revision_number as name
        from revisions b join agents a on a.id = b.agent_id where b.id = any($1::uuid[])`,
    },
    failure: { sql: "(r.failure ->> 'code')", type: "text" },
  },
  measures: {
    count: { kind: "count" },
    completed: { kind: "count", where: "r.status = 'completed'" },
    failed: { kind: "count", where: "r.status = 'failed'" },
    stopped: { kind: "count", where: "r.status = 'interrupted'" },
    success_rate: { kind: "share", part: "r.status = 'completed'", whole: "r.status in ('completed', 'failed')" },
    duration_p50: { kind: "median", of: duration, join: "waits" },
    duration_p95: { kind: "p95", of: duration, join: "waits" },
    // Where no rubric said passed or failed, nothing was.
    pass_rate: {
      kind: "share",
      part: "(r.issue_severity is null and (r.eval_summary ->> 'passed')::float8 > 0)",
      whole: "(r.issue_severity is not null or (r.eval_summary ->> 'passed')::float8 > 0)",
    },
    failed_evaluation: { kind: "count", where: "r.issue_severity is not null" },
    tokens: { kind: "sum", of: "r.input_tokens + r.output_tokens" },
  },
};
