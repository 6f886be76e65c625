import { afterAll, beforeAll, expect, test } from "vitest";
import type { Case } from "#contract/queues/case.ts";
import { bulkUpdateCaseStatus } from "#contract/queues/case-bulk.ts";
import { assignCaseLabels, unlinkCaseLabels } from "#contract/queues/case-labels.ts";
import type { CaseFilters } from "#contract/queues/case-filters.ts";
import { countCases, deleteCase, searchCases, updateCase } from "#contract/queues/cases.ts";
import type { CaseSchema } from "#contract/queues/case-schema.ts";
import { replaceQueueJsonSchema } from "#contract/queues/queue-json-schema.ts";
import { deleteQueueLabel, listQueueLabels } from "#contract/queues/labels.ts";
import { addCases, queueIn } from "#server/testing/cases.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const body = { labels: [{ value: "urgent" }] };
type Order = "created_at" | "updated_at" | "postponed_to";

/** Page after page, and the total that each of them gave. */
async function listed(queue_id: string, filters: CaseFilters, more: { search?: string; sort_by?: Order; sort_order?: "asc" } = {}) {
  const [cases, totals]: [Case[], Set<number>] = [[], new Set()];
  for (let after: string | undefined; ;) {
    const page = await service.ok(searchCases, { params: { queue_id }, body: { filters, limit: 100, ...more, after } });
    cases.push(...page.cases);
    totals.add(page.total);
    if (!page.next) return { cases, totals: [...totals] };
    after = page.next;
  }
}

/** Of `manyCases`, by the number in their titles. */
const failures = ["turn_limit", "reported", "not_recorded"];
const failureOf = ({ display_status, title }: Case) => (display_status === "failed" ? failures[Number(title.slice(5)) % 3] : undefined);

type Held = string | number;
/** Of `manyCases`, by the number in their titles, with the text of each field, or its number. One in nine has no schema, and so no fields. */
const data = [
  ['{"reason": "late", "amount": 1.10, "in": {"city": "Ulm"}}', { reason: "late", amount: 1.1, "in.city": "Ulm" }],
  [String.raw`{"reason": "\u00c4hre", "amount": 1.1, "in": {"city": "Köln"}}`, { reason: "Ähre", amount: 1.1, "in.city": "Köln" }],
  [String.raw`{"reason": "Ähre \"twice\"", "paid": true, "amount": "1.1"}`, { reason: 'Ähre "twice"', paid: "true", amount: "1.1" }],
  ['{"amount": 12.00, "late": "Ulm"}', { amount: 12, late: "Ulm" }],
] as const;
function fieldOf({ title }: Case, place: string): Held | undefined {
  const number = Number(title.slice(5));
  const fields: Readonly<Record<string, Held>> = number % 9 > 0 ? (data[number % 4]?.[1] ?? {}) : {};
  return fields[place];
}

/** Numbers are the same with zeros at their end; texts that look like them are not. */
function isSame(value: string, held: Held | undefined): boolean {
  return typeof held === "number" ? Number(value) === held : value === held;
}

function fits(one: Case, filters: CaseFilters): boolean {
  const { status, priority, labels = {}, fields = {}, created_at_from = "", updated_at_from = "" } = filters;
  const { completed_at_from: closedFrom, completed_at_before: closedBefore, failure } = filters;
  const judged = one.eval_summary?.status === "ready" && ["completed", "failed"].includes(one.display_status);
  const success = one.display_status === "completed" && one.eval_summary?.passed === 1;
  const verdict = judged ? ["judged", success ? "success" : "issues"] : [];
  const open = one.status === "pending" ? ["open"] : [];
  const kinds = [one.display_status === "in_progress" ? "claimed" : one.display_status, ...open, ...verdict];
  return (
    (!status?.length || status.some((wanted) => kinds.includes(wanted))) &&
    (!priority?.length || priority.includes(one.priority)) &&
    one.created_at >= created_at_from &&
    one.updated_at >= updated_at_from &&
    (!closedFrom || (one.completed_at !== null && one.completed_at >= closedFrom)) &&
    (!closedBefore || (one.completed_at !== null && one.completed_at < closedBefore)) &&
    (!failure || failureOf(one) === failure) &&
    Object.entries(fields).every(([place, values]) => values.length === 0 || values.some((value) => isSame(value, fieldOf(one, place)))) &&
    Object.entries(labels).every(
      ([key, values]) => values.length === 0 || one.labels.some((label) => label.key === key && values.includes(label.value)),
    )
  );
}

