import { type CaseFilter, type CasePriority, casePriorities, displayStatuses } from "#contract/queues/case.ts";
import type { CaseQuery } from "#contract/queues/case-filters.ts";
import type { Db } from "#server/db/open.ts";
import { beginningsOf, folded, wordsOf } from "#server/db/words.ts";
import { type SQL, sql } from "drizzle-orm";
import type { CaseState } from "./case-state.ts";
import { judgedParts } from "./judged-parts.ts";

/** Collects values behind `$1`, `$2`… */
export function parameters() {
  const values: unknown[] = [];
  return { values, add: (value: unknown) => `$${values.push(value)}` };
}
export type Parameters = ReturnType<typeof parameters>;

/** A query whose labels are known by id: for each key those that fit. */
export interface Selection extends Omit<CaseQuery, "labels"> {
  readonly queueId: string;
  readonly labels: readonly (readonly string[])[];
}

export async function selectionOf(db: Db, queueId: string, { labels = {}, ...query }: CaseQuery): Promise<Selection> {
  const wanted = Object.entries(labels);
  if (wanted.length === 0) return { ...query, queueId, labels: [] };
  const pairs = wanted.flatMap(([key, values]) => values.map((value) => ({ key, value })));
  const { rows } = await db.execute<{ id: string; key: string }>(sql`
    select l.id, l.key from queue_labels l join jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) w(key text, value text)
      on w.key = l.key and w.value = l.value where l.queue_id = ${queueId} order by l.id`);
  return { ...query, queueId, labels: wanted.map(([key]) => rows.filter((row) => row.key === key).map((row) => row.id)) };
}

export function statesOf(filters: readonly CaseFilter[] | undefined): CaseState[] | undefined {
  return filters && displayStatuses.filter((state) => filters.includes(state === "in_progress" ? "claimed" : state));
}

/** A condition on the states that are wanted; undefined where all are. */
export function stateCondition({ status }: Selection, p: Parameters): string | undefined {
  const states = statesOf(status);
  if (!states) return undefined;
  const judged = judgedParts(status).map(({ condition }) => `(${condition})`);
  return `(${[`c.state = any(${p.add(states)})`, ...judged].join(" or ")})`;
}

export function ranksOf(priorities: readonly CasePriority[] | undefined): number[] | undefined {
  return priorities && [...new Set(priorities)].map((priority) => casePriorities.indexOf(priority));
}

/** A condition on `case_texts t`. A search without a word in it finds nothing. Undefined: no search. */
export function textCondition({ search, queueId }: Selection, p: Parameters): string | undefined {
  if (search === undefined || search === "") return undefined;
  const words = wordsOf(search);
  if (words.length === 0) return "false";
  return `t.words @@ ${p.add(`'#${queueId}' & ${beginningsOf(words)}`)}::tsquery`;
}

/** Conditions beside queue, state, priority and text. */
export function otherConditions({ created_at_from, updated_at_from, labels }: Selection, p: Parameters): string[] {
  const all: string[] = [];
  if (created_at_from) all.push(`c.created_at >= ${p.add(created_at_from)}`);
  if (updated_at_from) all.push(`c.updated_at >= ${p.add(updated_at_from)}`);
  for (const ids of labels) all.push(`c.id in (select case_id from case_labels where label_id = any(${p.add(ids)}::uuid[]))`);
  return all;
}

/** Every condition of a selection. */
export function allConditions(selection: Selection, p: Parameters): string[] {
  const states = stateCondition(selection, p);
  const ranks = ranksOf(selection.priority);
  const text = textCondition(selection, p);
  return [
    `c.queue_id = ${p.add(selection.queueId)}`,
    ...(states ? [states] : []),
    ...(ranks ? [`c.priority = any(${p.add(ranks)}::int[])`] : []),
    ...(text ? [`c.id in (select t.case_id from case_texts t where ${text})`] : []),
    ...otherConditions(selection, p),
  ];
}

/** As {@link allConditions}, as one condition on `cases c` for a statement of another kind. */
export function conditionOf(selection: Selection): SQL {
  const p = parameters();
  const [first = "", ...rest] = allConditions(selection, p)
    .join(" and ")
    .split(/\$(\d+)/);
  const pieces = rest.map((piece, i) => (i % 2 === 0 ? sql`${sql.param(p.values[Number(piece) - 1])}` : sql.raw(piece)));
  return sql.join([sql.raw(first), ...pieces]);
}

/** Where a word of the search begins a word of `data`, with what is around it. */
export function snippetOf(data: string, search: string) {
  const words = wordsOf(search);
  const [start, end] = placeIn(data, words) ?? placeInFolded(data, words) ?? [];
  if (start === undefined || end === undefined) return undefined;
  const [from, to] = [Math.max(0, start - 80), Math.min(data.length, end + 80)];
  return {
    before: (from > 0 ? "…" : "") + data.slice(from, start).toWellFormed(),
    match: data.slice(start, end),
    after: data.slice(end, to).toWellFormed() + (to < data.length ? "…" : ""),
  };
}

function placeIn(text: string, words: readonly string[]): [start: number, end: number] | undefined {
  for (const word of words) {
    const found = new RegExp(`(?<![\\p{L}\\p{Nd}])${word}`, "iu").exec(text);
    if (found) return [found.index, found.index + found[0].length];
  }
  return undefined;
}

/** For what is written with accents or in other characters of one meaning: the place of the folded word in the text as it is. */
function placeInFolded(text: string, words: readonly string[]): [start: number, end: number] | undefined {
  let plain = "";
  const origins: number[] = [];
  let at = 0;
  for (const letter of text) {
    const fold = folded(letter);
    plain += fold;
    for (let i = 0; i < fold.length; i += 1) origins.push(at);
    at += letter.length;
  }
  const found = placeIn(plain, words);
  return found && [origins[found[0]] ?? 0, origins[found[1]] ?? text.length];
}

/** These cases, as far as they lie in the queue: a condition on `cases c`. */
export function namedIn(queueId: string, ids: readonly string[]): SQL {
  return sql`c.queue_id = ${queueId} and c.id = any(${sql.param([...ids])}::uuid[])`;
}
