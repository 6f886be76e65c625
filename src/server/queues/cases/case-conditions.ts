import { type CaseFilter, type CasePriority, casePriorities, displayStatuses } from "#contract/queues/case.ts";
import { pathOf } from "#contract/queues/case-fields.ts";
import type { CaseQuery } from "#contract/queues/case-filters.ts";
import type { Db } from "#server/platform/db/open.ts";
import { asSql, type Parameters, parameters } from "#server/platform/db/parameters.ts";
import { askedBy } from "#server/platform/db/words.ts";
import { type SQL, sql } from "drizzle-orm";
import { type CaseState, openStates } from "./case-state.ts";
import { daysOf, momentIn, momentOf } from "./moments.ts";
import { judgedParts } from "#server/queues/rubrics/judged-parts.ts";

/** A query whose labels are known by id: for each key those that fit, the key with the fewest cases first. */
export interface Selection extends Omit<CaseQuery, "labels" | "fields"> {
  readonly queueId: string;
  readonly fields: readonly FieldIs[];
  readonly labels: readonly (readonly string[])[];
}

/** The field at this place has one of these values. */
interface FieldIs {
  readonly path: readonly string[];
  readonly values: readonly string[];
}

export async function selectionOf(
  db: Db,
  queueId: string,
  { labels = {}, fields = {}, status, priority, ...others }: CaseQuery,
): Promise<Selection> {
  const asked = Object.entries(fields).filter(([, values]) => values.length > 0);
  const query = {
    ...others,
    status: chosen(status),
    priority: chosen(priority),
    fields: asked.map(([place, values]) => ({ path: pathOf(place), values })),
  };
  const wanted = Object.entries(labels).filter(([, values]) => values.length > 0);
  if (wanted.length === 0) return { ...query, queueId, labels: [] };
  const pairs = wanted.flatMap(([key, values]) => values.map((value) => ({ key, value })));
  // Of one key alone nothing is the rarest.
  const count = wanted.length === 1 ? sql`0` : sql`(select coalesce(sum(n), 0)::int from case_counts where scope = l.id::text)`;
  const { rows } = await db.execute<{ id: string; key: string; cases: number }>(sql`
    select l.id, l.key, ${count} as cases
    from queue_labels l join jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) w(key text, value text) on w.key = l.key and w.value = l.value
    where l.queue_id = ${queueId} order by l.id`);
  const keys = wanted.map(([key]) => rows.filter((row) => row.key === key));
  const casesOf = (known: typeof rows) => known.reduce((sum, label) => sum + label.cases, 0);
  const rarestFirst = keys.toSorted((a, b) => casesOf(a) - casesOf(b));
  return { ...query, queueId, labels: rarestFirst.map((known) => known.map((label) => label.id)) };
}

/** An empty list is no filter, as a key without values is none. */
function chosen<T>(list: readonly T[] | undefined): readonly T[] | undefined {
  return list && list.length > 0 ? list : undefined;
}

export function statesOf(filters: readonly CaseFilter[] | undefined): CaseState[] | undefined {
  const isOpen = filters?.includes("open") ? openStates : [];
  return (
    filters && displayStatuses.filter((state) => filters.includes(state === "in_progress" ? "claimed" : state) || isOpen.includes(state))
  );
}

/** A condition on the states that are wanted; undefined where all are. */
function stateCondition({ status }: Selection, p: Parameters): string | undefined {
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
  const asked = askedBy(search);
  if (!asked) return "false";
  const hasWords = `t.words @@ ${p.add(`'# ${queueId}' & ${asked.query}`)}::tsquery`;
  if (asked.marked.length === 0) return hasWords;
  // Of each case that has the words, and not joined: nothing else is read of the others.
  const reads = `(select reads_as(s.title || ' ' || as_read(s.data), ${p.add(asked.marked)}::text[]) from cases s where s.id = t.case_id)`;
  return `${hasWords} and ${asked.isSure ? `(not t.is_long or ${reads})` : reads}`;
}

/** Conditions on when a `row` was made and changed. */
export function dateConditions({ created_at_from, created_at_before, updated_at_from }: Selection, p: Parameters, row = "c"): string[] {
  return [
    ...(created_at_from ? [`${row}.created_at >= ${p.add(created_at_from)}`] : []),
    ...(created_at_before ? [`${row}.created_at < ${p.add(created_at_before)}`] : []),
    ...(updated_at_from ? [`${row}.updated_at >= ${p.add(updated_at_from)}`] : []),
  ];
}

/** What a case failed by, or null where it did not: as figures group by it and lists filter by it. */
export const failureOf = "case when c.state = 'failed' then coalesce(c.failure, 'not_recorded') end";

/**
 * Whether the store can read the data of a case: it is typed, and has no escape that stands for no character, which JSON can be sent with and no
 * text can hold.
 */
const readable = `c.json_schema_id is not null and (strpos(c.data, '\\u') = 0 or replace(c.data, '\\\\', '//')
  !~ '\\\\u0000|\\\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\\\u[dD][c-fC-F])|(?<!\\\\u[dD][89abAB][0-9a-fA-F]{2})\\\\u[dD][c-fC-F]')`;
