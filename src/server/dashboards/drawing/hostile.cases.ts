import fc from "fast-check";
import type { AnswerRow, QueryAnswer } from "#contract/dashboards/answers.ts";
import { grains, type SourceName, sourceNames, sources } from "#contract/dashboards/catalogue.ts";
import type { Block, Query } from "#contract/dashboards/page.ts";
import { october, row, type Sample, today } from "./samples.cases.ts";

/** Texts that would be more than text where one layer forgets to escape. */
export const hostileTexts = [
  `<script>alert(1)</script>`,
  `"><img src=x onerror=alert(1)>`,
  `' onmouseover='alert(1)`,
  `</style><script>alert(1)</script>`,
  `</title></head><body onload=alert(1)>`,
  `javascript:alert(1)`,
  `&lt;b&gt; &amp; &#60;i&#62;`,
  `<!-- --><svg/onload=alert(1)>`,
  "` onfocus=alert(1) autofocus `",
  "\u202Eexe.png\u202C and \u2066turned\u2069",
  "__proto__",
  "constructor",
  `=HYPERLINK("https://example.com")`,
  "]]>{{7*7}}${7*7}",
  "a\u0000b\u0007c",
  "\ud800 lone",
  "x".repeat(5_000),
  "مدفوعات <b>الموردين</b>",
  "支払い期限を過ぎた請求書",
];

const value = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 5_000 }) },
  fc.constant(null),
  fc.constant(0),
  fc.integer({ min: -5_000, max: -1 }),
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.constantFrom(1e15, -1e15, 100_318_085_875.75, 0.0001),
);

const days = Array.from({ length: 40 }, (_, at) => new Date(Date.parse(october.from) + at * 86_400_000).toISOString());

interface Shape {
  readonly source: SourceName;
  readonly type: Block["type"];
  readonly width: 3 | 4 | 6 | 8 | 12;
  readonly by: readonly ("time" | "group" | "field" | "state")[];
  readonly measures: number;
  readonly groups: number;
  readonly periods: number;
  readonly flag: boolean;
  readonly former: boolean;
  readonly other: boolean;
  readonly grain: (typeof grains)[number];
  readonly values: readonly (number | null)[];
}

const shape: fc.Arbitrary<Shape> = fc.record({
  source: fc.constantFrom(...sourceNames),
  type: fc.constantFrom<Block["type"]>("stats", "columns", "lines", "bars", "heat", "table", "text"),
  width: fc.constantFrom(3, 4, 6, 8, 12),
  by: fc.constantFrom<Shape["by"]>(
    [],
    ["time"],
    ["group"],
    ["field"],
    ["time", "group"],
    ["group", "time"],
    ["group", "field"],
    ["time", "state"],
    ["state"],
  ),
  measures: fc.integer({ min: 1, max: 4 }),
  groups: fc.integer({ min: 0, max: 9 }),
  periods: fc.integer({ min: 0, max: 40 }),
  flag: fc.boolean(),
  former: fc.boolean(),
  other: fc.boolean(),
  grain: fc.constantFrom(...grains),
  values: fc.array(value, { minLength: 1, maxLength: 60 }),
});

/** Pages of all blocks over answers of all shapes. `textOf`: what each text of them is. */
export const pages = fc.array(shape, { minLength: 1, maxLength: 6 });

export function pageOf(shapes: readonly Shape[], textOf: (at: number) => string): Sample {
  let texts = 0;
  const text = () => textOf(texts++);
  const queries: Query[] = [];
  const answers: QueryAnswer[] = [];
  const blocks: Block[] = [];
  for (const [at, each] of shapes.entries()) {
    const name = `q${at}`;
    const measures = [...Object.keys(sources[each.source].measures), "field.amount", "field.__proto__"].slice(0, each.measures);
    const dimensions = Object.keys(sources[each.source].dimensions);
    const by = each.by.map(
      (kind) => ({ time: "time", group: dimensions[0] ?? "queue", field: "field.constructor", state: dimensions[1] ?? "queue" })[kind],
    );
    let taken = 0;
    const next = () => each.values[taken++ % each.values.length] ?? null;
    const rowOf = (values: readonly (string | null)[], names: readonly string[], unfinished: boolean, other = false): AnswerRow => ({
      ...row({ by: values, names, values: measures.map(next), former: each.former ? measures.map(next) : null, unfinished, other }),
      link: { list: "runs", filters: { state: text() } },
      links: measures.map(() => ({ list: "runs", filters: { label: [text(), text()] } })),
    });
    const choices = each.by.map((kind) =>
      kind === "time"
        ? days.slice(0, each.periods).map((day, place) => ({ value: day, name: day, last: place === each.periods - 1 }))
        : Array.from({ length: each.groups }, (_, group) => ({
            value: kind === "state" ? (["failed", "completed", "waiting"][group] ?? `s${group}`) : `g${group}`,
            name: text(),
            last: false,
          })),
    );
    const [first = [], second] = choices;
    const rows =
      each.by.length === 0
        ? [rowOf([], [], false)]
        : first.flatMap((one) =>
            second
              ? second.map((other) => rowOf([one.value, other.value], [one.name, other.name], one.last || other.last))
              : [rowOf([one.value], [one.name], one.last)],
          );
    queries.push({ name, source: each.source, measures, by, grain: each.grain, filters: [], former: each.former });
    answers.push({
      name,
      measures,
      by,
      grain: by.includes("time") ? each.grain : null,
      rows,
      other:
        each.other && by.length > 0
          ? rowOf(
              by.map(() => null),
              by.map(() => text()),
              false,
              true,
            )
          : null,
      total: rowOf([], [], false),
      ...october,
      left_out: each.flag ? 12 : 0,
    });
    const head = { id: `b${at}`, title: text(), ...(each.flag ? { subtitle: text() } : {}), width: each.width };
    if (each.type === "stats")
      blocks.push({ ...head, type: "stats", figures: measures.map((measure) => ({ query: name, measure, label: text() })) });
    else if (each.type === "text")
      blocks.push({
        ...head,
        type: "text",
        pieces: [
          { words: text() },
          { query: name, field: measures[0] ?? "", row: 0 },
          { query: name, field: by[0] ?? "none", row: 1 },
          { words: text() },
        ],
      });
    else if (each.type === "columns") blocks.push({ ...head, type: "columns", query: name, split: each.flag });
    else if (each.type === "lines") blocks.push({ ...head, type: "lines", query: name, area: each.flag });
    else blocks.push({ ...head, type: each.type, query: name });
  }
  return {
    page: { title: text(), zone: "America/New_York", range: "last_month", parameters: [], queries, blocks },
    answers: { as_of: today, scope: "team", answers, faults: [{ name: "nowhere", says: text() }] },
  };
}
