import { randomUUID } from "node:crypto";
import { expect, patient } from "./expect.ts";
import { type CaseAct, type CaseJob, getCaseJob, startCaseJob } from "#contract/queues/case-jobs.ts";
import { createCases } from "#contract/queues/cases.ts";
import { createQueue } from "#contract/queues/queues.ts";
import type { Service } from "./service.ts";
import type { TeamWork } from "./team-work.ts";

/** Jobs of one queue, each as far as a job may come. */
export interface JobWork {
  readonly queue: string;
  readonly done: string;
  /** Done, with one case that the store refused. */
  readonly refused: string;
  readonly aborted: string;
  readonly running: string;
}

/** Jobs that came to an end, one that was ended early and one that stays at work. */
export async function workThroughJobs(team: TeamWork, service: Service): Promise<JobWork> {
  const body = { name: "Delivery notes", description: "Each is held against its order" };
  const { queue } = await team.call(createQueue, { params: { teamId: team.teamId }, body });
  const params = { queue_id: queue.id };
  const cases = Array.from({ length: 8 }, (_, at) => ({ title: `Delivery note ${118 + at}` }));
  await team.call(createCases, { params, body: { cases } });
  await service.query(`create function refuse_delivery_note() returns trigger language plpgsql as $$ begin
    if new.title = 'Delivery note 121' and new.state = 'completed' then raise exception 'refused'; end if; return new; end $$`);
  await service.query("create trigger refuse_delivery_note before update on cases for each row execute function refuse_delivery_note()");
  const run = async (act: CaseAct): Promise<CaseJob> => {
    const { job } = await team.call(startCaseJob, { params, body: { act, all_matching: true } });
    const at = { params: { ...params, job_id: job.id } };
    await expect(async () => expect((await team.call(getCaseJob, at)).job.status).toBe("done")).toPass({
      timeout: patient(),
      intervals: [50],
    });
    return job;
  };
  const done = await run({ kind: "priority", priority: "high" });
  const refused = await run({ kind: "status", status: "completed" });
  const aborted = await run({ kind: "priority", priority: "medium" });
  await leaveSome(service, aborted.id, "aborted");
  const running = await run({ kind: "priority", priority: "none" });
  await hold(service, running.id);
  await leaveSome(service, running.id, "running");
  return { queue: queue.id, done: done.id, refused: refused.id, aborted: aborted.id, running: running.id };
}

/** Puts a job back to where its first five cases were done: on its own it would not wait there to be looked at. */
async function leaveSome(service: Service, jobId: string, status: "aborted" | "running"): Promise<void> {
  await service.query("update case_job_items set outcome = 'left' where job_id = $1 and place > 5", [jobId]);
  await service.query("update case_jobs set done = 5, status = $2, ended_at = case when $2 = 'aborted' then ended_at end where id = $1", [
    jobId,
    status,
  ]);
}

/** Takes the job's turn as a worker does and keeps it, until the service ends and with it the session in the store. */
async function hold(service: Service, jobId: string): Promise<void> {
  const holder = randomUUID();
  service.query(`select pg_advisory_lock(hashtextextended('job ${jobId}', 0)), pg_sleep(3600) -- ${holder}`).catch(() => undefined);
  const held = `select 1 from pg_stat_activity where query like '%${holder}' and wait_event = 'PgSleep'`;
  await expect(async () => expect((await service.query(held)).rowCount).toBe(1)).toPass({ timeout: patient(), intervals: [50] });
}
