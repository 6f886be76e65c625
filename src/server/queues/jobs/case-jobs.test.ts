import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type CaseAct,
  type CaseJob,
  abortCaseJob,
  getCaseJob,
  listCaseJobItems,
  listCaseJobs,
  resumeCaseJob,
  startCaseJob,
} from "#contract/queues/case-jobs.ts";
import { deleteCase, updateCase } from "#contract/queues/cases.ts";
import { getQueue } from "#contract/queues/queues.ts";
import { consumerOf } from "#server/gates/stage/cases.ts";
import { stageFor } from "#server/gates/stage/stage.ts";
import { agentWith, scripted } from "#server/testing/agents.ts";
import { addCases, caseOf, queueIn } from "#server/testing/cases.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const absent = "00000000-0000-7000-8000-000000000000";
const of = (queue_id: string) => ({ params: { queue_id } });
const at = ({ queue_id, id: job_id }: CaseJob) => ({ params: { queue_id, job_id } });
const complete: CaseAct = { kind: "status", status: "completed" };
const counts = async (id: string) => (await service.ok(getQueue, of(id))).queue.case_counts;

/** A queue of so many cases called 1, 2, 3… */
async function queueOf(count: number): Promise<{ id: string; cases: string[] }> {
  const id = await queueIn(service);
  const cases: string[] = [];
  for (let from = 0; from < count; from += 100)
    cases.push(
      ...(await addCases(service, id, ...Array.from({ length: Math.min(100, count - from) }, (_, i) => ({ title: `${from + i + 1}` })))),
    );
  return { id, cases };
}
async function start(queueId: string, act: CaseAct, case_ids?: string[]): Promise<CaseJob> {
  const body = { act, ...(case_ids ? { case_ids } : { all_matching: true }) };
  return (await service.ok(startCaseJob, { ...of(queueId), body })).job;
}
/** How many statements like this one wait for a lock. */
const waiting = async (statement: string) =>
  (
    await service.pool.query(
      "select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and query like $1",
      [statement],
    )
  ).rows[0].n;
async function ended(job: CaseJob): Promise<CaseJob> {
  for (;;) {
    const { job: now } = await service.ok(getCaseJob, at(job));
    expect(now.counts.done + now.counts.skipped + now.counts.failed + now.counts.left).toBe(now.total);
    if (now.status !== "running") return now;
    await sleep(10);
  }
}
test("a job does what was asked for to every case, and says of each what became of it", async () => {
  const { id, cases } = await queueOf(600);
  const [first = "", second = ""] = cases;
  await service.ok(deleteCase, { params: { case_id: second } });
  const job = await ended(await start(id, complete, [...cases, absent, first.toUpperCase()]));
  expect(job).toMatchObject({
    status: "done",
    total: 601,
    counts: { done: 599, skipped: 2, failed: 0, left: 0 },
    act: complete,
    error: null,
  });
  expect(await counts(id)).toMatchObject({ pending: 0, completed: 599 });
  const skipped = await service.ok(listCaseJobItems, { ...at(job), query: { outcome: "skipped" } });
  expect(skipped.items.map((item) => [item.case_id, item.reason])).toEqual([
    [second, "not_in_queue"],
    [absent, "not_in_queue"],
  ]);
  // All that fit, in portions; each case is told of once.
  const again = await ended(await start(id, { kind: "priority", priority: "high" }));
  expect(again.counts).toEqual({ done: 599, skipped: 0, failed: 0, left: 0 });
  expect((await ended(await start(id, complete))).counts).toEqual({ done: 0, skipped: 599, failed: 0, left: 0 });
  expect((await caseOf(service, first)).events.map((event) => event.type)).toEqual(["created", "status_changed", "updated"]);
  const places: string[] = [];
  for (let after: number | undefined; ;) {
    const page = await service.ok(listCaseJobItems, { ...at(again), query: { limit: 100, ...(after && { after }) } });
    places.push(...page.items.map((item) => item.title));
    if (page.next === null) break;
    after = page.next;
  }
  expect(places).toEqual(cases.filter((one) => one !== second).map((one) => `${cases.indexOf(one) + 1}`));
  const { jobs, total } = await service.ok(listCaseJobs, { ...of(id), query: { limit: 2 } });
  expect([total, jobs.map((one) => one.counts.skipped)]).toEqual([3, [599, 0]]);
  expect((await ended(await start(id, { kind: "delete" }))).counts.done).toBe(599);
  expect(await ended(await start(id, { kind: "delete" }))).toMatchObject({ status: "done", total: 0 });
});

