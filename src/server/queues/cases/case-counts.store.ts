import type { CaseCounts } from "#contract/queues/case.ts";
import type { Store } from "#server/platform/db/open.ts";
import { type Parameters, parameters } from "#server/platform/db/parameters.ts";
import type { TotalCache } from "#server/platform/db/total-cache.ts";
import { type Selection, ranksOf } from "./case-conditions.ts";
import { matchesSql } from "./case-matches.ts";
import { countedScope, knownFor, versionSum } from "./case-totals.store.ts";
import { countsOf } from "#server/queues/rubrics/judged-parts.ts";

/** What is counted again and again; states come from the answer. */
export type CountedCases = Omit<Selection, "status">;

/** How many cases fit a selection in each state. Counted once for each change of the queue. */
export async function countByState(store: Store, cache: TotalCache<CaseCounts>, selection: CountedCases): Promise<CaseCounts> {
  return knownFor(store, cache, selection, async () => {
    const p = parameters();
    const text = `select v.version, (select coalesce(jsonb_object_agg(s.state, s.n), '{}') from (${grouped(selection, p)}) s) as found
      from (${versionSum(selection, p)}) v`;
    // Planned with its values, as the page is.
    const { rows } = await store.pool.query<{ version: number; found: Record<string, number> }>({ text, values: p.values, name: "" });
    return { version: rows[0]?.version ?? 0, total: countsOf(rows[0]?.found ?? {}) };
  });
}

function grouped(selection: CountedCases, p: Parameters): string {
  const scope = countedScope(selection);
  if (!scope)
    return `select k.state, count(*) as n from (${matchesSql(selection, p)}) m, unnest(counted_as(m.kind)) k(state) group by k.state`;
  const ranks = ranksOf(selection.priority);
  return `select status as state, sum(n) as n from case_counts where scope = ${p.add(scope)} and status <> ''${
    ranks ? ` and priority = any(${p.add(ranks)}::int[])` : ""
  } group by status`;
}
