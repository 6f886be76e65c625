import { afterAll, beforeAll, expect, test } from "vitest";
import { assignCaseLabels, listCaseLabels } from "#contract/queues/case-labels.ts";
import { createCases, getCase, searchCases } from "#contract/queues/cases.ts";
import { createQueueLabel, deleteQueueLabel, listQueueLabels, updateQueueLabel } from "#contract/queues/labels.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { addCases } from "#server/testing/cases.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { unlinkDeleted } from "./labels.store.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const create = async (name: string) => (await service.ok(createQueue, { params: { teamId: service.teamId }, body: { name } })).queue;
const of = (queue_id: string) => ({ params: { queue_id } });
const label = async (queue_id: string, body: { key?: string; value: string; color_hue?: number }) =>
  (await service.ok(createQueueLabel, { ...of(queue_id), body }, { as: "member" })).label;

// First here: a minute after its start the service takes such labels off by itself.
test("one of many cases is gone for everybody at once, and comes off them in portions that pass over what is held", async () => {
  const { id } = await create("Much labelled");
  const [case_id = ""] = await addCases(service, id, { title: "First", labels: [{ value: "old" }, { value: "kept" }] });
  const { services } = service.app;
  await service.pool.query(
    `with more as (insert into cases (id, queue_id, title, data, state, priority)
       select gen_random_uuid(), queue_id, title, data, state, priority from cases, generate_series(1, 1200) where id = $1 returning id)
     insert into case_labels (case_id, label_id) select m.id, l.id from more m, queue_labels l where l.queue_id = $2`,
    [case_id, id],
  );
  const named = (await service.ok(listQueueLabels, of(id))).labels;
  const old = named.find(({ value }) => value === "old")?.id ?? "";
  const links = async () => (await service.pool.query("select from case_labels where label_id = $1", [old])).rowCount;
  const other = await service.pool.connect();
  await other.query("begin");
  await other.query("select from case_labels where case_id = $1 and label_id = $2 for update", [case_id, old]);

  await service.ok(deleteQueueLabel, { params: { queue_id: id, label_id: old } });
  expect(await links()).toBe(1201);
  const values = ({ labels }: { labels: { value: string }[] }) => labels.map(({ value }) => value);
  expect(values(await service.ok(listQueueLabels, of(id)))).toEqual(["kept"]);
  expect(values(await service.ok(listCaseLabels, { params: { queue_id: id, case_id } }))).toEqual(["kept"]);
  expect(values((await service.ok(getCase, { params: { case_id } })).case)).toEqual(["kept"]);
  const total = async (value: string) =>
    (await service.ok(searchCases, { ...of(id), body: { filters: { labels: { "": [value] } }, limit: 1 } })).total;
  expect([await total("old"), await total("kept")]).toEqual([0, 1201]);
  await service.fails(deleteQueueLabel, { params: { queue_id: id, label_id: old } }, "not_found");
  // One of the same words is another label.
  const again = await label(id, { value: "old" });
  await service.ok(assignCaseLabels, { params: { queue_id: id, case_id }, body: { labels: [{ value: "old" }] } });
  expect(await total("old")).toBe(1);

  // A process that ends after its first portion leaves the rest to others, which may be two.
  let portions = 0;
  await unlinkDeleted(services, () => ++portions > 1, 500);
  expect(await links()).toBe(701);
  await Promise.all([1, 2].map(() => unlinkDeleted(services, () => false, 100)));
  await unlinkDeleted(services, () => false, 100);
  expect(await links()).toBe(1);
  await other.query("rollback");
  other.release();
  await unlinkDeleted(services, () => false);
  const { rows } = await service.pool.query("select id from queue_labels where queue_id = $1 or id = $2 order by value", [id, old]);
  expect(rows.map((row) => row.id)).toEqual([named.find(({ value }) => value === "kept")?.id, again.id]);
});

test("are listed by key and value, count their cases and keep their hue", async () => {
  const { id } = await create("Labelled");
  const may = await label(id, { key: "month", value: "May", color_hue: 0 });
  const april = await label(id, { key: "month", value: "April" });
  const june = await label(id, { key: "month", value: "June" });
  const urgent = await label(id, { value: "urgent", color_hue: 360 });
  expect([april.color_hue, june.color_hue]).toEqual([april.color_hue, april.color_hue]);
  await service.pool.query("insert into case_counts (scope, status, n, changes) values ($1, 'pending', 4, 4), ($1, 'pending', -1, 1)", [
    may.id,
  ]);
  const { labels } = await service.ok(listQueueLabels, of(id));
  expect(labels).toEqual([urgent, april, june, { ...may, case_count: 3 }]);
  expect((await service.ok(listQueueLabels, { ...of(id), query: { limit: 1, offset: 1 } })).labels).toEqual([april]);
});

