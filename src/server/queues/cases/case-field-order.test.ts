import { afterAll, beforeAll, expect, test } from "vitest";
import type { Case } from "#contract/queues/case.ts";
import type { CaseFilters } from "#contract/queues/case-filters.ts";
import type { CaseSchema } from "#contract/queues/case-schema.ts";
import { type NewCase, searchCases } from "#contract/queues/cases.ts";
import { replaceQueueJsonSchema } from "#contract/queues/queue-json-schema.ts";
import { addCases, queueIn } from "#server/testing/cases.ts";
import { beginRandom, random } from "#server/testing/seed.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const properties: CaseSchema["properties"] = {
  amount: { type: ["number", "null"] },
  due: { type: "string", format: "date-time" },
  size: { type: "string", enum: ["small", "middle", "big"] },
  paid: { type: "boolean" },
  name: { type: "string" },
  in: { type: "object", properties: { city: { type: "string" } }, additionalProperties: false },
};
/** What a field can have, in its order; those in one list are the same. */
const values: Readonly<Record<string, readonly (readonly string[])[]>> = {
  amount: [
    ["-1e40"],
    ["-12.5", "-12.50"],
    ["0", "-0", "0.0"],
    ["1.1", "1.10", "11e-1"],
    ["9"],
    ["10"],
    ["123456789012345678901"],
    ["1e300"],
  ],
  due: [
    ['"1969-12-31T23:59:59.5Z"'],
    ['"2026-02-28T23:30:00Z"', '"2026-03-01T00:30:00+01:00"'],
    ['"2026-03-01T00:00:00Z"', '"2026-02-28T18:30:00-05:30"'],
    ['"2026-03-01T00:00:00.25Z"'],
    ['"9999-12-31T23:59:59Z"'],
  ],
  size: [['"small"'], ['"middle"'], ['"big"']],
  paid: [["false"], ["true"]],
  name: [['"a\'); --"'], ['"Abel"'], ['"äpfel"'], ['"Apfelmus"'], [String.raw`"b\u00e4r"`], ['"Zoo"']],
  "in.city": [['"Köln"'], ['"Ulm"']],
};

const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

test("cases stand in the order of a field, on every page and in every selection, and what has no value comes last", async () => {
  beginRandom("case field order");
  const queue_id = await queueIn(service);
  const schema: CaseSchema = { type: "object", properties, additionalProperties: false };
  await service.ok(replaceQueueJsonSchema, { params: { queue_id }, body: { schema, change_summary: "First" } });
  const ranks = new Map<string, Record<string, number>>();
  const cases = Array.from({ length: 260 }, (_, at): NewCase => {
    const drawn = Object.entries(values).flatMap(([place, ranked]) => {
      const rank = Math.floor(random() * (ranked.length + 1));
      return ranked[rank] ? [{ place, rank, text: pick(ranked[rank]) }] : [];
    });
    const title = `Case ${at}`;
    ranks.set(title, Object.fromEntries(drawn.map(({ place, rank }) => [place, rank])));
    const fields = drawn.map(({ place, text }) => (place === "in.city" ? `"in": {"city": ${text}}` : `"${place}": ${text}`));
    // What has no amount says so, or nothing of it.
    if (!drawn.some(({ place }) => place === "amount") && at % 2 === 0) fields.push('"amount": null');
    return { title, data: `{${fields.join(", ")}}`, priority: pick(["high", "none"]), labels: at % 3 === 0 ? [{ value: "third" }] : [] };
  });
  for (const from of [0, 100, 200]) await addCases(service, queue_id, ...cases.slice(from, from + 100));
  const { cases: newest } = await listed(queue_id, { sort_by: "created_at" });
  const filters: readonly { filters?: CaseFilters; search?: string }[] = [
    {},
    { filters: { priority: ["high"] } },
    { filters: { labels: { "": ["third"] }, fields: { paid: ["true"] } } },
    { search: "case" },
    { search: "case 1" },
    { filters: { labels: { "": ["nobody has it"] } } },
  ];
  for (const filter of filters) {
    const { cases: fitting } = await listed(queue_id, filter);
    for (const [sort_field, sort_order] of Object.keys(values).flatMap((place) => [[place, "asc"] as const, [place, "desc"] as const])) {
      const found = await listed(queue_id, { ...filter, sort_field, sort_order });
      const rankOf = ({ title }: Case) => ranks.get(title)?.[sort_field] ?? Number.POSITIVE_INFINITY * (sort_order === "asc" ? 1 : -1);
      const sign = sort_order === "asc" ? 1 : -1;
      const sorted = fitting.toSorted((a, b) => {
        const [one, other] = [rankOf(a), rankOf(b)];
        return sign * (one === other ? (a.id < b.id ? -1 : 1) : one < other ? -1 : 1);
      });
      expect([sort_field, sort_order, titles(found.cases), found.totals]).toEqual([
        sort_field,
        sort_order,
        titles(sorted),
        [fitting.length],
      ]);
    }
  }
  expect(newest).toHaveLength(260);
});

