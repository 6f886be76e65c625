import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bulkUpdateCaseStatus } from "#contract/queues/case-bulk.ts";
import { assignCaseLabels, listCaseLabels, unlinkCaseLabels } from "#contract/queues/case-labels.ts";
import {
  type NewCase,
  clearQueueCases,
  countCases,
  createCases,
  deleteCase,
  getCase,
  listCases,
  searchCases,
  updateCase,
} from "#contract/queues/cases.ts";
import { deleteQueueLabel, listQueueLabels, updateQueueLabel } from "#contract/queues/labels.ts";
import { createQueue, deleteQueue, getQueue, listQueues } from "#contract/queues/queues.ts";
import { findTeamCases } from "#contract/queues/team-cases.ts";
import { newId } from "#server/platform/db/columns.ts";
import type { Change } from "#server/platform/live/recent.ts";
import { agentWith, scripted } from "#server/testing/agents.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const absent = "00000000-0000-7000-8000-000000000000";
const queue = async (name: string) => (await service.ok(createQueue, { params: { teamId: service.teamId }, body: { name } })).queue.id;
const of = (queue_id: string) => ({ params: { queue_id } });
const add = async (queueId: string, ...cases: NewCase[]) =>
  (await service.ok(createCases, { ...of(queueId), body: { cases } })).added_cases;
const one = async (queueId: string, title = "Refund") => (await add(queueId, { title }))[0]?.id ?? "";
const read = (case_id: string) => service.ok(getCase, { params: { case_id } });
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
/** An instant as a clock shows it that goes by this offset, so much later. */
function inZone(at: string | undefined, offset: string, later = 0): string {
  const utc = Date.parse(at ?? "");
  return new Date(2 * utc - Date.parse(`${at?.slice(0, -1)}${offset}`) + later).toISOString().replace("Z", offset);
}
/** Lets the time come that a case is postponed to. */
const due = (case_ids: string[]) =>
  service.pool.query("update cases set state = 'postponed', postponed_to = now() where id = any($1::uuid[])", [case_ids]);
const titles = async (queueId: string, query: object) =>
  (await service.ok(listCases, { ...of(queueId), query: { ...query } })).cases.map((c) => c.title);
const counts = async (queueId: string) => (await service.ok(getQueue, of(queueId))).queue.case_counts;

/** A run that has this case, put there by hand. */
async function runOn(caseId: string, queueId: string): Promise<string> {
  const agent = await agentWith(service, scripted("say Hello"));
  const runId = newId();
  await service.pool.query(
    `insert into runs (id, team_id, agent_id, build_id, user_id, status, source, title, run_number, case_queue_id, case_queue_item_id)
     values ($1, $2, $3, $4, $5, 'running', 'case_trigger', 'Case', 7, $6, $7)`,
    [runId, service.teamId, agent.id, agent.buildId, service.ids.owner, queueId, caseId],
  );
  await service.pool.query("update cases set state = 'in_progress', run_id = $2, claimed_at = now() where id = $1", [caseId, runId]);
  return runId;
}
const statusOfRun = async (id: string) => (await service.pool.query("select status from runs where id = $1", [id])).rows[0].status;

