import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Query } from "#contract/dashboards/page.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { proves } from "#server/testing/proves.ts";
import { answersOf } from "./answers-of.ts";
import { faultsOf } from "./check.ts";
import { type Ids, plant } from "./oracle-data.cases.ts";
import { checkDays, checkLinks, checkQueries, queries, viewerOf, zones } from "./oracle.cases.ts";
import { keyOf, planOf } from "./plan.ts";
import { statementOf } from "./statement.ts";
import { schemasOfQueues } from "#server/queues/figures/schemas-of-queues.store.ts";

let service: TestService;
let ids: Ids;
beforeAll(async () => {
  service = await startService();
  ids = await plant(service, 600);
});
afterAll(() => service.close());

const runsBy = (...by: string[]): Query => ({ name: "q", source: "runs", measures: ["count"], by, filters: [] });
const ask = (query: Query, as: "owner" | "member" = "owner", queryMs?: number) =>
  answersOf(service.app.services.store.db, { zone: "UTC", range: "last_365_days", queries: [query] }, {}, viewerOf(service, as), queryMs);

it("counts what the lists of each viewer show, row by row", () => checkQueries(service, ids, 150));

it("opens lists with exactly the rows that a figure counts", () => checkLinks(service, ids, 60));

it("has days that add up to months in 40 zones, over clock changes", () => checkDays(service, 40));

it("says whose runs it counted, and shares no cache key between those who see different ones", async () => {
  const now = new Date();
  const page = { zone: "UTC", range: "last_7_days" as const, queries: [1] };
  const keys = (["owner", "manager", "builder", "member", "neighbour"] as const).map((name) =>
    keyOf(planOf(viewerOf(service, name), page, runsBy("agent"), {}, now)),
  );
  expect(keys[0]).toBe(keys[1]);
  expect(new Set(keys).size).toBe(4);
  expect((await ask(runsBy())).scope).toBe("team");
  expect((await ask(runsBy(), "member")).scope).toBe("own");
});

it("has the same key for the rest of a day, and another one for each thing that changes an answer", () => {
  const key = (query: Query, zone = "UTC", chosen = {}, at = "2026-05-04T10:00:00.000Z") =>
    keyOf(planOf(viewerOf(service, "owner"), { zone, range: "last_7_days", queries: [1] }, query, chosen, new Date(at)));
  const base = key(runsBy("agent"));
  expect(key(runsBy("agent"), "UTC", {}, "2026-05-04T23:59:59.999Z")).toBe(base);
  const others = [
    key(runsBy("agent"), "UTC", {}, "2026-05-05T00:00:00.000Z"),
    key(runsBy("agent"), "Asia/Kathmandu"),
    key(runsBy("person")),
    key({ ...runsBy("agent"), top: 3 }),
    key({ ...runsBy("agent"), former: true }),
    key(runsBy("agent"), "UTC", { range: "last_month" }),
    key({ ...runsBy("agent"), filters: [{ by: "agent", kind: "is", values: [ids.agents[0] ?? ""] }] }),
    key({ ...runsBy("agent"), filters: [{ by: "agent", kind: "is_not", values: [ids.agents[0] ?? ""] }] }),
  ];
  expect(new Set([base, ...others]).size).toBe(others.length + 1);
});

it("makes its text of the catalogue's keys: no value changes it", async () => {
  const hostile = fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom("'; drop table runs; --", "$1", "\\'", "constructor", "__proto__"));
  await proves(
    fc.property(queries(ids), fc.array(hostile, { minLength: 20, maxLength: 20 }), fc.constantFrom(...zones), (query, values, zone) => {
      const textOf = (of: Query, zoneOf: string) => {
        const plan = planOf(viewerOf(service, "member"), { zone: zoneOf, range: "last_7_days", queries: [1] }, of, {}, new Date());
        return statementOf(plan, { span: plan.span, starts: plan.grain && ["2026-01-01T00:00:00.000Z"] }).text;
      };
      const filters = query.filters.map((filter) => ({ ...filter, values: values.slice(0, 1 + (filter.values?.length ?? 0)) }));
      const other: Query = { ...query, filters, range: "this_year", ...(query.top && { top: query.top + 1 }) };
      expect(textOf(other, zone)).toBe(textOf(query, "UTC"));
    }),
    { numRuns: 500 },
  );
});

