import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listNotifications } from "#contract/notifications/notifications.ts";
import { type ImportedRow, listRefusedRows, previewCaseImport, startCaseImport } from "#contract/queues/case-imports.ts";
import { type CaseJob, abortCaseJob, getCaseJob, listCaseJobItems, resumeCaseJob } from "#contract/queues/case-jobs.ts";
import { createAgentCaseTrigger } from "#contract/queues/case-triggers.ts";
import type { CaseSchema } from "#contract/queues/case-schema.ts";
import { listCases } from "#contract/queues/cases.ts";
import { createQueueLabel, maxQueueLabels } from "#contract/queues/labels.ts";
import { replaceQueueJsonSchema, updateQueueJsonSchemaSettings } from "#contract/queues/queue-json-schema.ts";
import { consumerOf } from "#server/gates/stage/cases.ts";
import { stageFor } from "#server/gates/stage/stage.ts";
import { scripted } from "#server/testing/agents.ts";
import { caseOf, queueIn } from "#server/testing/cases.ts";
import { getQueue } from "#contract/queues/queues.ts";
import { comes } from "#server/testing/patience/comes.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const of = (queue_id: string) => ({ params: { queue_id } });
const at = ({ queue_id, id: job_id }: CaseJob) => ({ params: { queue_id, job_id } });
const row = (line: number, data?: string): ImportedRow => ({
  line,
  cells: [`Bill ${line}`, data ?? ""],
  case: { title: `Bill ${line}`, ...(data === undefined ? {} : { data }) },
});
const rowsFrom = (first: number, count: number) => Array.from({ length: count }, (_, i) => row(first + i));
const start = async (queue: string, rows: ImportedRow[]) =>
  (await service.ok(startCaseImport, { ...of(queue), body: { file_name: "bills.csv", header: ["title", "data"], rows } })).job;
async function ended(job: CaseJob): Promise<CaseJob> {
  for (;;) {
    const { job: now } = await service.ok(getCaseJob, at(job));
    const { done, skipped, failed, left } = now.counts;
    expect(done + skipped + failed + left).toBe(now.total);
    if (now.status !== "running") return now;
    await sleep(10);
  }
}
const titlesIn = async (queue: string) => {
  const { rows } = await service.pool.query("select title from cases where queue_id = $1 order by created_at, id", [queue]);
  return rows.map((one: { title: string }) => one.title);
};
const refusedOf = async (job: CaseJob, query = {}) => service.ok(listRefusedRows, { ...at(job), query });
/** Somebody else makes a label of the queue and has not said yet whether it stays: whoever needs it waits, for as long as it takes to look. */
async function holdingLabel(queue: string, value: string) {
  await service.pool.query(`create or replace function wait_for_label() returns trigger language plpgsql as $$ begin
    perform set_config('lock_timeout', '0', true); return new; end $$;
    create or replace trigger wait_for_label before insert on queue_labels for each row execute function wait_for_label()`);
  const other = await service.pool.connect();
  await other.query("begin");
  await other.query("insert into queue_labels (id, queue_id, key, value, color_hue) values (gen_random_uuid(), $1, '', $2, 0)", [
    queue,
    value,
  ]);
  return async () => {
    await other.query("commit");
    other.release();
  };
}
/** Connections whose statement, one like this, waits for a lock. */
async function waiting(statement: string): Promise<number[]> {
  const { rows } = await service.pool.query(
    "select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and query like $1",
    [statement],
  );
  return rows.map(({ pid }: { pid: number }) => pid);
}
const labelled = (line: number, value: string): ImportedRow => ({
  line,
  cells: [`Bill ${line}`, value],
  case: { title: `Bill ${line}`, labels: [{ value }] },
});

const schema: CaseSchema = {
  type: "object",
  properties: { amount: { type: "number", maximum: 100 }, lines: { type: "array", items: { type: "string", pattern: "^[A-Z]+$" } } },
  required: ["amount"],
  additionalProperties: false,
};

