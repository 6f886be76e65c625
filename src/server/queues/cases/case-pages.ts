import { displayStatuses } from "#contract/queues/case.ts";
import type { Parameters } from "#server/platform/db/parameters.ts";
import {
  allConditions,
  type Selection,
  dateConditions,
  detailConditions,
  hasLabel,
  ownConditions,
  ranksOf,
  statesOf,
} from "./case-conditions.ts";
import { type FieldOrder, fieldPageSql } from "./case-field-order.ts";
import { type SortKey, firstLabelledSql, hitsSql, matchesSql, sortKeys } from "./case-matches.ts";
import { type Matches, counterSum } from "./case-totals.store.ts";
import { judgedParts } from "#server/queues/rubrics/judged-parts.ts";

export interface CaseOrder {
  readonly limit: number;
  readonly offset: number;
  readonly sort_by: SortKey;
  readonly sort_order: "asc" | "desc";
  readonly after?: string | undefined;
  /** Takes the place of `sort_by`. */
  readonly field?: FieldOrder | undefined;
}

/** `rows` gives `id` and `sort_key` of one page, in the order of a field also its `place` for a cursor; `before` is what it and `total` share. */
interface PageSql {
  readonly before?: string;
  readonly total: string;
  readonly rows: string;
}

/** How a page is found: in a search, with a counter for its total, or once its total is known. */
export function pageSql(
  selection: Selection,
  order: CaseOrder,
  counted: string | undefined,
  matches: Matches | undefined,
  p: Parameters,
): PageSql {
  if (order.field) return fieldSql(order.field, selection, order, counted, matches, p);
  if (!matches) return { total: counterSum(counted ?? selection.queueId, selection, p), rows: firstSql(selection, order, p) };
  const known = knownPage(matches, order);
  if (matches.few === null && selection.search && !known) return searchSql(selection, order, p);
  const total = `select ${p.add(matches.total)}::bigint as total`;
  if (matches.few !== null) return { total, rows: fewSql(matches.few, selection, order, p) };
  return { total, rows: known ? knownSql(known, order, p) : firstSql(selection, order, p) };
}

function fieldSql(
  field: FieldOrder,
  selection: Selection,
  order: CaseOrder,
  counted: string | undefined,
  matches: Matches | undefined,
  p: Parameters,
): PageSql {
  const total = matches ? `select ${p.add(matches.total)}::bigint as total` : counterSum(counted ?? selection.queueId, selection, p);
  const few = matches?.few ? [`c.id = any(${p.add(matches.few)}::uuid[])`] : [];
  const page = { field, order: order.sort_order, after: order.after, end: endOf(order, p) };
  return { total, rows: fieldPageSql([...few, ...allConditions(selection, p)], page, p) };
}

function knownSql(ids: readonly string[], order: CaseOrder, p: Parameters): string {
  const sorted = sortedBy("c.created_at", "c.id", order);
  return `select c.id, c.created_at as sort_key from cases c where c.id = any(${p.add(ids)}::uuid[]) ${sorted}`;
}

/** A page of a search among the newest of its matches, as far as these reach. */
function knownPage({ newest }: Matches, { sort_by, sort_order, limit, offset, after }: CaseOrder): readonly string[] | undefined {
  if (!newest || sort_by !== "created_at" || sort_order !== "desc") return undefined;
  const last = after ? newest.indexOf(after.split("_")[1] ?? "") : offset - 1;
  const isKnown = (!after || last >= 0) && last + limit < newest.length;
  return isKnown ? newest.slice(last + 1, last + 1 + limit) : undefined;
}

/**
 * A search reads all of its matches once, for their number and the page alike: with a limit in sight the planner would read case after case
 * in the hope of a match.
 */
function searchSql(selection: Selection, order: CaseOrder, p: Parameters): PageSql {
  const behind = afterCondition(order, "sort_key", "id", p);
  return {
    before: `with hits as materialized (${hitsSql(selection, p, order.sort_by)})`,
    total: "select count(*) as total from hits",
    rows: `select id, sort_key from hits ${behind ? `where ${behind}` : ""} ${sortedBy("sort_key", "id", order)} ${endOf(order, p)}`,
  };
}

/** A page of those few that fitted when they were counted, as far as they still do: on the way through an index they are far apart. */
function fewSql(few: string, selection: Selection, order: CaseOrder, p: Parameters): string {
  const key = sortKeys[order.sort_by];
  const behind = afterCondition(order, key, "c.id", p);
  const conditions = [
    `c.id = any(${p.add(few)}::uuid[])`,
    ...ownConditions(selection, p),
    ...selection.labels.map((ids) => hasLabel("c.id", ids, p)),
    ...(behind ? [behind] : []),
  ];
  return `select c.id, ${key} as sort_key from cases c where ${conditions.join(" and ")} ${sortedBy(key, "c.id", order)} ${endOf(order, p)}`;
}

/** A page of many, found along an index that has them in order. */
function firstSql(selection: Selection, order: CaseOrder, p: Parameters): string {
  const { sort_by: sort } = order;
  if (selection.labels.length === 0) return orderedSql(selection, order, p);
  if (sort === "postponed_to") {
    const behind = afterCondition(order, "sort_key", "id", p);
    return `select id, sort_key from (${matchesSql(selection, p, sort)}) m ${behind ? `where ${behind}` : ""}
      ${sortedBy("sort_key", "id", order)} ${endOf(order, p)}`;
  }
  const how = {
    sort,
    behind: afterCondition(order, `l.${sort}`, "l.case_id", p),
    sorted: sortedBy(`l.${sort}`, "l.case_id", order),
    limit: reachOf(order, p),
  };
  return `select * from (${firstLabelledSql(selection, p, how)}) m ${sortedBy("sort_key", "id", order)} ${endOf(order, p)}`;
}

/** The ids of one page with the value that they are sorted by: what an index alone can answer. */
function orderedSql(selection: Selection, order: CaseOrder, p: Parameters): string {
  const key = sortKeys[order.sort_by];
  const columns = `c.id, ${key} as sort_key`;
  const behind = afterCondition(order, key, "c.id", p);
  const more = [...dateConditions(selection, p), ...detailConditions(selection, p), ...(behind ? [behind] : [])];
  const queue = `c.queue_id = ${p.add(selection.queueId)}`;
  const sorted = sortedBy(key, "c.id", order);
  const states = statesOf(selection.status);
  const ranks = ranksOf(selection.priority);
  if (!states && !ranks && order.sort_by !== "postponed_to")
    return `select ${columns} from cases c where ${[queue, ...more].join(" and ")} ${sorted} ${endOf(order, p)}`;
  // Each state and priority is read along its own part of an index in order; the few first rows of each are merged.
  const reach = reachOf(order, p);
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

/** As far as a part of a page has to be read that may hold all of it. */
function reachOf({ limit, offset, after }: CaseOrder, p: Parameters): number | string {
  return after || offset === 0 ? limit : p.add(Math.min(limit + offset, Number.MAX_SAFE_INTEGER));
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
