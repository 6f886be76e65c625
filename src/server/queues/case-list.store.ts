import type { Case } from "#contract/queues/case.ts";
import { displayStatuses } from "#contract/queues/case.ts";
import type { Store } from "#server/db/open.ts";
import { type Counted, type TotalCache, cachedTotal } from "#server/db/total-cache.ts";
import {
  type Parameters,
  type Selection,
  allConditions,
  otherConditions,
  parameters,
  ranksOf,
  snippetOf,
  statesOf,
  textCondition,
} from "./case-conditions.ts";
import { type CaseRow, caseSql, toCase } from "./case-record.ts";

export interface CaseOrder {
  readonly limit: number;
  readonly offset: number;
  readonly sort_by: "created_at" | "updated_at" | "postponed_to";
  readonly sort_order: "asc" | "desc";
  readonly after?: string | undefined;
}

export interface CasePage {
  cases: Case[];
  total: number;
  next: string | null;
}

/** A case that was never postponed comes behind those that were. */
const sortKeys = { created_at: "c.created_at", updated_at: "c.updated_at", postponed_to: "coalesce(c.postponed_to, 'infinity')" };

/** One page of a queue's cases and the exact total. */
export async function listCasePage(store: Store, cache: TotalCache, selection: Selection, order: CaseOrder): Promise<CasePage> {
  const p = parameters();
  const page = pageSql(selection, order, p);
  const counted = countedScope(selection);
  const count = counted ? counterSum(counted, selection, p) : versionSum(selection, p);
  const text = `select t.total, p.* from (${count}) t left join (${caseSql(page)}) p on true order by p.sort_key ${order.sort_order}, p.id ${order.sort_order}`;
  // Planned with its values: what is best for a rare label or a young date is not for a common one.
  const { rows } = await store.pool.query<CaseRow & { total: number }>({ text, values: p.values, name: "" });
  const found = rows.filter((row) => row.id !== null);
  const last = found.at(-1);
  return {
    cases: found.map(({ total: _, ...row }) => withSnippet(toCase(row), selection.search)),
    total: counted ? (rows[0]?.total ?? 0) : await rememberedTotal(store, cache, selection, rows[0]?.total ?? 0),
    next: last && found.length === order.limit ? `${last.sort_key}_${last.id}` : null,
  };
}

function withSnippet(found: Case, search: string | undefined): Case {
  const snippet = search && snippetOf(found.data, search);
  return snippet ? { ...found, search_match_data_snippet: snippet } : found;
}

/** The rows of one page with the value that they are sorted by. */
function pageSql(selection: Selection, order: CaseOrder, p: Parameters): string {
  const key = sortKeys[order.sort_by];
  const sorted = `order by sort_key ${order.sort_order}, id ${order.sort_order}`;
  const columns = `c.*, ${key} as sort_key`;
  const more = otherConditions(selection, p);
  if (order.after) {
    const [at, id] = order.after.split("_");
    more.push(`(${key}, c.id) ${order.sort_order === "desc" ? "<" : ">"} (${p.add(at)}::timestamptz, ${p.add(id)}::uuid)`);
  }
  const offset = order.after ? 0 : order.offset;
  const end = `limit ${p.add(order.limit)} offset ${p.add(offset)}`;
  const queue = `c.queue_id = ${p.add(selection.queueId)}`;
  const states = statesOf(selection.status);
  const ranks = ranksOf(selection.priority);
  const text = textCondition(selection, p);
  // Without the limit in sight the planner reads the full-text index, not page after page in the hope of a match.
  if (text) {
    const all = [
      queue,
      text,
      ...(states ? [`c.state = any(${p.add(states)})`] : []),
      ...(ranks ? [`c.priority = any(${p.add(ranks)}::int[])`] : []),
      ...more,
    ];
    return `with hits as materialized (select c.id, ${key} as sort_key from cases c where ${all.join(" and ")})
      select c.*, h.sort_key from (select * from hits ${sorted} ${end}) h join cases c on c.id = h.id`;
  }
  if (!states && !ranks)
    return `select ${columns} from cases c where ${[queue, ...more].join(" and ")} order by ${key} ${order.sort_order}, c.id ${order.sort_order} ${end}`;
  // Each state and priority is read along its own part of an index in order; the few first rows of each are merged.
  const reach = p.add(Math.min(order.limit + offset, Number.MAX_SAFE_INTEGER));
  const parts = (states ?? displayStatuses).flatMap((state) =>
    (ranks ?? [0, 1, 2]).map((rank) => {
      const where = [queue, `c.state = ${p.add(state)}`, `c.priority = ${p.add(rank)}`, ...more].join(" and ");
      return `(select ${columns} from cases c where ${where} order by ${key} ${order.sort_order}, c.id ${order.sort_order} limit ${reach})`;
    }),
  );
  return `select * from (${parts.join(" union all ")}) c ${sorted} ${end}`;
}

/** The scope of case_counts that holds this selection's total, or undefined when a condition beyond it applies. */
function countedScope({ search, created_at_from, updated_at_from, labels, status, priority, queueId }: Selection): string | undefined {
  if (search || created_at_from || updated_at_from) return undefined;
  if (labels.length === 0) return queueId;
  return labels.length === 1 && labels[0]?.length === 1 && !status && !priority ? labels[0][0] : undefined;
}

function counterSum(scope: string, selection: Selection, p: Parameters): string {
  const states = statesOf(selection.status);
  const ranks = ranksOf(selection.priority);
  return `select coalesce(sum(n), 0)::bigint as total from case_counts where scope = ${p.add(scope)}${
    states ? ` and status = any(${p.add(states)})` : ""
  }${ranks ? ` and priority = any(${p.add(ranks)}::int[])` : ""}`;
}

/** Grows with every committed change of the queue's cases that a filter could see. */
function versionSum({ queueId }: Selection, p: Parameters): string {
  return `select coalesce(sum(changes), 0)::bigint as total from case_counts where scope = ${p.add(queueId)}`;
}

async function rememberedTotal(store: Store, cache: TotalCache, selection: Selection, version: number): Promise<number> {
  return cachedTotal(cache, JSON.stringify(selection), version, async () => {
    const p = parameters();
    const text = `select v.total as version, (select count(*) from cases c where ${allConditions(selection, p).join(" and ")}) as total
      from (${versionSum(selection, p)}) v`;
    const { rows } = await store.pool.query<Counted>({ text, values: p.values, name: "" });
    return rows[0] ?? { version: 0, total: 0 };
  });
}