test("a field of which values are numbers and words has the numbers first, and one that no case has leaves the others in order", async () => {
  const queue_id = await queueIn(service);
  const schema: CaseSchema = { type: "object", properties: { code: { type: "string" } }, additionalProperties: false };
  await service.ok(replaceQueueJsonSchema, { params: { queue_id }, body: { schema, change_summary: "First" } });
  await addCases(service, queue_id, ...["9", "10", "x", ""].map((code) => ({ title: `Code ${code}`, data: JSON.stringify({ code }) })));
  // As a case from before a change of the schema has it.
  await service.pool.query(
    `insert into cases (id, queue_id, title, data, json_schema_id, state, priority, created_at, updated_at)
      select gen_random_uuid(), queue_id, 'Figure ' || (v::json ->> 'code'), v, json_schema_id, state, priority, created_at, updated_at
      from cases, unnest(array['{"code": 12}', '{"code": 1e5000}', '{"code": [1]}', '{"code": "2026-02-30T00:00:00Z"}']) v
      where queue_id = $1 and title = 'Code x'`,
    [queue_id],
  );
  const up = await listed(queue_id, { sort_field: "code", sort_order: "asc" });
  expect(titles(up.cases).slice(0, 6)).toEqual([
    "Figure 12",
    "Code 10",
    "Figure 1e5000",
    "Figure 2026-02-30T00:00:00Z",
    "Code 9",
    "Code x",
  ]);
  const moments: CaseSchema = { ...schema, properties: { code: { type: "string", format: "date-time" } } };
  await service.ok(replaceQueueJsonSchema, { params: { queue_id }, body: { schema: moments, change_summary: "Moments" } });
  const down = await listed(queue_id, { sort_field: "code", sort_order: "desc" });
  expect(titles(down.cases).slice(0, 6)).toEqual([
    "Code x",
    "Code 9",
    "Figure 2026-02-30T00:00:00Z",
    "Figure 1e5000",
    "Code 10",
    "Figure 12",
  ]);
  const none = await listed(queue_id, { sort_field: "code.nothing", sort_order: "asc" });
  expect(none.cases.map(({ id }) => id)).toEqual(up.cases.map(({ id }) => id).toSorted());
});

test("a place in the order of one field is none in that of another, and no text of it is believed", async () => {
  const queue_id = await queueIn(service);
  await addCases(service, queue_id, { title: "One" }, { title: "Two" });
  const ask = (more: object) => service.call(searchCases, { params: { queue_id }, body: { limit: 1, ...more } });
  const { next } = (await service.ok(searchCases, { params: { queue_id }, body: { limit: 1, sort_field: "a" } })) as { next: string };
  expect((await ask({ sort_field: "a", after: next })).status).toBe(200);
  const id = next.split("_")[1];
  const keyed = (key: unknown) => `field:desc:${Buffer.from(JSON.stringify(key)).toString("hex")}_${id}`;
  const wrong = [
    { sort_field: "b", after: next },
    { sort_field: "a", sort_order: "asc", after: next },
    { after: next },
    { sort_field: "a", after: `created_at:desc:infinity_${id}` },
    ...[["a", "9", "0", ""], ["a", "0", "NaN", ""], ["a", "0", "0", "\u0000"], ["a", "0", "0"], { a: 1 }].map((key) => ({
      sort_field: "a",
      after: keyed(key),
    })),
    { sort_field: "a", after: `field:desc:${Buffer.from("[").toString("hex")}_${id}` },
    { sort_field: "a", sort_by: "created_at" },
  ];
  for (const more of wrong) expect([more, (await ask(more)).status]).toEqual([more, 400]);
});

const titles = (cases: readonly Case[]) => cases.map(({ title }) => title);

/** Page after page, and the total that each of them gave. */
async function listed(queue_id: string, more: object) {
  const [cases, totals]: [Case[], Set<number>] = [[], new Set()];
  for (let after: string | undefined; ;) {
    const page = await service.ok(searchCases, { params: { queue_id }, body: { limit: 70, ...more, after } });
    cases.push(...page.cases);
    totals.add(page.total);
    if (!page.next) return { cases, totals: [...totals] };
    after = page.next;
  }
}
