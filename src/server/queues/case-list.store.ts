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
  stateCondition,
  statesOf,
  textCondition,
} from "./case-conditions.ts";
import { type CaseRow, caseSql, toCase } from "./case-record.ts";
import { judgedParts } from "./judged-parts.ts";

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
  const searched = textCondition(selection, p);
  const counted = searched ? undefined : countedScope(selection);
  const total = () => (counted ? counterSum(counted, selection, p) : versionSum(selection, p));
  const page = searched ? searchSql(searched, selection, order, p) : { before: "", total: total(), rows: pageSql(selection, order, p) };
  const rows = `select c.*, h.sort_key from (${page.rows}) h join cases c on c.id = h.id`;
  const text = `${page.before} select t.total, p.* from (${page.total}) t left join (${caseSql(rows)}) p on true
    order by p.sort_key ${order.sort_order}, p.id ${order.sort_order}`;
  const answer = await store.pool.query<CaseRow & { total: number }>({ text, values: p.values, name: planName(selection, text) });
  const told = answer.rows[0]?.total ?? 0;
  const found = answer.rows.filter((row) => row.id !== null);
  const last = found.at(-1);
  return {
    cases: found.map(({ total: _, ...row }) => withSnippet(toCase(row), selection.search)),
    total: counted || searched ? told : await rememberedTotal(store, cache, selection, told),
    next: last && found.length === order.limit ? `${last.sort_key}_${last.id}` : null,
  };
}

/** Statements whose plan a connection keeps, by their text. No more than this many: each takes memory of each connection. */
const planNames = new Map<string, string>();
const maxPlans = 64;

/**
 * The name of a plan that is kept, where it is the same whatever the values; planning takes longer than such a page does. Empty: to be planned
 * with its values, since what is best for a rare label, a young date or a rare word is not for a common one.
 */
function planName({ search, labels, created_at_from, updated_at_from }: Selection, text: string): string {
  if (search || labels.length > 0 || created_at_from || updated_at_from) return "";
  const known = planNames.get(text);
  if (known || planNames.size >= maxPlans) return known ?? "";
  const name = `case-page-${planNames.size}`;
  planNames.set(text, name);
  return name;
}

/**
 * A search reads all of its matches once, for their number and the page alike: with a limit in sight the planner would read case after case
 * in the hope of a match.
 */
function searchSql(searched: string, selection: Selection, order: CaseOrder, p: Parameters) {
  const key = sortKeys[order.sort_by];
  const conditions = [...statusConditions(selection, p), ...otherConditions(selection, p)];
  const narrow = conditions.length === 0 && order.sort_by === "created_at";
  const matches = narrow
    ? `select t.case_id as id, t.created_at as sort_key from case_texts t where ${searched}`
    : `select c.id, ${key} as sort_key from case_texts t join cases c on c.id = t.case_id where ${[searched, ...conditions].join(" and ")}`;
  const behind = afterCondition(order, "sort_key", "id", p);
  return {
    before: `with hits as materialized (${matches})`,
    total: "select count(*) as total from hits",
    rows: `select id, sort_key from hits ${behind ? `where ${behind}` : ""} ${sortedBy("sort_key", "id", order)} ${endOf(order, p)}`,
  };
}

function afterCondition({ after, sort_order }: CaseOrder, key: string, id: string, p: Parameters): string | undefined {
  if (!after) return undefined;
  const [at, lastId] = after.split("_");
  return `(${key}, ${id}) ${sort_order === "desc" ? "<" : ">"} (${p.add(at)}::timestamptz, ${p.add(lastId)}::uuid)`;
}

function sortedBy(key: string, id: string, { sort_order }: CaseOrder): string {
  return `order by ${key} ${sort_order}, ${id} ${sort_order}`;
}

/** The limit stands in the text: a plan is kept only if the planner sees how little is read. */
function endOf({ limit, offset, after }: CaseOrder, p: Parameters): string {
  return after || offset === 0 ? `limit ${limit}` : `limit ${limit} offset ${p.add(offset)}`;
}

