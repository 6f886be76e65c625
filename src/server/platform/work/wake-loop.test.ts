import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "drizzle-orm";
import { newId } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { createJobs } from "#server/engine/jobs/job-worker.ts";
import { statusJob } from "#server/queues/acts/set-status.ts";
import { caseJobs } from "#server/queues/jobs/case-job-kind.ts";
import { insertJob, itemsMatching } from "#server/queues/jobs/case-jobs.store.ts";
import { deletionJobs } from "#server/runs/jobs/deletion-jobs.ts";
import { teamJobs } from "#server/runs/jobs/team-job-kind.ts";
import { insertTeamJob } from "#server/runs/jobs/team-jobs.store.ts";
import { type BareStore, openBareStore } from "#server/testing/bare-store.ts";
import type { EngineServices } from "#server/engine/services.ts";
import { createWakeLoop } from "./wake-loop.ts";

let store: BareStore;
beforeAll(async () => {
  store = await openBareStore();
});
afterAll(() => store.close());

/** The services with a store whose first look at jobs takes until `goOn`. */
function withLongLook(): { services: EngineServices; looked: Promise<void>; goOn(): void } {
  const [looked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { db } = store.services.store;
  const slow = Object.create(db) as typeof db;
  slow.transaction = async (work) => {
    const result = await db.transaction(work);
    looked.resolve();
    await held.promise;
    return result;
  };
  const services = { ...store.services, store: { ...store.services.store, db: slow } } as EngineServices;
  return { services, looked: looked.promise, goOn: () => held.resolve() };
}

const kinds = {
  case_jobs: {
    create: (services: EngineServices) => createJobs(services, caseJobs, [statusJob]),
    async begin(db: Db): Promise<string> {
      const queueId = newId();
      await db.execute(sql`insert into queues (id, team_id, name) values (${queueId}, ${store.teamId}, 'Queue')`);
      await db.execute(
        sql`insert into cases (id, queue_id, title, data, state, priority) values (${newId()}, ${queueId}, 'Case', '', 'pending', 0)`,
      );
      const act = { kind: "status", status: "completed" } as const;
      return insertJob(db, queueId, act, store.ids.owner, itemsMatching(sql`c.queue_id = ${queueId}::uuid`));
    },
  },
  team_jobs: {
    create: (services: EngineServices) => createJobs(services, teamJobs, [deletionJobs.agent_deleted]),
    begin: (db: Db) =>
      insertTeamJob(db, {
        kind: "agent_deleted",
        stops_work: true,
        team_id: store.teamId,
        target_team_id: null,
        subject_id: newId(),
        subject_name: "Agent",
        agent_ids: [newId()],
        queue_ids: [],
        runs: 0,
        cases: 0,
        started_by: store.ids.owner,
      }),
  },
};

describe("a worker that is woken while it finds nothing to do", () => {
  it.each(["case_jobs", "team_jobs"] as const)("looks again: %s", async (table) => {
    const { create, begin } = kinds[table];
    const { services, looked, goOn } = withLongLook();
    const worker = create(services);
    worker.wake();
    await looked;
    const id = await store.services.store.db.transaction(begin);
    worker.wake();
    goOn();
    const status = async () =>
      (await store.pool.query<{ status: string }>(`select status from ${table} where id = $1`, [id])).rows[0]?.status;
    await expect.poll(status).toBe("done");
    await worker.close();
  });
});

describe("a loop of rounds", () => {
  it("leaves a failed round to the next wake-up, counts both, and ends with the round under way", async () => {
    const { services } = store;
    let rounds = 0;
    const last = Promise.withResolvers<void>();
    const loop = createWakeLoop(services, {
      name: "rounds",
      due: sql`true`,
      async round() {
        rounds += 1;
        if (rounds === 1) throw new Error("The store is away.");
        if (rounds === 3) await last.promise;
        return rounds === 2;
      },
    });
    const count = async (figure: string) =>
      Number(
        new RegExp(`^caseload_work_${figure}_total\\{work="rounds"\\} (\\d+)$`, "m").exec(await services.metrics.text())?.[1] ?? Number.NaN,
      );
    expect(await count("failures")).toBe(0);
    loop.wake();
    await expect.poll(() => count("failures")).toBe(1);
    loop.wake();
    await expect.poll(() => rounds).toBe(3);
    loop.wake();
    const closed = loop.close();
    last.resolve();
    await closed;
    loop.wake();
    expect([rounds, await count("rounds"), await count("failures")]).toEqual([3, 2, 1]);
  });
});
