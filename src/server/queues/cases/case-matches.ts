import { displayStatuses } from "#contract/queues/case.ts";
import type { Parameters } from "#server/platform/db/parameters.ts";
import {
  type Selection,
  dateConditions,
  hasDetails,
  hasLabel,
  ownConditions,
  ranksOf,
  statesOf,
  textCondition,
} from "./case-conditions.ts";
import { judgedParts, partsOf } from "#server/queues/rubrics/judged-parts.ts";

/** What cases are ordered by. One that was never postponed comes behind those that were. */
export const sortKeys = { created_at: "c.created_at", updated_at: "c.updated_at", postponed_to: "coalesce(c.postponed_to, 'infinity')" };
export type SortKey = keyof typeof sortKeys;

/** All cases that fit: `id`, `kind` and `sort_key`. With labels these come from the rows of the rarest, which hold what filters read of a case. */
export function matchesSql(selection: Selection, p: Parameters, sort: SortKey = "created_at"): string {
  const text = textCondition(selection, p);
  const [rarest, ...labels] = selection.labels;
  if (!rarest) {
    const from = text ? "case_texts t join cases c on c.id = t.case_id" : "cases c";
    const conditions = [...(text ? [text] : []), ...ownConditions(selection, p)];
    return `select c.id, case_kind(c.state, c.passed) as kind, ${sortKeys[sort]} as sort_key from ${from} where ${conditions.join(" and ")}`;
  }
  const ranks = ranksOf(selection.priority);
  const conditions = [
    `l.label_id = any(${p.add(rarest)}::uuid[])`,
    ...(text ? [text] : []),
    ...(selection.status ? [`l.kind = any(${p.add(kindsOf(selection))})`] : []),
    ...(ranks ? [`l.priority = any(${p.add(ranks)}::int[])`] : []),
    ...dateConditions(selection, p, "l"),
    ...hasDetails("l.case_id", selection, p),
    ...labels.map((ids) => `l.case_id in (select o.case_id from case_labels o where o.label_id = any(${p.add(ids)}::uuid[]))`),
  ];
  const more = `${text ? "join case_texts t on t.case_id = l.case_id" : ""} ${sort === "postponed_to" ? "join cases c on c.id = l.case_id" : ""}`;
  const key = sort === "postponed_to" ? sortKeys[sort] : `l.${sort}`;
  return `select ${once(rarest)} l.case_id as id, l.kind, ${key} as sort_key from case_labels l ${more} where ${conditions.join(" and ")}`;
}

/** As {@link matchesSql}, without `kind`: a search that nothing else narrows reads nothing but what it searches. */
export function hitsSql(selection: Selection, p: Parameters, sort: SortKey = "created_at"): string {
  const { status, priority, labels } = selection;
  const narrowed = status ?? priority ?? labels[0] ?? asksMore(selection);
  const text = narrowed || sort !== "created_at" ? undefined : textCondition(selection, p);
  return text
    ? `select t.case_id as id, t.created_at as sort_key from case_texts t where ${text}`
    : `select id, sort_key from (${matchesSql(selection, p, sort)}) m`;
}

/** Whether anything is asked of when it was made, changed or closed, of what it failed by, or of its fields. */
export function asksMore(selection: Omit<Selection, "status">): true | undefined {
  const { created_at_from, created_at_before, updated_at_from, completed_at_from, completed_at_before, failure, fields } = selection;
  const asked = [created_at_from, created_at_before, updated_at_from, completed_at_from, completed_at_before, failure, ...fields];
  return asked.some(Boolean) || undefined;
}

/** The kinds of label rows that are wanted: a state that was asked for comes with all of its parts. */
function kindsOf({ status }: Selection): string[] {
  const states = statesOf(status) ?? displayStatuses;
  return [...states, ...[...partsOf(states), ...judgedParts(status)].map(({ kind }) => kind)];
}

/** A case may have two values of one key. */
function once(labelIds: readonly string[]): string {
  return labelIds.length > 1 ? "distinct" : "";
}

/**
 * The first `limit` cases that carry the wanted labels, in the order `sorted` of `l.${sort}` and behind a place in it: each label, kind and
 * priority is a range of an index in that order, and no more than the first few of each are read.
 */
export function firstLabelledSql(
  selection: Selection,
  p: Parameters,
  {
    sort,
    behind,
    sorted,
    limit,
  }: { sort: "created_at" | "updated_at"; behind: string | undefined; sorted: string; limit: number | string },
): string {
  const [rarest = [], ...labels] = selection.labels;
  const conditions = [
    "l.label_id = w.label_id and l.kind = k.kind and l.priority = r.priority",
    ...dateConditions(selection, p, "l"),
    ...hasDetails("l.case_id", selection, p),
    ...(behind ? [behind] : []),
    ...labels.map((ids) => hasLabel("l.case_id", ids, p)),
  ];
  const kinds = kindsOf(selection);
  const ranks = ranksOf(selection.priority) ?? [0, 1, 2];
  return `select ${once(rarest)} h.* from (${each(rarest, "uuid", p)}) w(label_id), (${each(kinds, "text", p)}) k(kind), (${each(ranks, "smallint", p)}) r(priority),
    lateral (select l.case_id as id, l.${sort} as sort_key from case_labels l where ${conditions.join(" and ")} ${sorted} limit ${limit}) h`;
}

/** The values of a list as rows. Their number stands in the text: a plan is kept only if the planner sees how few there are. */
function each(values: readonly (string | number)[], type: string, p: Parameters): string {
  return `select unnest(${p.add(values)}::${type}[]) limit ${values.length}`;
}