const inOrder: Record<Order, (a: Case) => string> = {
  created_at: (one) => one.created_at + one.id,
  updated_at: (one) => one.updated_at + one.id,
  postponed_to: (one) => (one.postponed_to ?? "infinity") + one.id,
};

/** 1,100 cases of every state and priority: labels that many share, that go together, that hardly ever do, and that a case has two of. */
async function manyCases(): Promise<string> {
  const queue_id = await queueIn(service);
  const schema: CaseSchema = { type: "object", properties: { reason: { type: "string" } }, additionalProperties: false };
  await service.ok(replaceQueueJsonSchema, { params: { queue_id }, body: { schema, change_summary: "First" } });
  await service.pool
    .query(
      `with made as (
      insert into cases (id, queue_id, title, data, json_schema_id, state, priority, passed, postponed_to, created_at, updated_at, completed_at, failure)
      select gen_random_uuid(), $1, 'Case ' || i, ($2::text[])[1 + i % 4],
        case when i % 9 > 0 then (select s.id from case_schemas s join queues q on q.schema_family_id = s.family_id where q.id = $1) end, (array['pending', 'completed', 'failed', 'postponed', 'completed'])[1 + i % 5], i % 3,
        case i % 5 when 1 then i % 4 < 3 when 2 then case when i % 2 = 0 then i % 3 = 0 end end,
        case when i % 5 = 3 then timestamptz '9000-01-01' + make_interval(mins => i % 40) end,
        timestamptz '2026-03-01' + make_interval(mins => i / 2), timestamptz '2026-04-01' + make_interval(mins => i * 7 % 1100),
        case when i % 5 in (1, 2, 4) then timestamptz '2026-04-02' + make_interval(mins => i * 3 % 1000) end,
        case when i % 5 = 2 then (array['turn_limit', 'reported', null])[1 + i % 3] end
      from generate_series(1, 1100) i returning id, title, passed),
    judged as (
      insert into case_evaluations (case_id, queue_id, status, summary, evaluated_at)
      select id, $1, 'ready', jsonb_build_object('status', 'ready', 'passed', passed::int, 'total', 1), now() from made where passed is not null),
    named as (
      insert into queue_labels (id, queue_id, key, value, color_hue) select gen_random_uuid(), $1, l.key, l.value, 0
      from (values ('size', 'big'), ('size', 'small'), ('kind', 'one'), ('kind', 'two'), ('', 'rare')) l(key, value) returning id, value)
    select made.id as case_id, named.id as label_id from made, named, lateral (select substr(title, 6)::int as i) n
    where case value when 'big' then i % 2 = 0 when 'small' then i % 3 > 0 when 'one' then i % 4 < 3 when 'two' then i % 4 = 3 else i % 200 = 0 end`,
      [queue_id, data.map(([text]) => text)],
    )
    .then(({ rows }) =>
      service.pool.query("insert into case_labels (case_id, label_id) select * from unnest($1::uuid[], $2::uuid[])", [
        rows.map((row) => row.case_id),
        rows.map((row) => row.label_id),
      ]),
    );
  return queue_id;
}