test("what an import would double is told before: the same rows, whoever imported them, and titles that wait", async () => {
  const queue = await queueIn(service);
  const rows = [...rowsFrom(2, 3), { line: 5, cells: ["", ""], refused: [{ path: ["title"], message: "Enter a title" }] }];
  const body = { header: ["title", "data"], rows: rows.map(({ cells }) => [...cells]), titles: ["Bill 2", "Bill 3", "Bill 4"] };
  const told = (given: typeof body, into = queue) => service.ok(previewCaseImport, { ...of(into), body: given });
  const nothing = { earlier: null, waiting_titles: 0 };
  expect(await told(body)).toEqual(nothing);
  const job = await ended(await start(queue, rows));
  const { rows: made } = await service.pool.query(
    "select distinct e.type, e.reason from case_events e join cases c on c.id = e.case_id where c.queue_id = $1",
    [queue],
  );
  expect(made).toEqual([{ type: "created", reason: "from bills.csv" }]);
  const earlier = { job_id: job.id, file_name: "bills.csv", started_by_name: job.started_by_name, created_at: job.created_at };
  expect(await told(body)).toEqual({ earlier: { ...earlier, is_running: false, added: 3 }, waiting_titles: 3 });
  await service.pool.query("update cases set state = 'completed', completed_at = now() where queue_id = $1 and title = 'Bill 2'", [queue]);
  const rest = { ...body, rows: [["", "mended"]], titles: ["Bill 2", "Bill 3", "Bill 3", "bill 4"] };
  expect(await told(rest)).toEqual({ earlier: null, waiting_titles: 2 });
  expect(await told(body, await queueIn(service))).toEqual(nothing);
  // Of an import that added nothing there is nothing to double.
  const refused = await queueIn(service);
  await ended(await start(refused, rows.slice(3)));
  expect(await told({ ...body, rows: [["", ""]], titles: [] }, refused)).toEqual(nothing);
});

test("the history of a case leads to its import for as long as that is there", async () => {
  const queue = await queueIn(service);
  const job = await ended(await start(queue, rowsFrom(2, 1)));
  const { items } = await service.ok(listCaseJobItems, { ...at(job), query: { outcome: "done" } });
  const imports = async () => (await caseOf(service, items[0]?.case_id ?? "")).events.map(({ import_job_id }) => import_job_id);
  expect(await imports()).toEqual([job.id]);
  await service.pool.query("delete from case_jobs where id = $1", [job.id]);
  expect(await imports()).toEqual([null]);
});

