import fc from "fast-check";
import { expect } from "vitest";
import { caseAgeDays } from "#contract/dashboards/case-ages.ts";
import { grains, type SourceName, sourceNames, sources } from "#contract/dashboards/catalogue.ts";
import type { AnswerRow, FigureLink, QueryAnswer } from "#contract/dashboards/answers.ts";
import { Query } from "#contract/dashboards/page.ts";
import { rangeNames } from "#contract/dashboards/ranges.ts";
import type { Filter } from "#contract/list.ts";
import { searchCases } from "#contract/queues/cases.ts";
import { runList } from "#contract/runs/run-list.ts";
import { listTeamRuns } from "#contract/runs/runs.ts";
import { z } from "#contract/zod.ts";
import { roleOf } from "#server/testing/people.ts";
import { proves } from "#server/testing/proves.ts";
import type { TestService } from "#server/testing/service.ts";
import { answersOf } from "./answers-of.ts";
import { type Fact, type Facts, type Ids, type ViewerName, factsOf, fieldOf } from "./oracle-data.cases.ts";

const viewers: readonly ViewerName[] = ["owner", "manager", "builder", "member", "neighbour"];
export const zones = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "America/Havana",
  "Pacific/Chatham",
];

export const viewerOf = (service: TestService, name: ViewerName) => ({
  teamId: name === "neighbour" ? service.neighbourTeamId : service.teamId,
  userId: service.ids[name],
  role: name === "neighbour" ? ("team:owner" as const) : roleOf[name],
});

const caseFields = { dims: ["field.supplier.name", "field.paid"], measures: ["field.total"] };

/** Queries of every source over what was planted; values of filters that there are, and some that are none. */
export function queries({ agents, queues, people }: Ids): fc.Arbitrary<Query> {
  const ids: Readonly<Record<string, readonly string[]>> = { agent: agents, queue: queues, person: people, revision: agents };
  const texts: Readonly<Record<string, readonly string[]>> = {
    source: ["api", "odd '$1", "none"],
    failure: ["code_failed", "turn_limit", "not_recorded"],
    label: ["month: March", "month: May\\; late", "a\\: b", "a: b", "back\\\\: x"],
    "field.supplier.name": ["'; drop table runs; --", "Müller & Søn"],
    "field.paid": ["true"],
  };
  return fc.constantFrom(...sourceNames.filter((name) => name !== "connections")).chain((source) => {
    const { measures, dimensions } = sources[source];
    const ofCases = source === "cases";
    const groups = [...Object.keys(dimensions), ...(ofCases ? caseFields.dims : [])];
    const valuesOf = (by: string): readonly string[] =>
      ids[by] ?? texts[by] ?? Object.keys((dimensions as Record<string, { words?: object }>)[by]?.words ?? { "01a": 1 });
    const one = fc.constantFrom(...groups).chain((by) =>
      fc.record({
        by: fc.constant(by),
        kind: fc.constantFrom("is" as const, "is_not" as const),
        values: fc.uniqueArray(fc.constantFrom(...valuesOf(by), "nobody's"), { minLength: 1, maxLength: 3 }),
      }),
    );
    // All open states at once, which lists have a word for.
    const open = fc.record({
      by: fc.constant("state"),
      kind: fc.constant("is" as const),
      values: fc.constant<string[]>([...(states["open"] ?? [])]),
    });
    const filter = "state" in dimensions ? fc.oneof({ weight: 6, arbitrary: one }, { weight: 1, arbitrary: open }) : one;
    const instant = fc
      .date({ min: new Date("2026-03-20"), max: new Date("2026-12-20"), noInvalidDate: true })
      .map((date) => date.toISOString());
    const span = fc
      .tuple(instant, instant)
      .filter(([a, b]) => a !== b)
      .map((both) => both.toSorted())
      .map(([from = "", to = ""]) => ({ from, to }));
    return fc.record(
      {
        name: fc.constant("q"),
        source: fc.constant(source),
        measures: fc.uniqueArray(fc.constantFrom(...Object.keys(measures), ...(ofCases ? caseFields.measures : [])), {
          minLength: 1,
          maxLength: 4,
        }),
        by: fc.uniqueArray(fc.constantFrom("time", ...groups), { maxLength: 2 }),
        grain: fc.constantFrom(...grains),
        filters: fc.array(filter, { maxLength: 2 }),
        range: fc.oneof(
          { weight: 3, arbitrary: fc.constantFrom(...rangeNames.filter((name) => name !== "all_time")) },
          { weight: 2, arbitrary: span },
        ),
        top: fc.integer({ min: 1, max: 4 }),
        former: fc.boolean(),
      },
      { requiredKeys: ["name", "source", "measures", "by", "filters", "range"] },
    );
  });
}