/** The text at a path of `data`, as it is written there; null where there is none. */
export const textAt = (path: string): string => `case when ${readable} then c.data::json #>> ${path}::text[] end`;
/** The value at a path of `data`, as JSON; null where there is none. */
export const jsonAt = (path: string): string => `case when ${readable} then c.data::json #> ${path}::text[] end`;
/** Of that value as `f.v`. */
const ofField = (path: string, result: string): string => `(select ${result} from (select ${jsonAt(path)} as v offset 0) f)`;
const isNumber = "json_typeof(f.v) = 'number'";
const written = "(f.v #>> '{}')";
/** One moment is one text, whatever its offset and the zeros at its end. */
const asText = `coalesce(${momentIn(written)}, left(${written}, 200))`;
/** Without the zeros that end it: 1.10 and 1.1 are one number. */
const plain = (number: string) => `case when ${number} ~ '^-?[0-9]+[.][0-9]+$' then rtrim(rtrim(${number}, '0'), '.') else ${number} end`;
const asNumber = `left(${plain("f.v::text")}, 200)`;
/** As figures group by a field and lists filter by it. */
export const fieldAt = (path: string): string => ofField(path, `case when ${isNumber} then ${asNumber} else ${asText} end`);

/**
 * A field has one of these values, of which a number may be written with zeros at its end, and a moment in another offset. What has an escape may
 * write them in another way; of all others those without them are passed over unread.
 */
function fieldCondition({ path, values }: FieldIs, p: Parameters): string {
  const numbers = values.map((value) => (/^-?\d+\.\d+$/.test(value) ? value.replace(/\.?0+$/, "") : value));
  const texts = values.map((value) => momentOf(value) ?? value);
  const parts = texts.flatMap((value, at) => (momentOf(value) === undefined ? (numbers[at] ?? value) : daysOf(value)));
  const holdsOne = parts.map((part) => `strpos(c.data, ${p.add(part)}) > 0`);
  const [asNumbers, asTexts] = [`any(${p.add(numbers)}::text[])`, `any(${p.add(texts)}::text[])`];
  const isOne = ofField(p.add(path), `case when ${isNumber} then ${asNumber} = ${asNumbers} else ${asText} = ${asTexts} end`);
  return `(${[`strpos(c.data, '\\') > 0`, ...holdsOne].join(" or ")}) and ${isOne}`;
}

/** Conditions on how a case came to its end, and on its fields. */
export function detailConditions({ completed_at_from, completed_at_before, failure, fields }: Selection, p: Parameters): string[] {
  return [
    ...(completed_at_from ? [`c.completed_at >= ${p.add(completed_at_from)}`] : []),
    ...(completed_at_before ? [`c.completed_at < ${p.add(completed_at_before)}`] : []),
    ...(failure ? [`${failureOf} = ${p.add(failure)}`] : []),
    ...fields.map((field) => fieldCondition(field, p)),
  ];
}

/** The same of the case that a row of another table is about. */
export function hasDetails(caseId: string, selection: Selection, p: Parameters): string[] {
  const conditions = detailConditions(selection, p);
  return conditions.length === 0 ? [] : [`exists (select from cases c where c.id = ${caseId} and ${conditions.join(" and ")} offset 0)`];
}

/** Conditions that the row of a case answers by itself. */
export function ownConditions(selection: Selection, p: Parameters): string[] {
  const states = stateCondition(selection, p);
  const ranks = ranksOf(selection.priority);
  return [
    `c.queue_id = ${p.add(selection.queueId)}`,
    ...(states ? [states] : []),
    ...(ranks ? [`c.priority = any(${p.add(ranks)}::int[])`] : []),
    ...dateConditions(selection, p),
    ...detailConditions(selection, p),
  ];
}

/** Whether a case has one of these labels: `offset` has the store ask for this case, and not read all others with the label first. */
export function hasLabel(caseId: string, labelIds: readonly string[], p: Parameters): string {
  return `exists (select from case_labels o where o.case_id = ${caseId} and o.label_id = any(${p.add(labelIds)}::uuid[]) offset 0)`;
}

/** Every condition of a selection. */
export function allConditions(selection: Selection, p: Parameters): string[] {
  const [rarest, ...labels] = selection.labels;
  const text = textCondition(selection, p);
  return [
    ...ownConditions(selection, p),
    ...(text ? [`c.id in (select t.case_id from case_texts t where ${text})`] : []),
    ...(rarest ? [`c.id in (select case_id from case_labels where label_id = any(${p.add(rarest)}::uuid[]))`] : []),
    ...labels.map((ids) => hasLabel("c.id", ids, p)),
  ];
}

/** As {@link allConditions}, as one condition on `cases c` for a statement of another kind. */
export function conditionOf(selection: Selection): SQL {
  const p = parameters();
  return asSql(allConditions(selection, p).join(" and "), p.values);
}

/** These cases, as far as they lie in the queue: a condition on `cases c`. */
export function namedIn(queueId: string, ids: readonly string[]): SQL {
  return sql`c.queue_id = ${queueId} and c.id = any(${sql.param([...ids])}::uuid[])`;
}
