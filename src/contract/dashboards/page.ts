import { instant, nameUpTo, text, uuid } from "#contract/fields.ts";
import { choice, record } from "#contract/record.ts";
import { zone } from "#contract/zone.ts";
import { z } from "#contract/zod.ts";
import { grains, sourceNames } from "./catalogue.ts";
import { rangeNames } from "./ranges.ts";

// A dashboard as data (ours): blocks over named queries. The model writes it, one block a call, and one renderer draws it. Nothing in it is code.

/** What blocks and queries are called inside a page, and by those who edit it. */
export const key = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, { error: "Use small letters, digits and _, beginning with a letter" });

/** A span by name, or from an instant up to another one. */
export const Range = z
  .union([
    z.enum(rangeNames),
    record("DashboardSpan", { from: instant, to: instant }).refine(({ from, to }) => from < to, {
      path: ["to"],
      error: "Use a later time than `from`",
    }),
  ])
  .meta({ id: "DashboardRange" });
export type Range = z.output<typeof Range>;

/** A field of a source: a dimension or a measure of the catalogue, or `field.` with the path of a field of the case schema. */
export const fieldName = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,39}$|^field\.[^.\p{Cc}][^\p{Cc}]{0,199}$/u, { error: "Use a field of this source" });

const filterKinds = ["is", "is_not"] as const;
/** A condition on a dimension: its value is one of these, or none of them. `parameter`: what the viewer chose instead, if anything. */
export const QueryFilter = record("DashboardFilter", {
  by: fieldName,
  kind: z.enum(filterKinds),
  values: z.array(text(1, 200)).min(1).max(20).optional(),
  parameter: key.optional(),
});
export type QueryFilter = z.output<typeof QueryFilter>;

export const mostQueries = 30;
export const mostBlocks = 24;
export const mostRows = 5_000;

export const Query = record("DashboardQuery", {
  name: key,
  source: z.enum(sourceNames),
  measures: z.array(fieldName).min(1).max(6),
  /** Dimensions; `time` among them takes `grain`. Without any the answer is one row. */
  by: z.array(fieldName).max(2),
  grain: z.enum(grains).optional(),
  filters: z.array(QueryFilter).max(10),
  /** Instead of the range that the viewer of the page chose. */
  range: Range.optional(),
  /** As many groups as have a row of their own, the largest of the first measure first; the others are one row, counted and not guessed. */
  top: z.int().min(1).max(50).optional(),
  /** Also the span of the same length before, for the change since then. */
  former: z.boolean().optional(),
});
export type Query = z.output<typeof Query>;

/** What a viewer can choose above a page, beside its range; without a choice nothing is filtered. The address carries it. */
export const Parameter = record("DashboardParameter", { name: key, label: nameUpTo(60), by: z.enum(["queue", "agent", "person"]) });
export type Parameter = z.output<typeof Parameter>;

/** How many of the twelve columns a block takes on a desktop; a phone has one below the other. */
const widths = [3, 4, 6, 8, 12] as const;
const block = {
  id: key,
  title: nameUpTo(120),
  /** What it counts, beside the title. */
  subtitle: nameUpTo(160).optional(),
  width: z.literal(widths),
};
const measured = { ...block, query: key };

/** A key figure. */
const Figure = record("DashboardFigure", { query: key, measure: fieldName, label: nameUpTo(60) });
export const StatsBlock = record("StatsBlock", { ...block, type: z.literal("stats"), figures: z.array(Figure).min(1).max(6) });

/** By time, or by a group. `split`: a small chart for each value of the second dimension, all on one scale. */
export const ColumnsBlock = record("ColumnsBlock", { ...measured, type: z.literal("columns"), split: z.boolean().optional() });
/** By time; a line for each measure, or for each value of the second dimension. */
export const LinesBlock = record("LinesBlock", { ...measured, type: z.literal("lines"), area: z.boolean().optional() });
/** A row for each group, with its share of the largest. */
const BarsBlock = record("BarsBlock", { ...measured, type: z.literal("bars") });
/** Two dimensions as a grid whose cells are shaded by the first measure. */
const HeatBlock = record("HeatBlock", { ...measured, type: z.literal("heat") });
const TableBlock = record("TableBlock", { ...measured, type: z.literal("table") });

/** Words, or a figure that is bound to a cell of a query: text beside live data holds no digits of its own. */
export const TextPiece = z.union([
  record("TextWords", {
    words: text(1, 2_000).refine((words) => !/\p{Nd}/u.test(words), { error: "Bind figures to a query: digits in words go out of date" }),
  }),
  record("TextFigure", {
    query: key,
    /** A measure, or a dimension whose value is named. */
    field: fieldName,
    /** Which row: the first one counts from 0, in the order of the answer. */
    row: z.int().min(0).max(49),
  }),
]);
export type TextPiece = z.output<typeof TextPiece>;
export const TextBlock = record("TextBlock", { ...block, type: z.literal("text"), pieces: z.array(TextPiece).min(1).max(60) });

export const Block = choice("DashboardBlock", "type", [StatsBlock, ColumnsBlock, LinesBlock, BarsBlock, HeatBlock, TableBlock, TextBlock]);
export type Block = z.output<typeof Block>;

export const Page = record("DashboardPage", {
  title: nameUpTo(120),
  zone,
  /** What a viewer begins with. */
  range: Range,
  parameters: z.array(Parameter).max(3),
  queries: z.array(Query).max(mostQueries),
  blocks: z.array(Block).max(mostBlocks),
});
export type Page = z.output<typeof Page>;

/** What a viewer chose; the address carries it. */
export const Chosen = record("DashboardChoice", {
  range: Range.optional(),
  values: z.record(key, z.array(uuid).min(1).max(20)).optional(),
});
export type Chosen = z.output<typeof Chosen>;
