import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAgentCaseTrigger } from "#contract/queues/case-triggers.ts";
import { type CaseJob, getCaseJob, listCaseJobItems, listCaseJobs } from "#contract/queues/case-jobs.ts";
import { clearQueueCases, listCases } from "#contract/queues/cases.ts";
import { newId } from "#server/platform/db/columns.ts";
import { agentWith, scripted } from "#server/testing/agents.ts";
import { addCases, agentOn, queueIn, storyOf } from "#server/testing/cases.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const of = (queue_id: string) => ({ params: { queue_id } });
const clear = (queueId: string) => service.ok(clearQueueCases, of(queueId));
const titles = async (queueId: string) => (await service.ok(listCases, of(queueId))).cases.map(({ title }) => title);
const jobsOf = async (queueId: string) => (await service.ok(listCaseJobs, of(queueId))).jobs;

/** So many copies of a case. Returns the id of the last that a job takes. */
async function copies(caseId: string, count: number): Promise<string> {
  const { rows } = await service.pool.query(
    `with more as (insert into cases (id, queue_id, title, data, state, priority)
       select gen_random_uuid(), queue_id, 'Copy', data, state, priority from cases, generate_series(1, $2::int) where id = $1 returning id, created_at)
     select id from more order by created_at desc, id desc limit 1`,
    [caseId, count],
  );
  return rows[0].id;
}

async function ended(queueId: string): Promise<CaseJob> {
  const [job] = await jobsOf(queueId);
  if (!job) throw new Error("There is no job.");
  for (;;) {
    const { job: now } = await service.ok(getCaseJob, { params: { queue_id: queueId, job_id: job.id } });
    const { done, skipped, failed, left } = now.counts;
    expect(done + skipped + failed + left).toBe(now.total);
    if (now.status !== "running") return now;
    await sleep(10);
  }
}

test("many cases are deleted by a job: nobody takes one of them meanwhile, and a case that comes later stays", async () => {
  const id = await queueIn(service);
  const [first = ""] = await addCases(service, id, { title: "First" });
  const last = await copies(first, 1200);
  const { id: agent, buildId } = await agentWith(service, scripted("say Hello"));
  const run = newId();
  await service.pool.query(
    `insert into runs (id, team_id, agent_id, build_id, user_id, status, source, title, run_number, case_queue_id, case_queue_item_id)
     values ($1, $2, $3, $4, $5, 'running', 'case_trigger', 'Case', 7, $6, $7)`,
    [run, service.teamId, agent, buildId, service.ids.owner, id, first],
  );
  await service.pool.query("update cases set state = 'in_progress', run_id = $2, claimed_at = now() where id = $1", [first, run]);
  const other = await service.pool.connect();
  await other.query("begin");
  await other.query("select from cases where id = $1 for update", [last]);

  expect(await clear(id)).toEqual({ success: true, deletedCount: 1201, interruptedRunIds: [run] });
  const worker = await agentOn(service, scripted("call claim_case {}", "call complete_case {}"), { consumes: [id] });
  await service.ok(createAgentCaseTrigger, { params: { agent_id: worker.id }, body: { case_queue_id: id, enabled: true } });
  const [later = ""] = await addCases(service, id, { title: "Later" });
  await expect
    .poll(async () => (await jobsOf(id))[0])
    .toMatchObject({ act: { kind: "clear" }, status: "running", total: 1201, counts: { done: 1000, left: 201 }, interrupted_run_count: 1 });
  // The process that does the fifth portion is lost in its middle.
  const stuck = "wait_event_type = 'Lock' and datname = current_database() and query like '%cases c%for update%'";
  await expect.poll(async () => (await service.pool.query(`select from pg_stat_activity where ${stuck}`)).rowCount).toBe(1);
  await service.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${stuck}`);
  await other.query("rollback");
  other.release();

  const job = await ended(id);
  expect(job).toMatchObject({ status: "done", counts: { done: 1201, skipped: 0, failed: 0 }, error: null });
  const { items } = await service.ok(listCaseJobItems, { params: { queue_id: id, job_id: job.id }, query: { limit: 2 } });
  expect(items.map(({ title, outcome }) => [title, outcome])).toEqual([
    ["First", "done"],
    ["Copy", "done"],
  ]);
  expect(await titles(id)).toEqual(["Later"]);
  await expect.poll(() => storyOf(service, later)).toEqual(["created", "claimed", "completed"]);
  const { rows } = await service.pool.query(
    "select case_title, status from runs where case_queue_id = $1 and id <> $2 union all select 'First', status from runs where id = $2",
    [id, run],
  );
  expect(rows).toMatchObject([{ case_title: "Later" }, { case_title: "First", status: "interrupted" }]);
});

test("a case that the store refuses to delete stays, is named, and holds no other one up", async () => {
  const id = await queueIn(service);
  const [first = ""] = await addCases(service, id, { title: "Kept" });
  await copies(first, 1100);
  await service.pool.query(`create function keep_case() returns trigger language plpgsql as $$ begin
    if old.id = '${first}' then raise exception 'no'; end if; return old; end $$;
    create trigger keep_case before delete on cases for each row execute function keep_case()`);
  await clear(id);
  const job = await ended(id);
  expect(job).toMatchObject({ status: "done", total: 1101, counts: { done: 1100, skipped: 0, failed: 1, left: 0 } });
  const { items } = await service.ok(listCaseJobItems, { params: { queue_id: id, job_id: job.id }, query: { outcome: "failed" } });
  expect(items).toMatchObject([{ case_id: first, title: "Kept", reason: "refused" }]);
  expect(await titles(id)).toEqual(["Kept"]);
  await service.pool.query("drop trigger keep_case on cases");
  expect(await clear(id)).toEqual({ success: true, deletedCount: 1, interruptedRunIds: [] });
});

test("a job more than a queue may have is refused, and few cases need none", async () => {
  const id = await queueIn(service);
  const [first = ""] = await addCases(service, id, { title: "First" });
  await service.pool.query(
    `insert into case_jobs (id, queue_id, act, status, total, turn_at)
     select gen_random_uuid(), $1, '{"kind": "delete"}', 'running', 1, now() + interval '1 day' from generate_series(1, 20)`,
    [id],
  );
  await copies(first, 1000);
  await service.fails(clearQueueCases, of(id), "too_many");
  expect((await service.ok(listCases, of(id))).total).toBe(1001);
  await service.pool.query("delete from cases where id = $1", [first]);
  expect(await clear(id)).toEqual({ success: true, deletedCount: 1000, interruptedRunIds: [] });
  expect(await jobsOf(id)).toHaveLength(20);
});