test("every row of a file becomes a case, in its order, or is refused alone with the place and the reason", async () => {
  const queue = await queueIn(service);
  const body = { schema, change_summary: "What we pay" };
  await service.ok(replaceQueueJsonSchema, { ...of(queue), body });
  await service.ok(updateQueueJsonSchemaSettings, { ...of(queue), body: { guarded: true } });
  const unread: ImportedRow = {
    line: 3,
    cells: ["=SUM(A1)"],
    quoted: [0],
    refused: [{ path: [], message: "It has 1 field, the header has 2" }],
  };
  const misfit = row(205, '{"amount": 101, "lines": ["A", "b"]}');
  // More of them than one check of many would tell of.
  const plain = rowsFrom(300, 60);
  const fitting = Array.from({ length: 250 }, (_, i) => row(1000 + i, `{"amount": ${i % 100}}`));
  const job = await ended(await start(queue, [unread, ...fitting.slice(0, 130), misfit, ...plain, ...fitting.slice(130)]));
  expect(job).toMatchObject({ status: "done", total: 312, counts: { done: 250, skipped: 0, failed: 62, left: 0 } });
  expect(job.act).toEqual({ kind: "import", file_name: "bills.csv" });
  const told = await comes("the notification of the import", async () => {
    const query = { type: "background_job", limit: 100 } as const;
    const { notifications } = await service.ok(listNotifications, { params: { teamId: service.teamId }, query });
    return notifications.find((one) => one.queue_id === queue && one.body?.startsWith("250"));
  });
  expect(told.title).toMatch(/^Import of “bills.csv” in “.+” is done$/);
  expect(told.body).toBe("250 cases added, 62 rows refused.");
  expect(await titlesIn(queue)).toEqual(fitting.map((one) => one.case?.title));

  const { header, rows, next } = await refusedOf(job, { limit: 2 });
  expect(header).toEqual(["title", "data"]);
  expect(rows).toEqual([
    { line: 3, cells: unread.cells, quoted: [0], issues: unread.refused },
    {
      line: 205,
      cells: misfit.cells,
      issues: [
        { path: ["data", "amount"], message: "Use 100 or less" },
        { path: ["data", "lines", "1"], message: "Use a text of the form ^[A-Z]+$" },
      ],
    },
  ]);
  const rest = await refusedOf(job, { limit: 500, after: next });
  expect([rest.rows.map(({ line }) => line), rest.next]).toEqual([plain.map(({ line }) => line), null]);
  expect(rest.rows[0]?.issues).toEqual([{ path: ["data"], message: expect.stringContaining("requires fields") }]);

  const added = await service.ok(listCaseJobItems, { ...at(job), query: { outcome: "done", limit: 1 } });
  expect(added.items).toEqual([{ case_id: expect.any(String), title: "Bill 1000", line: 1000, outcome: "done", reason: null, issues: [] }]);
  expect((await caseOf(service, added.items[0]?.case_id ?? "")).events.map(({ type }) => type)).toEqual(["created"]);
  const failed = await service.ok(listCaseJobItems, { ...at(job), query: { outcome: "failed", limit: 1 } });
  expect(failed.items).toEqual([{ case_id: null, title: "=SUM(A1)", line: 3, outcome: "failed", reason: "unfit", issues: unread.refused }]);
  // What was refused stays so, and what became a case is not kept twice.
  expect((await service.ok(resumeCaseJob, at(job))).job).toMatchObject({ status: "done", counts: { done: 250, failed: 62 } });
  const kept = await service.pool.query("select count(*)::int as n from case_import_rows where job_id = $1", [job.id]);
  expect(kept.rows[0].n).toBe(62);
  // Nothing but refused rows is done at once.
  expect(await start(queue, [unread])).toMatchObject({ status: "done", counts: { failed: 1 }, ended_at: expect.any(String) });
});

test("a guarded queue without a schema takes no import, and one that begins to be guarded stops it until it has one", async () => {
  const queue = await queueIn(service);
  const guard = (guarded: boolean) => service.ok(updateQueueJsonSchemaSettings, { ...of(queue), body: { guarded } });
  await guard(true);
  const body = { file_name: "bills.csv", header: ["title"], rows: [row(2)] };
  await service.fails(startCaseImport, { ...of(queue), body }, "no_schema");
  await guard(false);
  const release = await holdingLabel(queue, "held");
  const job = await start(queue, [...rowsFrom(2, 99), labelled(101, "held"), row(102, '{"amount": 1}')]);
  await expect.poll(() => waiting("%queue_labels%")).toHaveLength(1);
  const aborting = service.ok(abortCaseJob, at(job));
  await expect.poll(() => waiting("%pg_advisory_xact_lock%")).toHaveLength(1);
  await release();
  expect((await aborting).job).toMatchObject({ status: "aborted", counts: { done: 100, left: 1 } });
  await guard(true);
  await service.ok(resumeCaseJob, at(job));
  const stopped = { status: "failed", counts: { done: 100, left: 1 }, error: expect.stringContaining("requires fields") };
  expect(await ended(job)).toMatchObject(stopped);
  await service.ok(replaceQueueJsonSchema, { ...of(queue), body: { schema, change_summary: "What we pay" } });
  await service.ok(resumeCaseJob, at(job));
  expect(await ended(job)).toMatchObject({ status: "done", counts: { done: 101, left: 0 }, error: null });
});