test("every filter finds what fits it, in each order, and says how many there are", async () => {
  const queue_id = await manyCases();
  const { cases: all } = await listed(queue_id, {});
  expect(all).toHaveLength(1100);
  const dates = { created_at_from: "2026-03-01T06:00:00.000Z", updated_at_from: "2026-04-01T04:00:00.000Z" };
  const closed = { from: "2026-04-02T03:00:00.000Z", to: "2026-04-02T09:00:00.000Z" };
  const [big, both, rare] = [{ size: ["big"] }, { size: ["big", "small"] }, { "": ["rare"] }];
  const filters: CaseFilters[] = [
    { ...dates, priority: ["high"] },
    { labels: big },
    { labels: { size: [] } },
    { labels: big, status: [], priority: [] },
    { status: [], priority: ["high"] },
    { labels: { ...rare, size: [] } },
    { labels: big, status: ["pending", "success"] },
    { labels: big, status: ["completed"], priority: ["none", "high"] },
    { labels: both, status: ["success"] },
    { labels: both, status: ["issues"] },
    { labels: big, status: ["pending", "judged"] },
    { labels: both, ...dates },
    { labels: { ...both, kind: ["one"] } },
    { labels: { ...big, kind: ["one"] }, status: ["failed", "postponed"] },
    { labels: { ...rare, kind: ["one"] } },
    { labels: { ...rare, kind: ["two"] } },
    { labels: { ...big, nobody: ["has it"] } },
    { labels: rare, ...dates, status: ["completed"] },
    { status: ["open"] },
    { status: ["open", "failed"], labels: big },
    { completed_at_from: closed.from, completed_at_before: closed.to },
    { completed_at_from: closed.from, status: ["failed"], labels: both, priority: ["high", "none"] },
    { failure: "turn_limit" },
    { failure: "not_recorded", labels: big },
    { failure: "reported", ...dates, completed_at_before: closed.to },
    { fields: { reason: ["late"] } },
    { fields: { reason: ["Ähre", "late"] }, status: ["failed", "pending"] },
    { fields: { "in.city": ["Köln"] }, labels: big },
    { fields: { amount: ["1.10"] }, ...dates },
    { fields: { amount: ["1.1"] } },
    { fields: { amount: ["12"] } },
    { fields: { amount: ["1.1", "12"], reason: ["Ähre"] }, priority: ["high"] },
    { fields: { paid: ["true"], reason: [] } },
    { fields: { reason: ['Ähre "twice"'] }, failure: "reported" },
    { fields: { late: ["Ulm"], nothing: ["Ulm"] } },
  ];
  for (const filter of filters) {
    const fitting = all.filter((one) => fits(one, filter));
    for (const sort_by of ["created_at", "updated_at", "postponed_to"] as const) {
      const key = inOrder[sort_by];
      const ids = fitting.toSorted((a, b) => (key(a) < key(b) ? -1 : 1)).map((one) => one.id);
      const up = await listed(queue_id, filter, { sort_by, sort_order: "asc" });
      expect([up.cases.map((one) => one.id), up.totals]).toEqual([ids, [ids.length]]);
    }
    const down = await service.ok(searchCases, { params: { queue_id }, body: { filters: filter, limit: 10, offset: 20 } });
    const newest = fitting.toSorted((a, b) => (inOrder.created_at(a) < inOrder.created_at(b) ? 1 : -1)).map((one) => one.id);
    expect([down.cases.map((one) => one.id), down.total]).toEqual([newest.slice(20, 30), fitting.length]);
    const found = await listed(queue_id, filter, { search: "cas" });
    expect([found.cases.map((one) => one.id), found.totals]).toEqual([newest, [fitting.length]]);
    const { status: _, ...others } = filter;
    const { counts } = await service.ok(countCases, { params: { queue_id }, body: { filters: others } });
    for (const status of ["pending", "completed", "success", "issues", "judged"] as const)
      expect([filter, status, counts[status]]).toEqual([
        filter,
        status,
        all.filter((one) => fits(one, { ...others, status: [status] })).length,
      ]);
  }
});

test("a date and time of a field is asked by its moment, and what is no moment by its text", async () => {
  const queue_id = await queueIn(service);
  const properties = { at: { type: "string", format: "date-time" }, note: { type: "string" } } as const;
  const schema: CaseSchema = { type: "object", properties, additionalProperties: false };
  await service.ok(replaceQueueJsonSchema, { params: { queue_id }, body: { schema, change_summary: "First" } });
  const of = (title: string, fields: object) => ({ title, data: JSON.stringify(fields) });
  await addCases(
    service,
    queue_id,
    of("UTC", { at: "2026-11-30T23:30:00Z" }),
    of("Offset", { at: "2026-12-01T00:30:00.000+01:00" }),
    of("Escaped", { at: "2026-11-30T22:30:00.0-01:00", note: "a \\ b" }),
    of("Later", { at: "2026-11-30T23:30:00.001Z" }),
    of("Day", { note: "2026-02-30T23:30:00Z" }),
  );
  const titles = async (fields: Record<string, string[]>) =>
    (await listed(queue_id, { fields })).cases.map(({ title }) => title).toSorted();
  for (const value of ["2026-11-30T23:30:00Z", "2026-12-01T00:30:00+01:00", "2026-11-30T23:30:00.00Z"])
    expect(await titles({ at: [value] })).toEqual(["Escaped", "Offset", "UTC"]);
  expect(await titles({ at: ["2026-11-30T23:30:00.001Z", "2026-11-30"] })).toEqual(["Later"]);
  expect(await titles({ note: ["2026-02-30T23:30:00Z"] })).toEqual(["Day"]);
  expect(await titles({ note: ["2026-02-30T23:30:00.0Z"] })).toEqual([]);
});

