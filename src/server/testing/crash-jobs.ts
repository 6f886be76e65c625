import { expect } from "vitest";
import { getCaseJob, listCaseJobItems, startCaseJob } from "#contract/queues/case-jobs.ts";
import { createCases } from "#contract/queues/cases.ts";
import { createQueue, getQueue } from "#contract/queues/queues.ts";
import { listMyTeams } from "#contract/teams/profile.ts";
import { crashable } from "./crash.ts";

/**
 * Kills the service `kills` times while jobs change `count` cases, and checks that each case was changed once and counted once: one that
 * was changed and not noted would be passed over as unchanged, one that was noted and not changed would be missing in the queue.
 */
export async function crashJobs(kills: number, count: number): Promise<void> {
  const service = await crashable();
  try {
    const teamId = (await service.call(listMyTeams, {})).teams[0]?.id ?? "";
    const { queue } = await service.call(createQueue, { params: { teamId }, body: { name: "Refunds" } });
    const params = { queue_id: queue.id };
    for (let from = 0; from < count; from += 100) {
      const cases = Array.from({ length: 100 }, (_, i) => ({ title: `Refund ${from + i}` }));
      await service.call(createCases, { params, body: { cases } });
    }
    for (const [kill, status] of Array.from({ length: kills }, (_, i) => [i, i % 2 ? "failed" : "completed"] as const)) {
      const { job } = await service.call(startCaseJob, { params, body: { act: { kind: "status", status }, all_matching: true } });
      const at = { params: { ...params, job_id: job.id } };
      const now = async () => (await service.call(getCaseJob, at)).job;
      // Ever later on the way.
      await expect
        .poll(async () => (await now()).counts.done, { interval: 5, timeout: 30_000 })
        .toBeGreaterThan((count * kill) / (kills + 1));
      await service.killAndRestart();
      await expect.poll(async () => (await now()).status, { timeout: 60_000 }).toBe("done");
      expect((await now()).counts).toEqual({ done: count, skipped: 0, failed: 0, left: 0 });
      expect((await service.call(getQueue, { params })).queue.case_counts).toMatchObject({ [status]: count, pending: 0 });
      expect((await service.call(listCaseJobItems, { ...at, query: { outcome: "left" } })).items).toEqual([]);
    }
  } finally {
    await service.close();
  }
}
