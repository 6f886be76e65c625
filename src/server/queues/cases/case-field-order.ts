import { caseFields, pathOf } from "#contract/queues/case-fields.ts";
import { otherCursor, storable } from "#contract/fields.ts";
import type { CaseSchema, TextSchema } from "#contract/queues/case-schema.ts";
import { z } from "#contract/zod.ts";
import type { Parameters } from "#server/platform/db/parameters.ts";
import { invalid } from "#server/platform/http/refusal.ts";
import { jsonAt } from "./case-conditions.ts";
import { secondsIn } from "./moments.ts";

// Cases in the order of a field of their data, which has no index: every case that fits is read for a page.

export interface FieldOrder {
  readonly place: string;
  /** Texts are points in time, or stand in the order of these; else they stand as people sort words. */
  readonly texts: "moments" | "words" | readonly string[];
}

export function fieldOrderOf(schema: CaseSchema | null | undefined, place: string): FieldOrder {
  const field = schema && caseFields(schema).find((each) => each.place === place)?.schema;
  const { enum: listed, format } = (field ?? {}) as Partial<TextSchema>;
  if (listed) return { place, texts: listed.filter((value) => value !== null).map(String) };
  return { place, texts: format === "date-time" ? "moments" : "words" };
}

/** What a case is ordered by: numbers and moments before words, and what has no value last, whichever way the others go. */
const Key = z.tuple([
  z.string(),
  z.enum(["-1", "0", "1", "2"]),
  z.string().regex(/^-?\d{1,2000}(\.\d{1,2000})?$/),
  z.string().refine(storable),
]);

interface Page {
  readonly field: FieldOrder;
  readonly order: "asc" | "desc";
  readonly after: string | undefined;
  /** `limit` and `offset` of the statement. */
  readonly end: string;
}

/** A page of the cases `c` that fit: `id`, its `place` for a cursor, and a `sort_key` that counts the way of the page. */
export function fieldPageSql(conditions: readonly string[], { field, order, after, end }: Page, p: Parameters): string {
  const behind = after && `(${keys}) ${order === "desc" ? "<" : ">"} (${keyIn(after, field, p)})`;
  const place = `encode(convert_to(json_build_array(${p.add(field.place)}::text, rank::text, num::text, word)::text, 'UTF8'), 'hex')`;
  const one = order === "desc" ? -1 : 1;
  const sorted = `order by ${keys.replaceAll(",", ` ${order},`)} ${order}`;
  return `select id, ${one} * row_number() over (${sorted}) as sort_key, ${place} as place from (
    select * from (select c.id, k.* from cases c, ${keySql(field, order, p)} k where ${conditions.join(" and ")}) k
    ${behind ? `where ${behind}` : ""} ${sorted} ${end}) m`;
}
const keys = `rank, num, word collate "und-x-icu", id`;

/** Numbers of more digits than anybody writes stand with the words: the store could not hold each of them. */
const isFigure = "length(t) <= 1000 and t ~ '^-?\\d+([.]\\d+)?([eE][+-]?\\d{1,3})?$'";

function keySql({ place, texts }: FieldOrder, order: "asc" | "desc", p: Parameters): string {
  const last = order === "desc" ? -1 : 2;
  const listed = typeof texts === "string" ? "null" : `array_position(${p.add(texts)}::text[], t)`;
  const asNumber = texts === "moments" ? secondsIn("t") : listed;
  return `lateral (select case when t is null or t = '' then ${last} when num is null then 1 else 0 end as rank,
    coalesce(num, 0) as num, case when num is null then coalesce(left(t, 200), '') else '' end as word
    from (select t, (case when kind = 'number' and ${isFigure} then t::numeric else ${asNumber} end) as num
      from (select json_typeof(v) as kind, case when json_typeof(v) in ('number', 'string', 'boolean') then v #>> '{}' end as t
        from (select ${jsonAt(p.add(pathOf(place)))} as v offset 0) v offset 0) t offset 0) n)`;
}

/** The key of a cursor, which is one of this field. */
function keyIn(after: string, field: FieldOrder, p: Parameters): string {
  const [hex = "", id] = after.split("_");
  const { data: key } = Key.safeParse(read(Buffer.from(hex, "hex").toString()));
  if (!key || key[0] !== field.place) throw invalid(["after"], otherCursor.error);
  return `${p.add(key[1])}::int, ${p.add(key[2])}::numeric, ${p.add(key[3])}::text collate "und-x-icu", ${p.add(id)}::uuid`;
}

function read(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