it("gives a query up that takes too long, says what to do, and answers the others from the same snapshot", async () => {
  const client = await service.pool.connect();
  try {
    await client.query("begin");
    await client.query("lock table runs in access exclusive mode");
    const schedules: Query = { name: "due", source: "flow", measures: ["arrived"], by: [], filters: [] };
    const page = { zone: "UTC", range: "last_365_days" as const, queries: [{ ...runsBy("agent"), name: "slow" }, schedules] };
    const { answers, faults } = await answersOf(service.app.services.store.db, page, {}, viewerOf(service, "owner"), 50);
    expect(faults).toEqual([{ name: "slow", says: expect.stringMatching(/^This query takes too long\. Use a shorter range/) }]);
    expect(answers.map(({ name }) => name)).toEqual(["due"]);
  } finally {
    await client.query("rollback");
    client.release();
  }
});

it("has a row for each period, also of nothing, and marks the last one as unfinished", async () => {
  const { answers } = await ask({ ...runsBy("time"), measures: ["count", "duration_p50"], range: "last_7_days", grain: "day" });
  const rows = answers[0]?.rows ?? [];
  expect(rows.map(({ unfinished }) => unfinished)).toEqual([false, false, false, false, false, false, true]);
  for (const { values } of rows) expect(values).toEqual([expect.any(Number), values[0] === 0 ? null : values[1]]);
});

it("chooses a coarser grain where a chart has no room", async () => {
  const { answers } = await ask({ ...runsBy("time"), grain: "hour" });
  expect(answers[0]?.grain).toBe("day");
  expect(answers[0]?.rows).toHaveLength(365);
});

describe("a query that cannot be counted", () => {
  const check = async (query: Partial<Query>, parameters: Parameters<typeof faultsOf>[1]["parameters"] = []) => {
    const whole: Query = { ...runsBy(), ...query };
    const queues = whole.filters.flatMap(({ values = [] }) => values);
    const schemas = await schemasOfQueues(service.app.services.store.db, service.teamId, queues);
    return faultsOf(whole, { parameters }, schemas).map(({ path, message }) => `${path.join(".")}: ${message}`);
  };
  const inQueue = (i: number) => ({
    source: "cases" as const,
    filters: [{ by: "queue", kind: "is" as const, values: [ids.queues[i] ?? ""] }],
  });

  it("is told what there is instead", async () => {
    expect(await check({ measures: ["cost"] })).toEqual([
      "measures.0: “cost” is no measure of runs. Use one of: count, completed, failed, stopped, success_rate, duration_p50, duration_p95, tokens, pass_rate, failed_evaluation",
    ]);
    expect(await check({ by: ["constructor"] })).toEqual([
      expect.stringMatching(/^by.0: “constructor” is no dimension of runs\. Use one of: agent, /),
    ]);
    expect(await check({ measures: ["count", "count"] })).toEqual(["measures.1: Name count once"]);
    expect(await check({ filters: [{ by: "agent", kind: "is", values: ["Invoices"] }] })).toEqual([
      "filters.0.values.0: Use the id of an agent, not its name",
    ]);
    expect(await check({ filters: [{ by: "status", kind: "is", values: ["done"] }] })).toEqual([
      expect.stringMatching(/^filters.0.values.0: Use one of: completed, failed/),
    ]);
    expect(await check({ filters: [{ by: "agent", kind: "is", parameter: "who" }] })).toEqual([
      "filters.0.parameter: The page has no parameter “who”. Add it to the page first",
    ]);
    expect(await check({ by: ["time"], range: "all_time" })).toEqual(["range: Use a shorter range to group by time"]);
  });

  it("may name the fields of the queue that it is about", async () => {
    expect(await check({ ...inQueue(0), measures: ["field.total"], by: ["field.supplier.name", "field.paid"] })).toEqual([]);
    expect(await check({ source: "cases", measures: ["field.total"] })).toEqual([expect.stringMatching(/^measures.0: Add a filter/)]);
    expect(await check({ ...inQueue(0), measures: ["field.paid"] })).toEqual([
      expect.stringMatching(/^measures.0: field.paid is not a number/),
    ]);
    expect(await check({ ...inQueue(0), by: ["field.tags"] })).toEqual([
      expect.stringMatching(/^by.0: “field.tags” is no dimension of cases/),
    ]);
    expect(await check({ ...inQueue(3), by: ["state"] })).toEqual([expect.stringMatching(/^filters: There is no queue /)]);
  });
});
