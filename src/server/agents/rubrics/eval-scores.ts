import { sql } from "drizzle-orm";
import type * as contract from "#contract/agents/eval-scores.ts";
import type { EvalDay } from "#contract/agents/eval-scores.ts";
import type { Db } from "#server/platform/db/open.ts";
import { runEvaluations } from "./evaluations.table.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { findBuild } from "./eval-rubrics.store.ts";

const nothing = { total_evaluated: 0, with_issues: 0, flag_distribution: [] };

export const evalScoreHandlers: Handlers<typeof contract> = {
  async getEvalScores({ params, query: { since, scope, revision_id } }, { db }) {
    if (scope !== "custom") return scores(db, sql`agent_id = ${params.agentId} and evaluated_at > ${since}`);
    const build = await findBuild(db, params.agentId, revision_id);
    if (!build && revision_id) throw refuse("not_found", "This agent does not have this revision.");
    return build ? scores(db, sql`build_id = ${build} and evaluated_at > ${since}`) : nothing;
  },

  async getEvalHistory({ params, query }, { db, clock }) {
    const today = clock().toISOString().slice(0, 10);
    const { rows } = await db.execute<{ [K in keyof EvalDay]: EvalDay[K] }>(sql`
      select to_char(d, 'YYYY-MM-DD') as day, count(e.run_id)::int as evaluated, (count(*) filter (where e.passed < e.total))::int as with_issues,
        coalesce(sum(e.passed), 0)::int as passed, coalesce(sum(e.total), 0)::int as total
      from generate_series(${today}::timestamptz - make_interval(days => ${query.days - 1}::int), ${today}::timestamptz, '1 day') d
      left join ${runEvaluations} e on e.agent_id = ${params.agentId} and e.status = 'ready'
        and e.evaluated_at >= d and e.evaluated_at < d + interval '1 day'
      group by d order by d`);
    return { days: rows };
  },
};

/** Counts runs and, by rubric, the runs that failed it. `which` limits what was judged to an agent or a revision. */
async function scores(db: Db, which: ReturnType<typeof sql>) {
  const judged = sql`from ${runEvaluations} where status = 'ready' and ${which}`;
  const [totals, flags] = await Promise.all([
    db.execute<{ total_evaluated: number; with_issues: number }>(
      sql`select count(*)::int as total_evaluated, (count(*) filter (where passed < total))::int as with_issues ${judged}`,
    ),
    db.execute<{ flag: string; count: number; label: string }>(sql`
      select v->>'slug' as flag, count(*)::int as count, max(v->>'title') as label
      from (select verdicts ${judged}) e, jsonb_array_elements(e.verdicts) v
      where v->'passed' = 'false' group by 1 order by 2 desc, 1 limit 100`),
  ]);
  return { ...nothing, ...totals.rows[0], flag_distribution: flags.rows };
}