describe("cases", () => {
  test("are told of in a list that was asked for again and again before they came", async () => {
    const id = await queue("Asked again");
    const [first] = await add(id, { title: "First" });
    const since = { created_at_from: inDays(-1) };
    const listed = async () => {
      const { cases, total } = await service.ok(listCases, { ...of(id), query: since });
      return { titles: cases.map(({ title }) => title), total };
    };
    for (let n = 0; n < 4; n++) expect(await listed()).toEqual({ titles: ["First"], total: 1 });
    await add(id, { title: "Second" });
    for (let n = 0; n < 4; n++) expect(await listed()).toEqual({ titles: ["Second", "First"], total: 2 });
    await service.ok(deleteCase, { params: { case_id: first?.id ?? "" } });
    expect(await listed()).toEqual({ titles: ["Second"], total: 1 });
  });

  test("are made one or many at a time, in order, with labels that the queue gets", async () => {
    const id = await queue("Made");
    const [first] = (await service.ok(createCases, { ...of(id), body: { case: { title: " Alone\n" } } })).added_cases;
    expect(first).toMatchObject({
      queue_id: id,
      title: "Alone",
      data: "",
      status: "pending",
      display_status: "pending",
      priority: "none",
      claimed_by_run_id: null,
      created_by_user_id: service.ids.owner,
      created_by_user_email: "owner@example.com",
      labels: [],
    });
    const labels = [{ key: "month", value: "May" }, { value: "urgent" }, { key: "", value: "urgent" }];
    const many = await add(id, { title: "One", labels, priority: "high" }, { title: "Two", labels: [{ value: "urgent" }] });
    expect(many.map((c) => [c.title, c.priority, c.labels.map((l) => `${l.key}:${l.value}`)])).toEqual([
      ["One", "high", [":urgent", "month:May"]],
      ["Two", "none", [":urgent"]],
    ]);
    expect((await service.ok(listQueueLabels, of(id))).labels.map((l) => [l.value, l.case_count])).toEqual([
      ["urgent", 2],
      ["May", 1],
    ]);
    for (const body of [{ case: { title: "\u200b\u2800" } }, {}, { case: { title: "A" }, cases: [{ title: "B" }] }])
      await service.fails(createCases, { ...of(id), body }, "invalid_request");
    // Of a title nobody sees, nothing is kept, and what is joined by it stays joined.
    const seen = await add(id, { title: "\ufeffPay\u202e 129\u2069" }, { title: "👩\u200d👧 می\u200cخواهم" });
    expect(seen.map((c) => c.title)).toEqual(["Pay 129", "👩\u200d👧 می\u200cخواهم"]);
    await service.ok(deleteCase, { params: { case_id: seen[0]?.id ?? "" } });
    await service.ok(deleteCase, { params: { case_id: seen[1]?.id ?? "" } });
    expect(await counts(id)).toMatchObject({ pending: 3, completed: 0 });
    expect((await read(many[0]?.id ?? "")).events.map((e) => [e.type, e.user_id])).toEqual([["created", service.ids.owner]]);
  });

  test("are the same in a list, in a search and by themselves", async () => {
    const id = await queue("Alike");
    const made = await add(
      id,
      { title: "Alike A", labels: [{ key: "k", value: "v" }], priority: "high" },
      { title: "Alike B" },
      { title: "Alike C" },
    );
    const [postponed = "", running = "", failed = ""] = made.map((each) => each.id);
    await service.ok(updateCase, { params: { case_id: postponed }, body: { postponed_to: inDays(1) } });
    await runOn(running, id);
    await service.ok(updateCase, { params: { case_id: failed }, body: { status: "failed" } });
    const each = await Promise.all([failed, running, postponed].map(async (caseId) => (await read(caseId)).case));
    for (const sort_by of ["created_at", "postponed_to", "updated_at"] as const) {
      const { cases, next } = await service.ok(listCases, { ...of(id), query: { sort_by, limit: 2 } });
      const rest = await service.ok(listCases, { ...of(id), query: { sort_by, limit: 2, after: next ?? "" } });
      const { cases: found } = await service.ok(listCases, { ...of(id), query: { sort_by, search: "alike" } });
      expect([...cases, ...rest.cases]).toEqual(found);
      expect(found).toHaveLength(3);
      expect(found).toEqual(expect.arrayContaining(each));
      expect(rest.next).toBeNull();
    }
  });

  test("are filtered, sorted and paged with exact totals, whatever the filter", async () => {
    const id = await queue("Filtered");
    const made = await add(
      id,
      ...Array.from({ length: 30 }, (_, i): NewCase => ({
        title: `Case ${i}`,
        priority: (["none", "medium", "high"] as const)[i % 3] ?? "none",
        labels: [{ key: "half", value: i < 15 ? "first" : "second" }, ...(i % 10 === 0 ? [{ value: "round" }] : [])],
      })),
    );
    for (const [i, status] of [
      [0, "completed"],
      [1, "failed"],
      [2, "canceled"],
    ] as const)
      await service.ok(updateCase, { params: { case_id: made[i]?.id ?? "" }, body: { status } });
    await service.ok(updateCase, { params: { case_id: made[3]?.id ?? "" }, body: { postponed_to: inDays(300) } });
    const list = (query: object) => service.ok(listCases, { ...of(id), query });
    const search = (filters: object, more: object = {}) => service.ok(searchCases, { ...of(id), body: { filters, ...more } });
    const page = await list({ limit: 3, offset: 1 });
    expect(page).toMatchObject({
      total: 30,
      limit: 3,
      offset: 1,
      cases: [{ title: "Case 28" }, { title: "Case 27" }, { title: "Case 26" }],
    });
    for (const [query, total] of [
      [{ status: "pending" }, 26],
      [{ status: "completed,failed" }, 2],
      [{ status: "postponed" }, 1],
      [{ status: "claimed" }, 0],
      [{ priority: "high" }, 10],
      [{ status: "pending", priority: "none,high" }, 17],
      [{ created_at_from: "2020-01-01T00:00:00Z" }, 30],
      [{ created_at_from: "2120-01-01T00:00:00Z" }, 0],
      [{ created_at_from: "2020-01-01", updated_at_from: "2020-02-29" }, 30],
      [{ created_at_from: "2120-01-01" }, 0],
      [{ created_at_from: inZone(made[29]?.created_at, "+14:00") }, 30],
      [{ created_at_from: inZone(made[29]?.created_at, "-11:30", 60_000) }, 0],
      [{ updated_at_from: "2020-01-01T00:00:00Z", status: "canceled" }, 1],
    ] as const) {
      const got = await list({ ...query, limit: 100 });
      expect([query, got.total, got.cases.length]).toEqual([query, total, total]);
    }
    expect(await service.ok(countCases, { ...of(id), body: {} })).toEqual({
      counts: {
        pending: 26,
        in_progress: 0,
        needs_input: 0,
        postponed: 1,
        completed: 1,
        failed: 1,
        canceled: 1,
        success: 0,
        issues: 0,
        judged: 0,
      },
      total: 30,
    });
    const counted = async (filters: object, more: object = {}) => {
      const { counts: n, total } = await service.ok(countCases, { ...of(id), body: { filters, ...more } });
      return [n.pending, n.postponed, n.completed + n.failed + n.canceled, total];
    };
    expect(await counted({ priority: ["none"] })).toEqual([8, 1, 1, 10]);
    expect(await counted({ labels: { half: ["first"] } })).toEqual([11, 1, 3, 15]);
    expect(await counted({ labels: { half: ["first"] }, priority: ["none"] })).toEqual([3, 1, 1, 5]);
    expect(await counted({ created_at_from: "2120-01-01T00:00:00Z" })).toEqual([0, 0, 0, 0]);
    expect(await counted({}, { search: "case 3" })).toEqual([0, 1, 0, 1]);
    // What is remembered holds until the next change.
    await service.ok(updateCase, { params: { case_id: made[3]?.id ?? "" }, body: { priority: "high" } });
    expect(await counted({ labels: { half: ["first"] }, priority: ["none"] })).toEqual([3, 0, 1, 4]);
    for (const [labels, status, total] of [
      [{ half: ["first"] }, undefined, 15],
      [{ half: ["first", "second"] }, undefined, 30],
      [{ half: ["second"], "": ["round"] }, undefined, 1],
      [{ half: ["first"] }, ["completed"], 1],
      [{ half: ["third"] }, undefined, 0],
    ] as const) {
      const got = await search({ labels, ...(status && { status }) }, { limit: 100 });
      expect([labels, got.total, got.cases.length]).toEqual([labels, total, total]);
    }
    expect((await list({ sort_by: "postponed_to", sort_order: "asc", limit: 1 })).cases[0]?.title).toBe("Case 3");
    expect((await list({ sort_by: "updated_at", limit: 1 })).cases[0]?.title).toBe("Case 3");
    for (const query of [{}, { status: "pending,failed" }, { sort_by: "postponed_to" }, { search: "case" }]) {
      const seen: string[] = [];
      for (let after: string | undefined; ;) {
        const got = await list({ ...query, limit: 7, ...(after && { after }) });
        seen.push(...got.cases.map((c) => c.id));
        if (!got.next) break;
        after = got.next;
      }
      expect([query, new Set(seen).size, seen.length]).toEqual([query, seen.length, (await list(query)).total]);
    }
    const wrong = `created_at:desc:2026-99-31T09:30:00.000Z_${absent}`;
    for (const query of [{ status: "done" }, { priority: "urgent" }, { after: wrong }])
      await service.fails(listCases, { ...of(id), query }, "invalid_request");
    const { next } = await list({ limit: 7, sort_by: "updated_at" });
    expect((await list({ after: next, sort_by: "updated_at", sort_order: "desc", priority: "high" })).total).toBe(
      (await list({ priority: "high" })).total,
    );
    for (const [more, why] of [
      [{}, "a different order"],
      [{ sort_by: "updated_at", sort_order: "asc" }, "a different order"],
      [{ sort_by: "updated_at", offset: 7 }, "either `after` or `offset`"],
    ] as const) {
      const refused = await service.fails(listCases, { ...of(id), query: { after: next ?? "", ...more } }, "invalid_request");
      expect(refused.message).toContain(why);
      await service.fails(searchCases, { ...of(id), body: { after: next ?? "", ...more } }, "invalid_request");
    }
  });

  test("are found by any word of title and data, with what stands around it", async () => {
    const id = await queue("Searched");
    await add(
      id,
      {
        title: "Invoice INV-2026/7 of Müller",
        data: '{"iban": "DE02 1203", "mail": "anna@example.com", "hash": "7e3b9c", "area": "40m²"}',
      },
      { title: "Delivery", data: `${"x ".repeat(200)}the parcel was lost${" y".repeat(200)}` },
    );
    for (const words of ["inv 2026", "INV-2026/7", "MÜLLER", "muller", "example", "anna@exam", "7", "7e3b9c", "7e3b", "40m²", "40m2"])
      expect(await titles(id, { search: words })).toEqual(["Invoice INV-2026/7 of Müller"]);
    for (const words of ["nvoice", "b9c", "m²", "' | !", "zebra", "parcel müller"]) expect(await titles(id, { search: words })).toEqual([]);
    const { cases, total } = await service.ok(listCases, { ...of(id), query: { search: "Parcel" } });
    expect(total).toBe(1);
    const { before, match, after } = cases[0]?.search_match_data_snippet ?? { before: "", match: "", after: "" };
    expect([match, before.endsWith("x the "), before.length, after.startsWith(" was lost"), after.length]).toEqual([
      "parcel",
      true,
      81,
      true,
      81,
    ]);
    await add(id, { title: "Transfer", data: "ﬁled for Zu\u0308rich and Genève" });
    for (const [search, written] of Object.entries({ zuri: "Zu\u0308ri", geneve: "Genève", file: "ﬁle" })) {
      const { cases: found } = await service.ok(listCases, { ...of(id), query: { search } });
      expect(found.map((each) => each.search_match_data_snippet?.match)).toEqual([written]);
    }
    const other = await queue("Not searched");
    expect(await titles(other, { search: "parcel" })).toEqual([]);
    await service.ok(updateCase, { params: { case_id: cases[0]?.id ?? "" }, body: { data: "arrived" } });
    expect(await titles(id, { search: "parcel" })).toEqual([]);
  });

  test("are found by what is typed without blanks as it is written, also to be changed", async () => {
    const id = await queue("Numbered");
    const data = '{"date": "2026-04-12", "amount": "1000.04", "path": "C:\\\\Bills\\\\04", "said": "\\"no\\""}';
    await add(
      id,
      { title: "Invoice INV-0400", data },
      { title: "Invoice INV-0500", data },
      { title: "Rechnung für ÄNV-0400", data: "04 INV" },
    );
    const both = ["Invoice INV-0500", "Invoice INV-0400"];
    for (const search of ["2026-04", "1000.04", "invoice 2026-04-12", "C:\\bills", '"no"', "inv 04"])
      expect([search, await titles(id, { search })]).toEqual([search, expect.arrayContaining(both)]);
    for (const search of ["INV-04", "inv-0400", "INVOICE inv-04", "INV- 0400"])
      expect([search, await titles(id, { search })]).toEqual([search, ["Invoice INV-0400"]]);
    expect(await titles(id, { search: "anv-04" })).toEqual(["Rechnung für ÄNV-0400"]);
    for (const search of ["NV-0400", "INV-4", "INV_04", "026-04", "INV-0400-", "(inv-04)"])
      expect([search, await titles(id, { search })]).toEqual([search, []]);
    const [found] = (await service.ok(listCases, { ...of(id), query: { search: "2026-04" } })).cases;
    expect(found?.search_match_data_snippet?.match).toBe("2026-04");
    const team = { params: { teamId: service.teamId }, query: { search: "inv-04", limit: 10 } };
    expect((await service.ok(findTeamCases, team)).cases.map(({ title }) => title)).toEqual(["Invoice INV-0400"]);
    const body = { all_matching: true, search: "INV-04", status: "canceled" } as const;
    expect(await service.ok(bulkUpdateCaseStatus, { ...of(id), body })).toMatchObject({ updatedCount: 1 });
    expect(await titles(id, { status: "canceled" })).toEqual(["Invoice INV-0400"]);
  });

  test("are found in all queues of their team, and of no other one", async () => {
    const [first, second] = [await queue("Letters"), await queue("Parcels to trace")];
    const letter = await one(first, "Tracked item T-7781");
    const parcel = await one(second, "Lost item T-7781");
    await add(second, { title: "Lost item T-7782" });
    const body = { name: "Foreign parcels" };
    const { queue: foreign } = await service.ok(createQueue, { params: { teamId: service.strangerTeamId }, body }, { as: "stranger" });
    await service.ok(createCases, { ...of(foreign.id), body: { case: { title: "Foreign item T-7781" } } }, { as: "stranger" });
    const found = async (search: string, limit = 10) => {
      const { cases } = await service.ok(findTeamCases, { params: { teamId: service.teamId }, query: { search, limit } });
      return cases.map(({ id, queue_name }) => [id, queue_name]);
    };
    const [newest, oldest] = [
      [parcel, "Parcels to trace"],
      [letter, "Letters"],
    ];
    expect([await found("t-7781"), await found("T 77", 1), await found("item 7781 lost")]).toEqual([
      [newest, oldest],
      [[expect.any(String), "Parcels to trace"]],
      [newest],
    ]);
    expect([await found(""), await found("' | '#"), await found("Foreign 7781")]).toEqual([[], [], []]);
    await service.ok(deleteQueue, of(second));
    expect(await found("t-7781")).toEqual([oldest]);
    const theirs = { params: { teamId: service.neighbourTeamId }, query: { search: "t-7781" } };
    expect((await service.ok(findTeamCases, theirs, { as: "neighbour" })).cases).toEqual([]);
  });

  test("are not changed by who has not seen what somebody else wrote, and say what was changed", async () => {
    const caseId = await one(await queue("Two editors"));
    const { updated_at } = (await read(caseId)).case;
    const params = { case_id: caseId };
    const theirs = await service.ok(updateCase, { params, body: { title: "Theirs", priority: "none" } });
    const refused = await service.fails(
      updateCase,
      { params, body: { title: "Mine", status: "completed", expected_updated_at: updated_at } },
      "case_changed",
    );
    expect(refused).toMatchObject({ updated_at: theirs.case.updated_at });
    expect((await read(caseId)).case).toEqual(theirs.case);
    const body = { title: "Mine", data: "Both seen", expected_updated_at: theirs.case.updated_at };
    expect((await service.ok(updateCase, { params, body })).case).toMatchObject({ title: "Mine", data: "Both seen" });
    const { events } = await read(caseId);
    expect(events.map((e) => [e.type, e.reason])).toEqual([
      ["created", null],
      ["updated", "title"],
      ["updated", "title, data"],
    ]);
  });

  test("change by a person's hand, and what worked on them is interrupted when their state does", async () => {
    const id = await queue("Changed");
    const caseId = await one(id);
    const runId = await runOn(caseId, id);
    const edit = (body: object) => service.ok(updateCase, { params: { case_id: caseId }, body });
    expect(await edit({ title: "Better", data: "New", priority: "medium" })).toMatchObject({
      case: {
        title: "Better",
        data: "New",
        priority: "medium",
        display_status: "in_progress",
        claimed_by_run_id: runId,
        agent_run_status: "running",
      },
      interruptedRunIds: [],
    });
    const later = inDays(365);
    expect(await edit({ postponed_to: inZone(later, "+05:30") })).toMatchObject({
      case: { status: "pending", display_status: "postponed", postponed_to: later, claimed_by_run_id: null },
      interruptedRunIds: [runId],
    });
    expect(await statusOfRun(runId)).toBe("interrupted");
    for (const [postponed_to, why] of [
      [inDays(-1), "still to come"],
      [inDays(367), "a year at most"],
      [later.slice(0, -1), "2026-01-31T11:30:00+02:00"],
      ["0001-01-01T00:00:00+02:00", "from 0001 to 9999"],
    ] as const) {
      const refused = await service.fails(updateCase, { params: { case_id: caseId }, body: { postponed_to } }, "invalid_request");
      expect(JSON.stringify(refused)).toContain(why);
    }
    expect((await edit({ postponed_to: null })).case).toMatchObject({ display_status: "pending", postponed_to: null });
    expect((await edit({ status: "completed" })).case).toMatchObject({ status: "completed", display_status: "completed" });
    expect((await edit({ status: "completed" })).interruptedRunIds).toEqual([]);
    await service.fails(updateCase, { params: { case_id: caseId }, body: { postponed_to: null } }, "case_settled");
    await service.fails(updateCase, { params: { case_id: caseId }, body: { postponed_to: null, status: "pending" } }, "invalid_request");
    expect((await edit({ status: "pending" })).case).toMatchObject({ status: "pending", completed_at: null });
    const { events } = await read(caseId);
    expect(events.map((e) => [e.type, e.reason])).toEqual([
      ["created", null],
      ["updated", "title, data, priority: medium"],
      ["postponed", later],
      ["released", null],
      ["status_changed", "completed"],
      ["status_changed", "pending"],
    ]);
    expect(await counts(id)).toMatchObject({ pending: 1, in_progress: 0, postponed: 0, completed: 0 });
  });

  test("come back when their time has come, and say so", async () => {
    const id = await queue("Due");
    const caseId = await one(id);
    const changes: Change[] = [];
    const told = (topic: Change["topic"], about: string) => ({ teamId: service.teamId, topic, id: about });
    const unsubscribe = service.app.services.live.subscribe(service.teamId, (_event, change) => changes.push(change));
    await due([caseId]);
    await expect.poll(() => changes).toEqual([told("case", caseId), told("queue", id)]);
    const { case: back } = await read(caseId);
    expect([back.display_status, back.postponed_to === null]).toEqual(["pending", false]);
    const many = await add(id, ...Array.from({ length: 50 }, (_, i) => ({ title: `Case ${i}` })));
    changes.length = 0;
    await due(many.map((added) => added.id));
    await expect.poll(() => changes).toEqual([told("case", "*"), told("queue", id)]);
    unsubscribe();
    expect(await counts(id)).toMatchObject({ pending: 51, postponed: 0 });
  });

  test("go with what works on them, one or all", async () => {
    const id = await queue("Cleared");
    const [a, b] = [await one(id), await one(id)];
    await add(id, { title: "Third", labels: [{ value: "kept" }] });
    const [first, second] = [await runOn(a, id), await runOn(b, id)];
    expect(await service.ok(deleteCase, { params: { case_id: a } }, { as: "member" })).toEqual({
      success: true,
      interruptedRunIds: [first],
    });
    await service.fails(getCase, { params: { case_id: a } }, "not_found");
    expect(await service.ok(clearQueueCases, of(id), { as: "manager" })).toEqual({
      success: true,
      deletedCount: 2,
      interruptedRunIds: [second],
    });
    expect([await statusOfRun(first), await statusOfRun(second)]).toEqual(["interrupted", "interrupted"]);
    expect(Object.values(await counts(id)).every((n) => n === 0)).toBe(true);
    expect((await service.ok(listQueueLabels, of(id))).labels).toMatchObject([{ value: "kept", case_count: 0 }]);
    await service.fails(clearQueueCases, of(id), "forbidden", { as: "member" });
  });

  test("count in their queue at every change, however many change it at once", async () => {
    const id = await queue("Counted");
    const made = await add(id, ...Array.from({ length: 20 }, (_, i) => ({ title: `Case ${i}` })));
    await Promise.all(
      made.flatMap(({ id: case_id }) =>
        (["completed", "failed"] as const).map((status) => service.ok(updateCase, { params: { case_id }, body: { status } })),
      ),
    );
    const { rows } = await service.pool.query("select state, count(*)::int as n from cases where queue_id = $1 group by state", [id]);
    const { queues } = await service.ok(listQueues, { params: { teamId: service.teamId }, query: { search: "Counted" } });
    const stored = Object.fromEntries(rows.map((row) => [row.state, row.n]));
    expect(queues[0]?.case_counts).toMatchObject({ pending: 0, completed: 0, failed: 0, ...stored });
    expect(rows.reduce((sum, row) => sum + row.n, 0)).toBe(20);
  });
});

