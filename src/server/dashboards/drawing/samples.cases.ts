import type { AnswerRow, PageAnswers, QueryAnswer } from "#contract/dashboards/answers.ts";
import { type Block, Page, type Query } from "#contract/dashboards/page.ts";
import type { z } from "#contract/zod.ts";

// Pages as a team would have them, with the answers that they had in one moment.

export interface Sample {
  readonly page: Page;
  readonly answers: PageAnswers;
}

/** Numbers that repeat: each sample is the same each time. */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

export const october = { from: "2026-10-01T04:00:00.000Z", to: "2026-11-01T04:00:00.000Z", former_from: "2026-09-01T04:00:00.000Z" };
export const lastDays = { from: "2026-10-29T04:00:00.000Z", to: "2026-11-28T05:00:00.000Z", former_from: "2026-09-29T04:00:00.000Z" };
export const today = "2026-11-27T15:15:32.000Z";

/** Midnights in New York, whose clocks go back on November 1. */
export function daysOf(count: number, from = Date.parse(october.from)): string[] {
  return Array.from({ length: count }, (_, at) => {
    const day = from + at * 86_400_000;
    return new Date(
      day >= Date.parse("2026-11-01T05:00:00.000Z") - 3_600_000 * 2 && day > Date.parse(october.to) ? day + 3_600_000 : day,
    ).toISOString();
  });
}

interface Values {
  readonly by?: readonly (string | null)[];
  readonly names?: readonly string[];
  readonly values: readonly (number | null)[];
  readonly former?: readonly (number | null)[] | null;
  readonly unfinished?: boolean;
  readonly other?: boolean;
}

export function row({ by = [], names, values, former = null, unfinished = false, other = false }: Values): AnswerRow {
  const link = {
    list: "cases" as const,
    queue_id: "b97ac328-0000-4000-8000-000000000001",
    filters: { state: "failed", ...(by[0] ? { by: by[0] } : {}) },
  };
  return {
    by: [...by],
    names: [...(names ?? by.map((value) => value ?? ""))],
    values: [...values],
    former: former === null ? null : [...former],
    unfinished,
    other,
    link: other ? null : link,
    links: values.map((_, at) => (other ? null : { ...link, filters: { ...link.filters, measure: String(at) } })),
  };
}

type Given = Partial<z.input<typeof Query>> & {
  readonly name: string;
  readonly source: Query["source"];
  readonly measures: readonly string[];
};

export function query({ by = [], filters = [], measures, ...rest }: Given): Query {
  return { ...rest, measures: [...measures], by: [...by], filters: [...filters] };
}

interface Answered {
  readonly rows: readonly AnswerRow[];
  readonly total?: AnswerRow;
  readonly other?: AnswerRow | null;
  readonly span?: { readonly from: string | null; readonly to: string | null; readonly former_from?: string | null };
  readonly groups?: readonly AnswerRow[];
  readonly left_out?: number;
}

export function answer(
  { name, measures, by, grain }: Query,
  { rows, total, other = null, span = october, groups, left_out = 0 }: Answered,
): QueryAnswer {
  const known = [...rows, ...(other ? [other] : [])];
  const sum = (values: readonly (number | null | undefined)[]) => values.reduce<number>((all, value) => all + (value ?? 0), 0);
  const former = known.some((each) => each.former) ? measures.map((_, at) => sum(known.map((each) => each.former?.[at]))) : null;
  return {
    name,
    measures,
    by,
    grain: by.includes("time") ? (grain ?? "day") : null,
    rows: [...rows],
    other,
    total:
      total ??
      (by.length === 0 && rows[0] ? rows[0] : row({ values: measures.map((_, at) => sum(known.map(({ values }) => values[at]))), former })),
    ...(groups ? { groups: [...groups] } : {}),
    from: span.from,
    to: span.to,
    former_from: span.former_from ?? null,
    left_out,
  };
}

export function sample(
  title: string,
  asked: readonly (readonly [Query, QueryAnswer])[],
  blocks: readonly Block[],
  more: { range?: Page["range"]; scope?: PageAnswers["scope"] } = {},
): Sample {
  const page = {
    title,
    zone: "America/New_York",
    range: more.range ?? "last_month",
    parameters: [],
    queries: asked.map(([each]) => each),
    blocks: [...blocks],
  };
  return {
    page: Page.parse(page),
    answers: { as_of: today, scope: more.scope ?? "team", answers: asked.map(([, each]) => each), faults: [] },
  };
}
