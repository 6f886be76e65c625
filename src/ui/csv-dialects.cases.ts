import fc from "fast-check";
import { expect } from "vitest";
import { parseCsv } from "./csv.ts";
import { csvSeparators } from "./csv-separator.ts";

interface Dialect {
  readonly separator: (typeof csvSeparators)[number];
  readonly end: string;
  readonly everyQuote: boolean;
  readonly mark: string;
  readonly lastEnd: boolean;
}

/** All ways to write a table that programs are known for. */
export const dialects: readonly Dialect[] = csvSeparators.flatMap((separator) =>
  ["\n", "\r\n", "\r"].flatMap((end) =>
    [false, true].flatMap((everyQuote) =>
      ["", "\uFEFF"].flatMap((mark) => [false, true].map((lastEnd) => ({ separator, end, everyQuote, mark, lastEnd }))),
    ),
  ),
);

const word = fc.stringMatching(/^[A-Z][a-zäöüéßñ]{1,8}$/);
const whole = fc.integer({ min: 0, max: 9_999_999 });
const part = fc.integer({ min: 0, max: 99 }).map((one) => String(one).padStart(2, "0"));
const grouped = (sign: string) => whole.map((one) => String(one).replaceAll(/\B(?=(\d{3})+$)/g, sign));
const thing = (kinds: readonly fc.Arbitrary<string>[]) => fc.oneof(...kinds);

/** One kind of cell for each column, as people fill them: prose with commas, amounts of both notations, quotes and line ends inside. */
const columns: readonly fc.Arbitrary<string>[] = [
  fc.tuple(grouped("."), part).map((both) => both.join(",")),
  fc.tuple(grouped(","), part).map((both) => both.join(".")),
  fc.tuple(whole, part).map((both) => both.join(",")),
  fc.tuple(word, word).map((both) => both.join(", ")),
  fc.tuple(word, word, word).map(([one, other, third]) => `${one} ${other}, ${third}`),
  fc.tuple(word, word).map(([one, other]) => `${one} "${other}"`),
  fc.tuple(word, word, word).map((all) => all.join("\n")),
  fc.tuple(word, word).map((all) => all.join("; ")),
  fc.date({ min: new Date("2020-01-01"), max: new Date("2030-01-01"), noInvalidDate: true }).map((at) => at.toISOString()),
  word,
  thing([word, fc.constant("")]),
];
const heads = thing([
  word,
  fc.tuple(word, word).map((both) => both.join(", ")),
  fc.tuple(word, word, word).map((all) => all.join(", ")),
  fc.tuple(word, word).map(([one, other]) => `${one}\n${other}`),
  fc.tuple(word, word).map(([one, other]) => `${one} (${other})`),
]);

/** Two or more columns, the first one of words that tell the rows apart. */
const tables = fc
  .tuple(heads, fc.array(fc.tuple(heads, fc.constantFrom(...columns)), { minLength: 1, maxLength: 6 }), fc.integer({ min: 1, max: 8 }))
  .chain(([first, others, count]) =>
    fc.record({
      header: fc.constant([first, ...others.map(([head]) => head)]),
      rows: fc.array(fc.tuple(word, ...others.map(([, cell]) => cell)), { minLength: count, maxLength: count }),
    }),
  );

function written(table: readonly (readonly string[])[], { separator, end, everyQuote, mark, lastEnd }: Dialect): string {
  const cell = (text: string) =>
    everyQuote || text.includes(separator) || /["\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  return mark + table.map((row) => row.map(cell).join(separator)).join(end) + (lastEnd ? end : "");
}

/** Reads `numRuns` tables in one dialect as they were before they were written. */
export function readsBack(dialect: Dialect, numRuns: number): void {
  fc.assert(
    fc.property(tables, ({ header, rows }) => {
      const { separator, ...read } = parseCsv(written([header, ...rows], dialect));
      expect(separator).toBe(dialect.separator);
      expect([read.header, ...read.rows.map(({ cells }) => cells)]).toEqual([header, ...rows]);
    }),
    { numRuns },
  );
}