test("labels and states that change at the same moment are counted as they are stored", async () => {
  const queue_id = await queueIn(service);
  const ids = await addCases(
    service,
    queue_id,
    ...Array.from({ length: 8 }, (_, i) => ({ title: `Case ${i}`, labels: [{ value: "first" }] })),
  );
  const states = ["pending", "completed", "failed", "canceled"] as const;
  for (let round = 0; round < 8; round += 1) {
    const case_id = ids[round] ?? "";
    const params = { queue_id, case_id };
    const status = states[round % 4] ?? "pending";
    const { labels } = await service.ok(listQueueLabels, { params: { queue_id } });
    const label_ids = labels.slice(0, 1).map((label) => label.id);
    await Promise.all([
      service.call(assignCaseLabels, { params, body: { labels: [{ value: `label ${round % 3}` }, { value: "first" }] } }),
      service.call(updateCase, { params: { case_id }, body: { priority: "high", status: "completed" } }),
      service.call(bulkUpdateCaseStatus, {
        params: { queue_id },
        body: { all_matching: true, filters: { labels: { "": ["first"] } }, status },
      }),
      service.call(unlinkCaseLabels, { params, body: { label_ids } }),
      ...(round % 4 === 3 ? [service.call(deleteCase, { params: { case_id: ids[round - 1] ?? "" } })] : []),
      ...(round % 6 === 5 ? [service.call(deleteQueueLabel, { params: { queue_id, label_id: label_ids[0] ?? "" } })] : []),
    ]);
  }
  const { cases: all } = await listed(queue_id, {});
  const { labels } = await service.ok(listQueueLabels, { params: { queue_id } });
  expect([all.length, labels.length > 1]).toEqual([6, true]);
  for (const { key, value, case_count } of labels) {
    expect(case_count).toBe(all.filter((one) => fits(one, { labels: { [key]: [value] } })).length);
    for (const status of states) {
      const filter: CaseFilters = { labels: { [key]: [value] }, status: [status] };
      const fitting = all.filter((one) => fits(one, filter)).map((one) => one.id);
      const { cases, totals } = await listed(queue_id, filter);
      expect([filter, cases.map((one) => one.id).toSorted(), totals]).toEqual([filter, fitting.toSorted(), [fitting.length]]);
    }
  }
});

test("a label and a state that two write at once find each other, whoever is first", async () => {
  const queue_id = await queueIn(service);
  const [labelled = "", moved = ""] = await addCases(service, queue_id, { title: "Labelled first" }, { title: "Moved first" });
  await service.ok(assignCaseLabels, {
    params: { queue_id, case_id: (await addCases(service, queue_id, { title: "Other" }))[0] ?? "" },
    body,
  });
  const first = await service.pool.connect();
  const second: Promise<unknown>[] = [];
  try {
    await first.query("begin");
    await first.query("insert into case_labels (case_id, label_id) select $1, id from queue_labels where queue_id = $2", [
      labelled,
      queue_id,
    ]);
    await first.query("update cases set state = 'completed', completed_at = now() where id = $1", [moved]);
    second.push(
      service.ok(updateCase, { params: { case_id: labelled }, body: { status: "completed" } }),
      service.ok(assignCaseLabels, { params: { queue_id, case_id: moved }, body }),
    );
    const waiting = "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    // A transaction keeps the list of connections that it saw first, so this one cannot be asked.
    await expect.poll(async () => (await service.pool.query(waiting)).rows[0].n).toBe(2);
    await first.query("commit");
  } finally {
    first.release(true);
  }
  await Promise.all(second);
  const { cases, totals } = await listed(queue_id, { labels: { "": ["urgent"] }, status: ["completed"] });
  expect([cases.map((one) => one.id).toSorted(), totals]).toEqual([[labelled, moved].toSorted(), [2]]);
});
