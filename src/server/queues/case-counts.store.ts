import type { CaseCounts } from "#contract/queues/case.ts";
import type { Store } from "#server/db/open.ts";
import { type Counted, type TotalCache, cachedTotal } from "#server/db/total-cache.ts";
import { type Parameters, type Selection, otherConditions, parameters, ranksOf, textCondition } from "./case-conditions.ts";
import { countedKinds, countsOf } from "./judged-parts.ts";

/** What is counted again and again; states come from the answer. */
export type CountedCases = Omit<Selection, "status">;

/** How many cases fit a selection in each state. Counted once for each change of the queue. */
export async function countByState(store: Store, cache: TotalCache<CaseCounts>, selection: CountedCases): Promise<CaseCounts> {
  const p = parameters();
  const { rows } = await store.pool.query<{ version: number }>(`select ${versionOf(selection, p)} as version`, p.values);
  return cachedTotal(cache, JSON.stringify(selection), rows[0]?.version ?? 0, async () => {
    const values = parameters();
    const text = `select ${versionOf(selection, values)} as version,
      (select coalesce(jsonb_object_agg(s.state, s.n), '{}') from (${grouped(selection, values)}) s) as total`;
    // Planned with its values, as the page is.
    const counted = await store.pool.query<Counted<Record<string, number>>>({ text, values: values.values, name: "" });
    return { version: counted.rows[0]?.version ?? 0, total: countsOf(counted.rows[0]?.total ?? {}) };
  });
}

/** Grows with every committed change of the queue's cases that a filter could see. */
function versionOf({ queueId }: CountedCases, p: Parameters): string {
  return `(select coalesce(sum(changes), 0)::bigint from case_counts where scope = ${p.add(queueId)})`;
}

function grouped(selection: CountedCases, p: Parameters): string {
  const { queueId, priority, search, labels, created_at_from, updated_at_from } = selection;
  const ranks = ranksOf(priority);
  if (!search && labels.length === 0 && !created_at_from && !updated_at_from)
    return `select status as state, sum(n) as n from case_counts where scope = ${p.add(queueId)} and status <> ''${
      ranks ? ` and priority = any(${p.add(ranks)}::int[])` : ""
    } group by status`;
  const text = textCondition(selection, p);
  const conditions = [
    `c.queue_id = ${p.add(queueId)}`,
    ...(ranks ? [`c.priority = any(${p.add(ranks)}::int[])`] : []),
    ...(text ? [text] : []),
    ...otherConditions(selection, p),
  ];
  return `select k.state, count(*) as n from ${text ? "case_texts t join cases c on c.id = t.case_id" : "cases c"}
      cross join lateral ${countedKinds} k
    where ${conditions.join(" and ")} group by k.state`;
}