const states: Readonly<Record<string, readonly string[]>> = {
  open: ["pending", "in_progress", "needs_input", "postponed"],
  closed: ["completed", "failed", "canceled"],
};
const countIf = (rows: readonly Fact[], keep: (row: Fact) => boolean) => rows.filter(keep).length;
const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0);
const share = (part: number, whole: number) => (whole === 0 ? null : part / whole);
function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return sorted.length === 0 ? null : ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}
function p95(values: readonly number[]): number | null {
  return values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * 0.95) - 1)] ?? null;
}

/** Without what its requests took, those that overlap once: second by second would be slow, so edge by edge. */
function durationOf(row: Fact): number[] {
  if (!["completed", "failed", "interrupted"].includes(String(row["status"])) || row["started_at"] === null) return [];
  const ended = Date.parse((row["completed_at"] ?? row["updated_at"]) as string);
  const asked = ((row["asked"] ?? []) as [string, string | null][]).flatMap(([a, b]) =>
    b === null ? [] : [[Date.parse(a), Date.parse(b)] as const],
  );
  let [waited, until] = [0, Number.NEGATIVE_INFINITY];
  for (const [from, to] of asked.toSorted(([a], [b]) => a - b)) {
    waited += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return [Math.max(0, ended - Date.parse(row["started_at"] as string) - waited)];
}

/** Whether a run passed; null where nothing said so. */
function evaluated(row: Fact): boolean | null {
  const { status, passed = 0, total = 0 } = (row["eval_summary"] ?? {}) as { status?: string; passed?: number; total?: number };
  return status === "ready" && total > 0 ? passed === total : null;
}

const amount = (row: Fact) => {
  const text = fieldOf(row, ["total"]);
  return text !== null && /^-?\d{1,30}(\.\d{1,30})?([eE][-+]?\d{1,2})?$/.test(text) ? Number(text) : 0;
};
const isState = (name: string) => (row: Fact) => (states[name] ?? [name]).includes(String(row["state"]));
const firings = (rows: readonly Fact[], keep: (outcome: string) => boolean) =>
  sum(rows.flatMap((row) => (keep(String(row["outcome"])) ? [row["count"] as number] : [])));

type Measures = Readonly<Record<string, (rows: readonly Fact[], now: number) => number | null>>;
const measureOf: Readonly<Record<SourceName, Measures>> = {
  connections: {},
  runs: {
    count: (rows) => rows.length,
    completed: (rows) => countIf(rows, (row) => row["status"] === "completed"),
    failed: (rows) => countIf(rows, (row) => row["status"] === "failed"),
    stopped: (rows) => countIf(rows, (row) => row["status"] === "interrupted"),
    success_rate: (rows) =>
      share(
        countIf(rows, (row) => row["status"] === "completed"),
        countIf(rows, (row) => row["status"] === "completed" || row["status"] === "failed"),
      ),
    duration_p50: (rows) => median(rows.flatMap(durationOf)),
    duration_p95: (rows) => p95(rows.flatMap(durationOf)),
    pass_rate: (rows) =>
      share(
        countIf(rows, (row) => evaluated(row) === true),
        countIf(rows, (row) => evaluated(row) !== null),
      ),
    failed_evaluation: (rows) => countIf(rows, (row) => evaluated(row) === false),
    tokens: (rows) => sum(rows.map((row) => (row["input_tokens"] as number) + (row["output_tokens"] as number))),
  },
  cases: {
    count: (rows) => rows.length,
    open: (rows) => countIf(rows, isState("open")),
    completed: (rows) => countIf(rows, isState("completed")),
    failed: (rows) => countIf(rows, isState("failed")),
    age_p50: (rows, now) => median(rows.filter(isState("open")).map((row) => now - row.at)),
    time_to_close_p50: (rows) => median(rows.filter(isState("closed")).map((row) => (row["closed"] as number) - row.at)),
    time_to_close_p95: (rows) => p95(rows.filter(isState("closed")).map((row) => (row["closed"] as number) - row.at)),
    evaluated: (rows) => countIf(rows, (row) => row["passed"] !== null),
    pass_rate: (rows) =>
      share(
        countIf(rows, (row) => row["state"] === "completed" && row["passed"] === true),
        countIf(rows, (row) => row["passed"] !== null),
      ),
    "field.total": (rows) => sum(rows.map(amount)),
  },
  flow: {
    arrived: (rows) => sum(rows.map((row) => row["arrived"] as number)),
    closed: (rows) => sum(rows.map((row) => row["closed"] as number)),
    time_to_close_p50: (rows) => median(rows.flatMap((row) => (row["took"] as number | undefined) ?? [])),
    time_to_close_p95: (rows) => p95(rows.flatMap((row) => (row["took"] as number | undefined) ?? [])),
  },
  schedules: {
    due: (rows) => firings(rows, (outcome) => outcome !== "by_hand"),
    started: (rows) => firings(rows, (outcome) => outcome === "started"),
    missed: (rows) => firings(rows, (outcome) => outcome !== "by_hand" && outcome !== "started"),
  },
};

const formats = new Map<string, Intl.DateTimeFormat>();
/** The period of an instant, as `Intl` alone says it. */
function periodOf(at: number, grain: string, zone: string): string {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" });
  formats.set(zone, format);
  const [date = "", time = ""] = format.format(at).split(" ");
  if (grain === "month") return date.slice(0, 7);
  if (grain === "hour") return `${date}T${time.slice(0, 2)}`;
  if (grain === "day") return date;
  const day = new Date(`${date}T12:00:00Z`);
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  return day.toISOString().slice(0, 10);
}

/** With the age that a case has by then; another source has none. */
function agedAt(row: Fact, now: number): Fact {
  if (row.dims["priority"] === undefined) return row;
  const [name = null] = Object.entries(caseAgeDays).findLast(([, days]) => days === 0 || row.at < now - days * 86_400_000) ?? [];
  return { ...row, dims: { ...row.dims, age: [isState("open")(row) ? name : null] } };
}

/** An answer beside what counting the rows of the viewer's lists one by one says. */
function agrees(query: Query, answer: QueryAnswer, facts: Facts, zone: string, now: number): void {
  const filtered = facts[query.source]
    .map((row) => agedAt(row, now))
    .filter((row) =>
      query.filters.every(
        ({ by, kind, values = [] }) => (row.dims[by] ?? []).some((value) => value !== null && values.includes(value)) === (kind === "is"),
      ),
    );
  const [from, to] = [Date.parse(answer.from ?? ""), Date.parse(answer.to ?? "")];
  const inSpan = filtered.filter(({ at }) => at >= from && at < to);
  const valueOf = (measure: string, rows: readonly Fact[], until: number, all: readonly Fact[]) =>
    measure === "backlog"
      ? sum(all.flatMap((row) => (row.at < until ? [(row["arrived"] as number) - (row["closed"] as number)] : [])))
      : (measureOf[query.source][measure]?.(rows, now) ?? null);
  const same = (row: AnswerRow, rows: readonly Fact[], all: readonly Fact[], until = to) => {
    for (const [i, measure] of query.measures.entries()) {
      const expected = valueOf(measure, rows, until, all);
      const found = row.values[i];
      if (expected === null) expect(found, `${measure} of ${row.names.join()}`).toBeNull();
      else expect(found, `${measure} of ${row.names.join()}`).toBeCloseTo(expected, measure === "age_p50" ? -1 : 4);
    }
  };
  same(answer.total, inSpan, filtered);
  const groups = query.by.filter((name) => name !== "time");
  const own = groups.map((name) => {
    const values = [...new Set(inSpan.flatMap((row) => row.dims[name] ?? []))];
    const having = (value: string | null) => (row: Fact) => (row.dims[name] ?? []).includes(value);
    const before =
      query.measures[0] === "backlog" ? [...new Set(filtered.filter(({ at }) => at < to).flatMap((row) => row.dims[name] ?? []))] : values;
    const counted =
      query.source === "flow" && query.measures.includes("backlog")
        ? [...new Set(filtered.filter(({ at }) => at < to).flatMap((row) => row.dims[name] ?? []))]
        : before;
    const first = query.measures[0] ?? "";
    const ranked = counted.map((value) => ({
      value,
      rank: valueOf(first, inSpan.filter(having(value)), to, filtered.filter(having(value))),
    }));
    const isLast = (rank: number | null) => (rank === null ? 1 : 0);
    const key = (value: string | null) => (value === null ? "" : `=${value}`);
    const sorted = ranked.toSorted(
      (a, b) =>
        isLast(a.rank) - isLast(b.rank) ||
        (b.rank ?? 0) - (a.rank ?? 0) ||
        Buffer.compare(Buffer.from(key(a.value)), Buffer.from(key(b.value))),
    );
    return { name, shown: sorted.slice(0, query.top ?? sorted.length - answer.left_out).map(({ value }) => value), all: sorted.length };
  });
  const isOf = (row: AnswerRow) => (fact: Fact) =>
    query.by.every((name, i) => {
      if (name === "time") return true;
      const value = row.by[i] ?? null;
      const { shown = [] } = own.find((each) => each.name === name) ?? {};
      const has = fact.dims[name] ?? [];
      return row.names[i] === "Other" ? has.every((each) => !shown.includes(each)) : has.includes(value);
    });
  const time = query.by.indexOf("time");
  const seen = new Set<string>();
  const rows = [...answer.rows, ...(answer.other ? [answer.other] : [])];
  const starts = time >= 0 ? [...new Set(rows.map((row) => row.by[time] ?? ""))].toSorted() : [];
  for (const row of rows) {
    const mine = inSpan.filter(isOf(row));
    const start = row.by[time];
    const next = starts[starts.indexOf(start ?? "") + 1];
    const begins = Date.parse(start ?? "");
    const ends = next === undefined ? to : Date.parse(next);
    const within = time < 0 ? mine : mine.filter(({ at }) => at >= begins && at < ends);
    for (const { at } of within.slice(0, 5))
      if (time >= 0)
        expect(
          row.names[time]?.startsWith(periodOf(at, answer.grain ?? "", zone)),
          `${row.names[time]} of ${new Date(at).toISOString()}`,
        ).toBe(true);
    if (within.length > 0) seen.add(row.by.join());
    same(row, within, filtered.filter(isOf(row)), time < 0 ? to : ends);
  }
  for (const [i, name] of query.by.entries()) {
    const group = own.find((each) => each.name === name);
    if (!group) continue;
    const values = new Set(rows.flatMap((row) => (row.names[i] === "Other" ? [] : [row.by[i] ?? null])));
    if (query.by.length === 1) expect(answer.rows.map((row) => row.by[0] ?? null)).toEqual(group.shown);
    else expect(group.shown.filter((value) => !values.has(value) && time >= 0 && starts.length > 0)).toEqual([]);
  }
  // Of a query by time and a group each group over all periods, and what has no row of its own.
  if (time >= 0 && groups.length === 1) {
    const { name, shown = [] } = own[0] ?? {};
    const whole = answer.groups ?? [];
    const isIn = (row: AnswerRow) => (fact: Fact) => {
      const has = fact.dims[name ?? ""] ?? [];
      return row.other ? has.every((each) => !shown.includes(each)) : has.includes(row.by[0] ?? null);
    };
    for (const row of whole) same(row, inSpan.filter(isIn(row)), filtered.filter(isIn(row)));
    const told = whole.flatMap((row) => (row.other ? [] : [row.by[0] ?? null]));
    const counted = shown.filter((value) => inSpan.some((fact) => (fact.dims[name ?? ""] ?? []).includes(value)));
    expect(counted.filter((value) => !told.includes(value))).toEqual([]);
    expect(told.filter((value) => !shown.includes(value))).toEqual([]);
  } else expect(answer.groups).toBeUndefined();
  // Every row of the lists is in a row of the answer: what was not counted is not there.
  if (query.by.length > 0 && !query.by.includes("label"))
    for (const [i, measure] of query.measures.entries())
      if (
        measure !== "backlog" &&
        [
          "count",
          "completed",
          "failed",
          "stopped",
          "tokens",
          "open",
          "arrived",
          "closed",
          "due",
          "started",
          "missed",
          "failed_evaluation",
          "evaluated",
          "field.total",
        ].includes(measure)
      )
        expect(sum(rows.map((row) => row.values[i] ?? 0)), `${measure} of all rows`).toBeCloseTo(answer.total.values[i] ?? 0, 4);
}

/** Asks so many random queries as random viewers. */
export async function checkQueries(service: TestService, ids: Ids, count: number): Promise<void> {
  const known = new Map<ViewerName, Facts>();
  for (const viewer of viewers) known.set(viewer, await factsOf(service, viewer));
  await proves(
    fc.asyncProperty(queries(ids), fc.constantFrom(...viewers), fc.constantFrom(...zones), async (query, viewer, zone) => {
      z.parse(Query, query);
      const page = { zone, range: "last_30_days" as const, queries: [query] };
      const { answers, as_of, faults } = await answersOf(service.app.services.store.db, page, {}, viewerOf(service, viewer));
      expect(faults).toEqual([]);
      for (const answer of answers) agrees(query, answer, known.get(viewer) as Facts, zone, Date.parse(as_of));
      expect(answers.length).toBe(1);
    }),
    { numRuns: count },
  );
}

/** Hours, days and months of a year in so many zones, each beside what is coarser. */
export async function checkDays(service: TestService, most: number): Promise<void> {
  const known = Intl.supportedValuesOf("timeZone");
  const step = Math.max(1, Math.floor(known.length / most));
  const range = { from: "2025-12-31T22:00:00.000Z", to: "2026-12-20T00:00:00.000Z" };
  for (const zone of known.filter((_, i) => i % step === 0)) {
    const by = (name: string, grain: Query["grain"]): Query => ({
      name,
      source: "runs",
      measures: ["count", "tokens"],
      by: ["time"],
      filters: [],
      range,
      grain,
    });
    const hours = { ...by("hours", "hour"), range: { from: "2026-03-28T00:00:00.000Z", to: "2026-03-30T22:00:00.000Z" } };
    const days = { ...hours, name: "days", grain: "day" as const };
    const page = { zone, range: "last_7_days" as const, queries: [by("day", "day"), by("month", "month"), hours, days] };
    const { answers } = await answersOf(service.app.services.store.db, page, {}, viewerOf(service, "owner"));
    for (const [fine, coarse] of [
      [answers[0], answers[1]],
      [answers[2], answers[3]],
    ] as const)
      for (const row of coarse?.rows ?? []) {
        const within = fine?.rows.filter(({ names }) => names[0]?.startsWith(row.names[0] ?? "?")) ?? [];
        for (const [i, value] of row.values.entries())
          expect(sum(within.map(({ values }) => values[i] ?? 0)), `${row.names.join()} in ${zone}`).toBe(value);
      }
    expect(answers[1]?.rows.length).toBeGreaterThan(10);
    expect(answers[1]?.total.values[0]).toBeGreaterThan(0);
  }
}

/** How many rows the list of a link has, as the console asks for it. */
async function totalOf(service: TestService, as: ViewerName, { list, queue_id = "", filters }: FigureLink): Promise<number> {
  const teamId = as === "neighbour" ? service.neighbourTeamId : service.teamId;
  if (list === "runs") {
    const query = Object.fromEntries(
      Object.entries(filters).map(([name, value]) => {
        const filter = (runList.filters as Readonly<Record<string, Filter>>)[name];
        const sends = filter && "sends" in filter ? filter.sends : undefined;
        return [filter?.as ?? name, (typeof value === "string" && sends?.[value]) || value];
      }),
    );
    return (await service.ok(listTeamRuns, { params: { teamId }, query: z.parse(listTeamRuns.query, query) }, { as })).total;
  }
  const { status, priority, label, field, from, to, closed_from, closed_to, failure } = filters;
  const labels = Array.isArray(label) ? { [label[0]]: [label[1]] } : undefined;
  const fields = Array.isArray(field) ? { [field[0]]: [field[1]] } : undefined;
  const body = z.parse(searchCases.body, {
    filters: {
      ...(status && { status: [status] }),
      ...(priority && { priority: [priority] }),
      ...(labels && { labels }),
      ...(fields && { fields }),
      ...(from && { created_at_from: from }),
      ...(to && { created_at_before: to }),
      ...(closed_from && { completed_at_from: closed_from }),
      ...(closed_to && { completed_at_before: closed_to }),
      ...(failure && { failure }),
    },
  });
  return (await service.ok(searchCases, { params: { queue_id }, body }, { as })).total;
}

/** Each figure that counts beside the total of the list that it opens. */
export async function checkLinks(service: TestService, ids: Ids, count: number): Promise<void> {
  const counting = ["count", "completed", "failed", "stopped", "arrived", "closed", "open", "failed_evaluation", "evaluated"];
  let opened = 0;
  const linking = queries(ids).filter(({ source, measures }) => source !== "schedules" && measures.some((name) => counting.includes(name)));
  await proves(
    fc.asyncProperty(linking, fc.constantFrom(...viewers), fc.constantFrom(...zones), async (query, viewer, zone) => {
      const page = { zone, range: "last_30_days" as const, queries: [query] };
      const { answers } = await answersOf(service.app.services.store.db, page, {}, viewerOf(service, viewer));
      const before = opened;
      for (const answer of answers)
        for (const row of [
          answer.total,
          ...[...(answer.groups ?? []).slice(0, 2), ...answer.rows].filter(({ values }) => values[0] !== 0).slice(0, 3),
        ])
          for (const [i, link] of row.links.entries()) {
            if (!link || !counting.includes(query.measures[i] ?? "")) continue;
            opened += 1;
            expect(await totalOf(service, viewer, link), JSON.stringify(link)).toBe(row.values[i]);
          }
      // A query that opens no list proves nothing here: another one is drawn.
      fc.pre(opened > before);
    }),
    { numRuns: count },
  );
  expect(opened).toBeGreaterThanOrEqual(count);
}