test("a job that is ended says what it left, and goes on there when it is taken up again", async () => {
  const { id, cases } = await queueOf(900);
  // Something holds up a case of the third portion, for as long as it takes to end the job there.
  const holder = await service.pool.connect();
  await holder.query(`create function hold_case() returns trigger language plpgsql as $$ begin
    if new.id = '${cases[599]}' then perform set_config('lock_timeout', '0', true), pg_advisory_xact_lock(4712); end if; return new; end $$;
    create trigger hold_case before update on cases for each row execute function hold_case()`);
  await holder.query("select pg_advisory_lock(4712)");
  const job = await start(id, complete);
  await expect.poll(async () => (await service.ok(getCaseJob, at(job))).job.counts).toMatchObject({ done: 500, left: 400 });
  const held = async () => (await service.pool.query("select 1 from pg_locks where objid = 4712 and not granted")).rowCount;
  await expect.poll(held).toBe(1);
  const aborting = service.ok(abortCaseJob, at(job));
  await expect.poll(() => waiting("%pg_advisory_xact_lock%")).toBe(1);
  await holder.query("select pg_advisory_unlock(4712)");
  holder.release();
  const { job: aborted } = await aborting;
  expect(aborted).toMatchObject({ status: "aborted", counts: { done: 750, skipped: 0, failed: 0, left: 150 } });
  await service.pool.query("drop trigger hold_case on cases");
  expect(await counts(id)).toMatchObject({ pending: 150, completed: 750 });
  // The same to a job that has ended means nothing.
  expect((await service.ok(abortCaseJob, at(job))).job).toEqual(aborted);
  await service.fails(abortCaseJob, { ...at(job) }, "forbidden", { as: "member" });
  await service.fails(resumeCaseJob, { ...at(job) }, "forbidden", { as: "member" });
  expect((await service.ok(resumeCaseJob, at(job), { as: "manager" })).job.status).toBe("running");
  expect(await ended(job)).toMatchObject({ status: "done", counts: { done: 900, left: 0 } });
  expect(await counts(id)).toMatchObject({ pending: 0, completed: 900 });
  expect((await service.ok(resumeCaseJob, at(job))).job.status).toBe("done");
});

test("a portion that is cut off in its middle is done once, by whoever goes on", async () => {
  const { id, cases } = await queueOf(400);
  const other = await service.pool.connect();
  await other.query("begin");
  await other.query("select 1 from cases where id = $1 for update", [cases[399]]);
  const job = await start(id, complete);
  await expect.poll(() => waiting("%cases c%for update%")).toBe(1);
  const cut = `select pg_cancel_backend(pid) from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database() and query like '%cases c%for update%'`;
  await service.pool.query(cut);
  await other.query("commit");
  other.release();
  expect(await ended(job)).toMatchObject({ status: "done", counts: { done: 400, skipped: 0, failed: 0, left: 0 } });
  expect(await counts(id)).toMatchObject({ pending: 0, completed: 400 });
  expect((await caseOf(service, cases[399] ?? "")).events.map((event) => event.type)).toEqual(["created", "status_changed"]);
});

test("one case that the store refuses fails alone, with its reason, and can be tried again", async () => {
  const { id, cases } = await queueOf(5);
  await service.pool.query(`create function refuse_case() returns trigger language plpgsql as $$ begin
    if new.id = '${cases[2]}' and new.state = 'completed' then raise exception 'no'; end if; return new; end $$;
    create trigger refuse_case before update on cases for each row execute function refuse_case()`);
  const job = await ended(await start(id, complete));
  expect(job).toMatchObject({ status: "done", counts: { done: 4, skipped: 0, failed: 1, left: 0 } });
  const { items } = await service.ok(listCaseJobItems, { ...at(job), query: { outcome: "failed" } });
  expect(items).toEqual([{ case_id: cases[2], title: "3", line: null, outcome: "failed", reason: "refused", issues: [] }]);
  await service.pool.query("drop trigger refuse_case on cases");
  await service.ok(resumeCaseJob, at(job));
  expect((await ended(job)).counts).toEqual({ done: 5, skipped: 0, failed: 0, left: 0 });
});