test("a case with a word of a later version is left out of a page, whoever wrote its JSON, and the others stay", async () => {
  const id = await queue("Read by two versions");
  const [early, later] = await add(id, { title: "Early" }, { title: "Later" });
  // What no version of today calls a priority.
  await service.pool.query("update cases set priority = 3 where id = $1", [later?.id]);
  expect(await titles(id, {})).toEqual(["Early"]);
  expect((await service.ok(searchCases, { ...of(id), body: {} })).cases.map((c) => c.id)).toEqual([early?.id]);
  expect((await service.ok(searchCases, { ...of(id), body: { search: "early" } })).cases.map((c) => c.id)).toEqual([early?.id]);
  expect((await service.ok(searchCases, { ...of(id), body: { search: "later" } })).cases).toEqual([]);
});

describe("labels of a case", () => {
  test("are assigned, listed, and taken off by label or with the label", async () => {
    const id = await queue("Labelled");
    const params = { queue_id: id, case_id: await one(id) };
    const labels = [{ key: "month", value: "May" }, { value: "urgent" }];
    const assigned = await service.ok(assignCaseLabels, { params, body: { labels: [...labels, ...labels] } });
    expect(assigned.labels.map((l) => l.value)).toEqual(["urgent", "May"]);
    expect((await service.ok(listCaseLabels, { params, query: { limit: 1, offset: 1 } })).labels.map((l) => l.value)).toEqual(["May"]);
    const [urgent, may] = assigned.labels.map((l) => l.id);
    const filters = { labels: { month: ["May"] } };
    expect((await service.ok(searchCases, { ...of(id), body: { filters } })).total).toBe(1);
    await service.ok(unlinkCaseLabels, { params, body: { label_ids: [urgent ?? "", urgent ?? ""] } });
    expect((await read(params.case_id)).case.labels.map((l) => l.value)).toEqual(["May"]);
    await service.ok(deleteQueueLabel, { params: { queue_id: id, label_id: may ?? "" } });
    expect((await service.ok(listCaseLabels, { params })).labels).toEqual([]);
    expect((await service.ok(searchCases, { ...of(id), body: { filters } })).total).toBe(0);
    const elsewhere = { ...params, queue_id: await queue("Elsewhere") };
    await service.fails(listCaseLabels, { params: elsewhere }, "not_found");
    await service.fails(unlinkCaseLabels, { params: elsewhere, body: { label_ids: [absent] } }, "not_found");
    const unknown = await service.fails(unlinkCaseLabels, { params, body: { label_ids: [urgent ?? "", absent] } }, "not_found");
    expect(unknown.message).toContain(absent);
    await service.fails(assignCaseLabels, { params: elsewhere, body: { labels } }, "not_found");
  });

  test("are put on every case, whoever deletes or renames them meanwhile", async () => {
    const id = await queue("Contended labels");
    const values = ["a", "b", "c"];
    const labels = values.map((value) => ({ value }));
    const rounds = 12;
    const create = async () => {
      for (let i = 0; i < rounds; i++) {
        const { added_cases } = await service.ok(createCases, { ...of(id), body: { case: { title: "Labelled", labels } } });
        expect(added_cases[0]?.labels.map((l) => l.value)).toEqual(values);
      }
    };
    const creating = Promise.all([create(), create(), create(), create()]);
    let done = false;
    const statuses = new Set<number>();
    const disturb = async (rename: boolean) => {
      while (!done) {
        for (const { id: label_id } of (await service.ok(listQueueLabels, of(id))).labels) {
          const params = { queue_id: id, label_id };
          const answer = rename
            ? await service.call(updateQueueLabel, { params, body: { value: newId() } })
            : await service.call(deleteQueueLabel, { params });
          statuses.add(answer.status);
        }
      }
    };
    const disturbing = Promise.all([disturb(false), disturb(false), disturb(true)]);
    await Promise.all([creating.finally(() => (done = true)), disturbing]);
    expect([...statuses].filter((status) => status !== 200 && status !== 404)).toEqual([]);
    expect((await service.ok(listCases, of(id))).total).toBe(4 * rounds);
  });
});
