import { expect } from "vitest";
import { getCaseJob, listCaseJobItems, startCaseJob } from "#contract/queues/case-jobs.ts";
import { startCaseImport } from "#contract/queues/case-imports.ts";
import { createCases, listCases } from "#contract/queues/cases.ts";
import { replaceQueueJsonSchema } from "#contract/queues/queue-json-schema.ts";
import { createQueue, getQueue } from "#contract/queues/queues.ts";
import { listMyTeams } from "#contract/teams/profile.ts";
import { crashable } from "./crashable.ts";

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

/** As {@link crashJobs}, for one import of `count` rows, of which every tenth is refused: each other one has to become a case once. */
export async function crashImport(kills: number, count: number): Promise<void> {
  const service = await crashable();
  try {
    const teamId = (await service.call(listMyTeams, {})).teams[0]?.id ?? "";
    const { queue } = await service.call(createQueue, { params: { teamId }, body: { name: "Refunds" } });
    const params = { queue_id: queue.id };
    const schema = { type: "object", properties: { amount: { type: "number", maximum: 8 } }, additionalProperties: false } as const;
    await service.call(replaceQueueJsonSchema, { params, body: { schema, change_summary: "What we refund" } });
    const rows = Array.from({ length: count }, (_, i) => ({
      line: i + 2,
      cells: [`Refund ${i}`, `${i % 10}`],
      case: { title: `Refund ${i}`, data: `{"amount": ${i % 10}}` },
    }));
    const body = { file_name: "refunds.csv", header: ["title", "amount"], rows };
    const { job } = await service.call(startCaseImport, { params, body });
    const at = { params: { ...params, job_id: job.id } };
    const now = async () => (await service.call(getCaseJob, at)).job;
    for (let kill = 0; kill < kills; kill += 1) {
      const due = (count * (kill + 1)) / (kills + 2);
      await expect.poll(async () => count - (await now()).counts.left, { interval: 5, timeout: 60_000 }).toBeGreaterThan(due);
      await service.killAndRestart();
    }
    await expect.poll(async () => (await now()).status, { timeout: 60_000 }).toBe("done");
    expect((await now()).counts).toEqual({ done: count * 0.9, skipped: 0, failed: count * 0.1, left: 0 });
    const titles: string[] = [];
    for (let after: string | undefined; ;) {
      const query = { limit: 100, sort_order: "asc", ...(after === undefined ? {} : { after }) } as const;
      const page = await service.call(listCases, { params, query });
      titles.push(...page.cases.map((one) => one.title));
      if (page.next === null) break;
      after = page.next;
    }
    expect(titles).toEqual(rows.filter((_, i) => i % 10 !== 9).map((row) => row.case.title));
  } finally {
    await service.close();
  }
}