function statusConditions(selection: Selection, p: Parameters): string[] {
  const states = stateCondition(selection, p);
  const ranks = ranksOf(selection.priority);
  return [...(states ? [states] : []), ...(ranks ? [`c.priority = any(${p.add(ranks)}::int[])`] : [])];
}

function withSnippet(found: Case, search: string | undefined): Case {
  const snippet = search && snippetOf(found.data, search);
  return snippet ? { ...found, search_match_data_snippet: snippet } : found;
}

/** The ids of one page with the value that they are sorted by: what an index alone can answer. */
function pageSql(selection: Selection, order: CaseOrder, p: Parameters): string {
  const key = sortKeys[order.sort_by];
  const columns = `c.id, ${key} as sort_key`;
  const behind = afterCondition(order, key, "c.id", p);
  const more = [...otherConditions(selection, p), ...(behind ? [behind] : [])];
  const queue = `c.queue_id = ${p.add(selection.queueId)}`;
  const sorted = sortedBy(key, "c.id", order);
  const states = statesOf(selection.status);
  const ranks = ranksOf(selection.priority);
  if (!states && !ranks) return `select ${columns} from cases c where ${[queue, ...more].join(" and ")} ${sorted} ${endOf(order, p)}`;
  // Each state and priority is read along its own part of an index in order; the few first rows of each are merged.
  const reach = order.after || order.offset === 0 ? order.limit : p.add(Math.min(order.limit + order.offset, Number.MAX_SAFE_INTEGER));
  const inStates = (states ?? displayStatuses).map((state) => `c.state = ${p.add(state)}`);
  const wanted = [...inStates, ...judgedParts(selection.status).map(({ condition }) => condition)];
  const parts = wanted.flatMap((state) =>
    (ranks ?? [0, 1, 2]).map((rank) => {
      const where = [queue, state, `c.priority = ${p.add(rank)}`, ...more].join(" and ");
      return `(select ${columns} from cases c where ${where} ${sorted} limit ${reach})`;
    }),
  );
  return `select * from (${parts.join(" union all ")}) c ${sortedBy("sort_key", "id", order)} ${endOf(order, p)}`;
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
  // Parts of states are counted again beside them. A label counts its cases under no state.
  const kinds = states ? [...states, ...judgedParts(selection.status).map(({ kind }) => kind)] : ["", ...displayStatuses];
  return `select coalesce(sum(n), 0)::bigint as total from case_counts where scope = ${p.add(scope)} and status = any(${p.add(kinds)})${
    ranks ? ` and priority = any(${p.add(ranks)}::int[])` : ""
  }`;
}

/** Grows with every committed change of the queue's cases that a filter could see. */
function versionSum({ queueId }: Selection, p: Parameters): string {
  return `select coalesce(sum(changes), 0)::bigint as total from case_counts where scope = ${p.add(queueId)}`;
}

async function rememberedTotal(store: Store, cache: TotalCache, selection: Selection, version: number): Promise<number> {
  return cachedTotal(cache, JSON.stringify(selection), version, async () => {
    const p = parameters();
    const text = `select v.total as version, (${exactCount(selection, p)}) as total from (${versionSum(selection, p)}) v`;
    const { rows } = await store.pool.query<Counted>({ text, values: p.values, name: "" });
    return rows[0] ?? { version: 0, total: 0 };
  });
}

function exactCount(selection: Selection, p: Parameters): string {
  const { labels, status, priority, created_at_from, updated_at_from } = selection;
  // Labels are of one queue: with nothing else asked for, the cases themselves need not be read.
  if (labels.length === 1 && !status && !priority && !created_at_from && !updated_at_from)
    return `select count(distinct case_id) from case_labels where label_id = any(${p.add(labels[0])}::uuid[])`;
  return `select count(*) from cases c where ${allConditions(selection, p).join(" and ")}`;
}
