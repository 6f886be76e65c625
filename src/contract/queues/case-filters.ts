import { instant, instantOrDate, isTimestamp, storable, text, otherCursor } from "#contract/fields.ts";
import { sortOf } from "#contract/list-query.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { caseList } from "./case-list.ts";
import { type CaseFilter, type CasePriority, caseFilters, casePriorities } from "./case.ts";
import { labelKey, labelValue } from "./labels.ts";

/** Some of these words, joined by commas: how an address carries a list. */
function commaList(words: readonly string[]) {
  const one = words.join("|");
  return z.string().regex(new RegExp(`^(${one})(,(${one})){0,${words.length - 1}}$`), {
    error: `Use one or more of these, separated by commas: ${words.join(", ")}`,
  });
}
/** The words of such a list, out of those that there are. */
export function listed<T extends string>(value: string | undefined, words: readonly T[]): T[] | undefined {
  const given = value?.split(",");
  return given && words.filter((word) => given.includes(word));
}

/**
 * What blanks part are terms: each has to begin a word of the title or of `data`, and is found as it is written, so that `INV-04` is no `INV`
 * and `04` apart. Neither case nor accents count. The limit is ours.
 */
export const caseSearch = z.string().max(200).refine(storable, { error: "This contains characters that cannot be stored" });

const since = {
  created_at_from: instantOrDate.optional(),
  /** Ours: the end of that time, which is not part of it. */
  created_at_before: instant.optional(),
  updated_at_from: instantOrDate.optional(),
};
/** Ours: of cases that came to their end, when that was, and of those that failed by what, as figures have it. */
const ending = {
  completed_at_from: instant.optional(),
  completed_at_before: instant.optional(),
  failure: text(1, 100).optional(),
};

/** Filters as an address carries them. */
export const filterQuery = {
  status: commaList(caseFilters).optional(),
  priority: commaList(casePriorities).optional(),
  search: caseSearch.optional(),
  ...since,
};

/** As figures group by it: of a longer text its beginning. */
const fieldValue = z.string().max(200).refine(storable, { error: "This contains characters that cannot be stored" });

/** An empty list is no filter, whatever it lists. The upper limits are ours. */
export const CaseFilters = record("CaseFilters", {
  status: z.array(z.enum(caseFilters)).max(20).optional(),
  priority: z.array(z.enum(casePriorities)).max(10).optional(),
  ...since,
  ...ending,
  /** Per key the values of which a case has one; every key has to fit. A plain tag has the key "". */
  labels: z
    .record(labelKey, z.array(labelValue).max(50))
    .refine((labels) => Object.keys(labels).length <= 20, { error: "Give at most 20" })
    .optional(),
  /** Ours: by the place of a field, as in `supplier.name`, the values of which a case has one, as its data has them. Every place has to fit. */
  fields: z
    .record(text(1, 200), z.array(fieldValue).max(20))
    .refine((fields) => Object.keys(fields).length <= 5, { error: "Give at most 5" })
    .optional(),
});
export type CaseFilters = z.output<typeof CaseFilters>;

/** What a list shows, however it was asked. */
export interface CaseQuery {
  readonly status?: readonly CaseFilter[] | undefined;
  readonly priority?: readonly CasePriority[] | undefined;
  readonly created_at_from?: string | undefined;
  readonly created_at_before?: string | undefined;
  readonly updated_at_from?: string | undefined;
  readonly completed_at_from?: string | undefined;
  readonly completed_at_before?: string | undefined;
  readonly failure?: string | undefined;
  readonly labels?: Readonly<Record<string, readonly string[]>> | undefined;
  readonly fields?: Readonly<Record<string, readonly string[]>> | undefined;
  readonly search?: string | undefined;
}

export const caseOrder = {
  sort_by: sortOf(caseList.sorts).optional(),
  sort_order: z.enum(["asc", "desc"]).optional(),
};

/** Ours: by the values at the place of a field, as in `supplier.name`; cases without one come last either way. */
export const sortField = text(1, 200).optional();

/**
 * Ours: continue behind the last row of the answer before, so that the thousandth page costs what the first does. Takes the place of
 * `offset`. Begins with the order that it is a place of. It walks a list and is no feed: a case has the time at which its request began.
 */
export const caseAfter = z
  .string()
  .regex(
    /^((created_at|updated_at|postponed_to):(asc|desc):(infinity|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)|field:(asc|desc):([0-9a-f]{2}){1,4000})_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    otherCursor,
  )
  .refine((after) => {
    const at = placeIn(after).slice(0, 24);
    return after.startsWith("field:") || at.startsWith("infinity") || isTimestamp(at);
  }, otherCursor);

type InOrder = { readonly [K in keyof typeof caseOrder]?: z.output<(typeof caseOrder)[K]> };
interface Ordered extends InOrder {
  readonly sort_field?: string | undefined;
}
interface Continued extends Ordered {
  readonly after?: string | undefined;
  readonly offset?: number | undefined;
}

/** The cursor of a place in a list of this order. */
export function cursorOf({ sort_by = "created_at", sort_order = "desc", sort_field }: Ordered, place: string): string {
  return `${sort_field === undefined ? sort_by : "field"}:${sort_order}:${place}`;
}
export function placeIn(after: string): string {
  return after.split(":").slice(2).join(":");
}

/** In another order the same place has other rows behind it. Other filters leave it where it is. */
export const fitsItsOrder = ({ after, ...order }: Continued) => after === undefined || after === cursorOf(order, placeIn(after));
export const otherOrder = {
  path: ["after"],
  error: "This continues a list in a different order. Leave it out to start from the beginning",
};
export const isOneStart = ({ after, offset = 0 }: Continued) => after === undefined || offset === 0;
export const oneStart = { path: ["after"], error: "Give either `after` or `offset`" };

export const isOneOrder = ({ sort_by, sort_field }: Ordered) => sort_by === undefined || sort_field === undefined;
export const oneOrder = { path: ["sort_field"], error: "Give either `sort_by` or `sort_field`" };
