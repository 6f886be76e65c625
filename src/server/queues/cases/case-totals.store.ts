import { displayStatuses } from "#contract/queues/case.ts";
import type { Store } from "#server/platform/db/open.ts";
import { type Parameters, parameters } from "#server/platform/db/parameters.ts";
import { type Counted, type TotalCache, cachedTotal, heldTotal } from "#server/platform/db/total-cache.ts";
import { type Selection, ranksOf, statesOf } from "./case-conditions.ts";
import { hitsSql, asksMore } from "./case-matches.ts";
import { judgedParts } from "#server/queues/rubrics/judged-parts.ts";

/** How many cases fit a selection, and which they are as far as they are few: PostgreSQL's text form of an array of ids, or null. */
export interface Matches {
  readonly total: number;
  readonly few: string | null;
  /** Of a search that finds more: the newest ones in their order, so that its first pages need no search of their own. */
  readonly newest: readonly string[] | null;
}

/** More are found soon enough on the way through an index. */
const fewAtMost = 500;
const newestAtMost = 200;

/** The scope of case_counts, a queue or its only label, that holds this selection's total; undefined when a condition beyond it applies. */
export function countedScope(selection: Omit<Selection, "status">): string | undefined {
  const { search, labels, queueId } = selection;
  if (search || asksMore(selection)) return undefined;
  if (labels.length === 0) return queueId;
  return labels.length === 1 && labels[0]?.length === 1 ? labels[0][0] : undefined;
}

export function counterSum(scope: string, selection: Selection, p: Parameters): string {
  const states = statesOf(selection.status);
  const ranks = ranksOf(selection.priority);
  // Parts of states are counted again beside them.
  const kinds = states ? [...states, ...judgedParts(selection.status).map(({ kind }) => kind)] : displayStatuses;
  return `select coalesce(sum(n), 0)::bigint as total from case_counts where scope = ${p.add(scope)} and status = any(${p.add(kinds)})${
    ranks ? ` and priority = any(${p.add(ranks)}::int[])` : ""
  }`;
}

/** Grows with every committed change of the queue's cases that a filter could see. */
export function versionSum({ queueId }: Pick<Selection, "queueId">, p: Parameters): string {
  return `select coalesce(sum(changes), 0)::bigint as version from case_counts where scope = ${p.add(queueId)}`;
}

/** What {@link findMatches} found last and may still hold. */
export function heldMatches(cache: TotalCache<Matches>, selection: Selection): Promise<Counted<Matches> | undefined> {
  return heldTotal(cache, JSON.stringify(selection));
}

/** Asks for the version of a queue, and counts what `counted` is about unless that is known for it. */
export async function knownFor<T>(store: Store, cache: TotalCache<T>, selection: Selection, count: () => Promise<Counted<T>>): Promise<T> {
  const p = parameters();
  const { rows } = await store.pool.query<{ version: number }>(versionSum(selection, p), p.values);
  return cachedTotal(cache, JSON.stringify(selection), rows[0]?.version ?? 0, count);
}

/** Number and version are read in one statement, and so of one snapshot. It is planned with its values, as what is best for them differs. */
export function findMatches(store: Store, cache: TotalCache<Matches>, selection: Selection): Promise<Matches> {
  return knownFor(store, cache, selection, async () => {
    const p = parameters();
    const newest = `(select array_agg(id) from (select id from m order by sort_key desc, id desc limit ${newestAtMost}) n)`;
    const text = `select v.version, f.* from (${versionSum(selection, p)}) v, (
      with m as materialized (${hitsSql(selection, p)})
      select count(*) as total, case when count(*) <= ${fewAtMost} then coalesce(array_agg(m.id), '{}')::text end as few,
        ${selection.search || selection.fields.length > 0 ? `case when count(*) > ${fewAtMost} then ${newest} end` : "null"} as newest from m) f`;
    const { rows } = await store.pool.query<Matches & { version: number }>({ text, values: p.values, name: "" });
    const { version = 0, total = 0, few = null, newest: known = null } = rows[0] ?? {};
    return { version, total: { total, few, newest: known } };
  });
}
