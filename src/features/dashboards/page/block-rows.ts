import type { QueryAnswer } from "#contract/dashboards/answers.ts";
import { type Grain, sourceOf, timeDimension } from "#contract/dashboards/catalogue.ts";
import type { Block, Page, Query } from "#contract/dashboards/page.ts";

/** The queries of a block, each once, in the order in which they are shown. */
export function queriesOf(page: Page, block: Block): readonly Query[] {
  const names =
    block.type === "stats"
      ? block.figures.map(({ query }) => query)
      : block.type === "text"
        ? block.pieces.flatMap((piece) => ("query" in piece ? [piece.query] : []))
        : [block.query];
  return [...new Set(names)].flatMap((name) => page.queries.find((query) => query.name === name) ?? []);
}

const grains: Readonly<Record<Grain, string>> = { hour: "Hour", day: "Day", week: "Week", month: "Month" };

function fieldWords(name: string): string {
  const words = name.replace(/^field\./, "").replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function measureWords(query: Query, name: string): { label: string; says: string } {
  const known = sourceOf(query.source)?.measures[name];
  const label = fieldWords(name);
  return known ?? { label, says: `The sum of ${label}.` };
}

export function dimensionWords(query: Query, name: string, grain: Grain | null = query.grain ?? null): string {
  if (name === timeDimension) return grains[grain ?? "day"];
  return sourceOf(query.source)?.dimensions[name]?.label ?? fieldWords(name);
}

/** The rows of an answer as a table: heads, then what each row is called with its figures. Nothing is rounded. */
export function tableOf(query: Query, answer: QueryAnswer): readonly (readonly string[])[] {
  const hasFormer = answer.rows.some(({ former }) => former !== null) || answer.total.former !== null;
  const heads = [
    ...answer.by.map((name) => dimensionWords(query, name, answer.grain)),
    ...answer.measures.flatMap((name) => {
      const { label } = measureWords(query, name);
      return hasFormer ? [label, `${label} before`] : [label];
    }),
  ];
  const rows = answer.by.length === 0 ? [answer.total] : [...answer.rows, ...(answer.other ? [answer.other] : [])];
  const said = (value: number | null | undefined) => (value === null || value === undefined ? "" : String(value));
  return [
    heads,
    ...rows.map((row) => [
      ...answer.by.map((name, at) => (name === timeDimension ? (row.by[at] ?? "") : (row.names[at] ?? ""))),
      ...answer.measures.flatMap((_, at) => (hasFormer ? [said(row.values[at]), said(row.former?.[at])] : [said(row.values[at])])),
    ]),
  ];
}

/** A text that a spreadsheet would take for a formula stays text. */
export function csvOf(table: readonly (readonly string[])[]): string {
  const cell = (text: string) => {
    const safe = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return `\uFEFF${table.map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}