test("are one of a kind in their queue, also when ten are made at once", async () => {
  const { id } = await create("Unique labels");
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => service.call(createQueueLabel, { ...of(id), body: { key: "team", value: "North" } })),
  );
  expect(answers.map((a) => a.status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
  const south = await label(id, { key: "team", value: "South" });
  const params = { queue_id: id, label_id: south.id };
  expect((await service.fails(updateQueueLabel, { params, body: { value: "North" } }, "name_taken")).message).toContain("team: North");
  const { label: renamed } = await service.ok(updateQueueLabel, { params, body: { value: "East", color_hue: 12.5 } });
  expect(renamed).toEqual({ id: south.id, key: "team", value: "East", color_hue: 12.5 });
  expect((await service.ok(updateQueueLabel, { params, body: {} })).label).toEqual(renamed);
  // The same words mean another label in another queue.
  await label((await create("Others")).id, { key: "team", value: "North" });
});

test("are reached through their own queue only", async () => {
  const { id } = await create("Mine");
  const other = await create("Not mine");
  const mine = await label(id, { value: "urgent" });
  const wrong = { queue_id: other.id, label_id: mine.id };
  await service.fails(updateQueueLabel, { params: wrong, body: { value: "calm" } }, "not_found");
  await service.fails(deleteQueueLabel, { params: wrong }, "not_found");
  await service.ok(deleteQueueLabel, { params: { queue_id: id, label_id: mine.id } });
  expect((await service.ok(listQueueLabels, of(id))).labels).toEqual([]);
});

test("have as much room as a list shows, whoever makes them and however many at once", async () => {
  const { id } = await create("Full of labels");
  const [case_id = ""] = await addCases(service, id, { title: "Labelled" });
  await service.pool.query(
    "insert into queue_labels (id, queue_id, key, value, color_hue) select gen_random_uuid(), $1, 'n', i::text, 0 from generate_series(1, 997) i",
    [id],
  );
  const at = { params: { queue_id: id, case_id } };
  const answers = await Promise.all(
    Array.from({ length: 9 }, (_, i) => {
      const value = `new ${i}`;
      if (i % 3 === 0) return service.call(createQueueLabel, { ...of(id), body: { value } });
      if (i % 3 === 1) return service.call(assignCaseLabels, { ...at, body: { labels: [{ value }] } });
      return service.call(createCases, { ...of(id), body: { case: { title: "More", labels: [{ value }] } } });
    }),
  );
  expect(answers.map((a) => a.status < 300).filter(Boolean)).toHaveLength(3);
  expect(answers.filter((a) => !a.ok).map((a) => a.status)).toEqual(Array.from({ length: 6 }, () => 409));
  const { labels, total } = await service.ok(listQueueLabels, of(id));
  expect([labels.length, total]).toEqual([1000, 1000]);
  await service.fails(createQueueLabel, { ...of(id), body: { value: "one more" } }, "too_many");
  await service.fails(assignCaseLabels, { ...at, body: { labels: [{ value: "one more" }] } }, "too_many");
  const refused = { title: "Not made", labels: [{ value: "one more" }] };
  await service.fails(createCases, { ...of(id), body: { case: refused } }, "too_many");
  // Those that there are go on being used.
  await service.ok(assignCaseLabels, { ...at, body: { labels: [{ key: "n", value: "7" }] } });
  const found = await service.ok(listQueueLabels, { ...of(id), query: { search: "N: 99", limit: 3 } });
  expect([found.labels.map((one) => one.value), found.total]).toEqual([["99", "990", "991"], 9]);
});

test("have no key, or one that says something", async () => {
  const { id } = await create("Blank keys");
  for (const body of [{ key: " ", value: "urgent" }, { value: " " }, { key: "", value: "" }])
    await service.fails(createQueueLabel, { ...of(id), body }, "invalid_request");
  for (const value of ["a\nb", "a\u2028b", "\u200b", "\u2060\u00ad", "\u3164", "a\u202eb", "a\u2068b", "a\u200bb", "a\u200db"])
    for (const body of [{ value }, { key: value, value: "urgent" }])
      await service.fails(createQueueLabel, { ...of(id), body }, "invalid_request");
  expect((await label(id, { key: "", value: "urgent" })).key).toBe("");
  const blank = { title: "Blank", labels: [{ key: "\t", value: "urgent" }] };
  await service.fails(createCases, { ...of(id), body: { case: blank } }, "invalid_request");
  expect(await label(id, { key: " month ", value: "\u00a0May\t" })).toMatchObject({ key: "month", value: "May" });
  await service.fails(createQueueLabel, { ...of(id), body: { key: "month", value: "May" } }, "name_taken");
});