test("a job that fails again and again holds up no other, and its case fails in the end", async () => {
  const [bad, good] = [await queueOf(1), await queueOf(2)];
  await service.pool.query(`create function fail_case() returns trigger language plpgsql as $$ begin
    if new.queue_id = '${bad.id}' and new.state = 'completed' then raise exception 'again' using errcode = '40001'; end if; return new; end $$;
    create trigger fail_case before update on cases for each row execute function fail_case()`);
  const failing = await start(bad.id, complete);
  const failures = async () => (await service.pool.query("select failures from case_jobs where id = $1", [failing.id])).rows[0].failures;
  await expect.poll(failures).toBeGreaterThan(0);
  expect(await ended(await start(good.id, complete))).toMatchObject({ status: "done", counts: { done: 2 } });
  await service.pool.query("update case_jobs set failures = 4, turn_at = now() where id = $1", [failing.id]);
  expect(await ended(failing)).toMatchObject({ status: "done", counts: { done: 0, failed: 1 } });
  await service.pool.query("drop trigger fail_case on cases");
  await service.ok(resumeCaseJob, at(failing));
  expect((await ended(failing)).counts).toEqual({ done: 1, skipped: 0, failed: 0, left: 0 });
});

test("cases are given to an agent as long as it takes any, and runs that had them are stopped", async () => {
  const { queue_id, agent_id } = await consumerOf(stageFor(service));
  const cases = await addCases(service, queue_id, { title: "A" }, { title: "B" });
  const give: CaseAct = { kind: "reprocess", agent_id };
  const job = await ended(await start(queue_id, give));
  expect(job).toMatchObject({ status: "done", counts: { done: 2 }, agent_name: expect.any(String) });
  await expect.poll(async () => (await caseOf(service, cases[0] ?? "")).case.agent_run_status).not.toBeNull();
  const stopping = await ended(await start(queue_id, { kind: "delete" }));
  expect(stopping).toMatchObject({ status: "done", counts: { done: 2 }, interrupted_run_count: 2 });
  const other = await agentWith(service, scripted("say Hello"));
  const body = { act: { kind: "reprocess" as const, agent_id: other.id }, all_matching: true };
  await service.fails(startCaseJob, { ...of(queue_id), body }, "not_a_consumer");
});

test("while the items of a job are written, cases of its queue are edited", async () => {
  const { id, cases } = await queueOf(2);
  const holder = await service.pool.connect();
  try {
    await holder.query(`create function hold_items() returns trigger language plpgsql as $$ begin
      perform set_config('lock_timeout', '0', true), pg_advisory_xact_lock(4711); return null; end $$;
      create trigger hold_items before insert on case_job_items execute function hold_items()`);
    await holder.query("select pg_advisory_lock(4711)");
    const starting = start(id, complete);
    await expect.poll(() => waiting("%case_job_items%")).toBe(1);
    await service.ok(updateCase, { params: { case_id: cases[0] ?? "" }, body: { title: "Edited" } });
    await holder.query("select pg_advisory_unlock(4711)");
    expect((await ended(await starting)).counts).toEqual({ done: 2, skipped: 0, failed: 0, left: 0 });
  } finally {
    await holder.query("select pg_advisory_unlock_all()");
    await holder.query("drop trigger hold_items on case_job_items");
    holder.release();
  }
});

test("a queue has room for twenty jobs at work", async () => {
  const { id } = await queueOf(1);
  const job = await start(id, complete);
  await ended(job);
  await service.pool.query(
    `insert into case_jobs (id, queue_id, act, status, total, turn_at)
     select gen_random_uuid(), $1, '{"kind":"delete"}', 'running', 1, 'infinity' from generate_series(1, 20)`,
    [id],
  );
  await service.pool.query("update case_jobs set status = 'aborted', done = 0 where id = $1", [job.id]);
  const answers = await Promise.all([
    service.fails(startCaseJob, { ...of(id), body: { act: complete, all_matching: true } }, "too_many"),
    service.fails(resumeCaseJob, at(job), "too_many"),
  ]);
  expect(answers[0].message).toContain("20 jobs");
  await service.pool.query("delete from case_jobs where queue_id = $1", [id]);
});