test("a portion that is cut off in its middle adds each of its rows once, and one that is ended goes on behind the last", async () => {
  const queue = await queueIn(service);
  const release = await holdingLabel(queue, "held");
  const rows = [...rowsFrom(2, 199), labelled(201, "held"), ...rowsFrom(202, 50)];
  const job = await start(queue, rows);
  await expect.poll(() => waiting("%queue_labels%")).toHaveLength(1);
  expect((await service.ok(getCaseJob, at(job))).job.counts).toMatchObject({ done: 100, left: 150 });
  await service.pool.query("select pg_cancel_backend($1)", await waiting("%queue_labels%"));
  // The portion is taken apart: the rows before the one that waits are done.
  await expect.poll(async () => (await service.ok(getCaseJob, at(job))).job.counts.done).toBe(190);
  await expect.poll(() => waiting("%queue_labels%")).toHaveLength(1);
  const aborting = service.ok(abortCaseJob, at(job));
  await expect.poll(() => waiting("%pg_advisory_xact_lock%")).toHaveLength(1);
  await release();
  const { job: aborted } = await aborting;
  expect(aborted.status).toBe("aborted");
  await service.ok(resumeCaseJob, at(job));
  expect(await ended(job)).toMatchObject({ status: "done", counts: { done: 250, failed: 0, left: 0 } });
  expect(await titlesIn(queue)).toEqual(rows.map((one) => one.case?.title));
});

test("a row whose label the queue has no room for is refused alone", async () => {
  const queue = await queueIn(service);
  await service.ok(createQueueLabel, { ...of(queue), body: { value: "known" } });
  await service.pool.query(
    `insert into queue_labels (id, queue_id, key, value, color_hue)
     select gen_random_uuid(), $1, '', 'label ' || n, 0 from generate_series(2, $2::int) n`,
    [queue, maxQueueLabels],
  );
  const job = await ended(await start(queue, [labelled(2, "known"), labelled(3, "new"), labelled(4, "known")]));
  expect(job).toMatchObject({ status: "done", counts: { done: 2, failed: 1 } });
  expect((await refusedOf(job)).rows).toEqual([
    { line: 3, cells: ["Bill 3", "new"], issues: [{ path: ["labels"], message: expect.stringContaining("has room for") }] },
  ]);
  expect((await service.ok(listCases, { ...of(queue), query: { limit: 10 } })).cases.map((one) => one.title)).toEqual(["Bill 4", "Bill 2"]);
});

test("agents take what is added while the import goes on", async () => {
  const config = scripted("call claim_case {}", "call complete_case {}");
  const { queue_id, agent_id } = await consumerOf(stageFor(service), config);
  await service.ok(createAgentCaseTrigger, { params: { agent_id }, body: { case_queue_id: queue_id, enabled: true, concurrency: 1 } });
  const release = await holdingLabel(queue_id, "held");
  const job = await start(queue_id, [...rowsFrom(2, 100), labelled(102, "held")]);
  const completed = async () => (await service.ok(getQueue, of(queue_id))).queue.case_counts.completed;
  await expect.poll(completed).toBeGreaterThan(0);
  expect((await service.ok(getCaseJob, at(job))).job).toMatchObject({ status: "running", counts: { done: 100, left: 1 } });
  await release();
  expect(await ended(job)).toMatchObject({ status: "done", counts: { done: 101 } });
});

test("refused rows come in pages that are not too long to send, and a queue has room for twenty jobs at work", async () => {
  const queue = await queueIn(service);
  const long = "x".repeat(200_000);
  const rows = Array.from({ length: 22 }, (_, i): ImportedRow => ({
    line: i + 2,
    cells: [long],
    refused: [{ path: ["title"], message: "Use at most 500 characters" }],
  }));
  const job = await start(queue, rows);
  const first = await refusedOf(job, { limit: 500 });
  const rest = await refusedOf(job, { limit: 500, after: first.next });
  expect(first.rows.length).toBeLessThan(22);
  expect([...first.rows, ...rest.rows].map(({ line }) => line)).toEqual(rows.map(({ line }) => line));
  expect(rest.next).toBeNull();

  await service.pool.query(
    `insert into case_jobs (id, queue_id, act, status, total, turn_at)
     select gen_random_uuid(), $1, '{"kind":"delete"}', 'running', 1, 'infinity' from generate_series(1, 20)`,
    [queue],
  );
  const body = { file_name: "bills.csv", header: ["title"], rows: [row(2)] };
  await service.fails(startCaseImport, { ...of(queue), body }, "too_many");
  await service.pool.query("delete from case_jobs where queue_id = $1", [queue]);
});
