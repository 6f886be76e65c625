import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { listMyTeams } from "#contract/teams/profile.ts";
import { getSampleWorkspace, loadSampleWorkspace, removeSampleWorkspace } from "#contract/teams/sample.ts";
import { createPool } from "#server/platform/db/pool.ts";
import { createDatabase, dropDatabase, urlOf } from "#server/testing/database.ts";
import { holdWrites } from "#server/testing/held-writes.ts";
import { comes } from "#server/testing/patience/comes.ts";
import { createDataDir, createServiceProcess } from "#server/testing/service-process.ts";

let stop: () => Promise<void>;
afterAll(() => stop());

async function start() {
  const connection = await createDatabase();
  const dataDir = await createDataDir();
  const service = await createServiceProcess({ DATA_DIR: dataDir, DATABASE_URL: urlOf(connection), LEDGER_URL: "" });
  await service.start();
  const pool = createPool({ ...connection, max: 3 });
  const writes = await holdWrites(pool, ["sample_parts", "queues", "files"]);
  stop = async () => {
    await service.end("SIGTERM");
    writes.close();
    await pool.end();
    await dropDatabase(connection);
    await rm(dataDir, { recursive: true, force: true });
  };
  const params = { teamId: (await service.call(listMyTeams, {})).teams[0]?.id ?? "" };
  const status = async () => (await service.call(getSampleWorkspace, { params })).status;
  return { service, pool, writes, params, status };
}

let at: Awaited<ReturnType<typeof start>>;
beforeAll(async () => void (at = await start()));

/** Kills the service in the n-th write from here on, and starts it again; false where the work ends before. */
async function killedAt(n: number, end: string): Promise<boolean> {
  const { service, pool, writes, status } = at;
  await writes.holdAt(n);
  const moment = await comes(
    "the moment to kill, or the end",
    async () => {
      if (await writes.held()) return "held";
      return (await status()) === end ? "over" : undefined;
    },
    { withinMs: 120_000 },
  );
  if (moment === "held") await service.end("SIGKILL");
  await writes.release();
  if (moment === "over") return false;
  // The next one does not have to wait until the dead one has been silent for a while.
  await pool.query("update workers set alive_until = now() where alive_until > now()");
  await service.start();
  return true;
}

it("goes on by itself where it was killed, and makes nothing twice", async () => {
  const { service, pool, params, status } = at;
  await service.call(loadSampleWorkspace, { params });
  // In the middle of what a thing and its note are written by, as they fall, until the load is over.
  let kills = 0;
  for (const n of [2, 7, 30, 12, 6, 5, 9, 11]) if (await killedAt(n, "loaded")) kills++;
  expect(kills).toBeGreaterThan(5);
  await comes("the end of the load", async () => (await status()) === "loaded" || undefined, { withinMs: 120_000 });
  const { rows } = await pool.query(
    `select (select count(*)::int from clarity_processes) as processes, (select count(*)::int from clarity_snapshots) as versions,
       (select count(*)::int from agents) as agents, (select count(*)::int from revisions) as revisions, (select count(*)::int from queues) as queues,
       (select count(*)::int from cases) as cases, (select count(*)::int from clarity_captures where status = 'complete') as captures,
       (select count(*)::int from runs where source <> 'case_trigger') as runs, (select count(*)::int from artifacts) as dashboards,
       (select count(*)::int from files where version > 1) as changed, (select count(*)::int from schedules) as schedules,
       (select count(*)::int from webhook_sources) as sources, (select count(*)::int from connections) as connections,
       (select count(*)::int from api_keys where name = 'Sample workspace') as keys`,
  );
  expect(rows).toEqual([
    {
      processes: 1,
      versions: 2,
      agents: 9,
      revisions: 11,
      queues: 2,
      cases: 36,
      captures: 3,
      runs: 7,
      dashboards: 3,
      changed: 0,
      schedules: 1,
      sources: 1,
      connections: 1,
      keys: 0,
    },
  ]);
});

it("is removed to the end, wherever that was killed", async () => {
  const { service, pool, params, status } = at;
  await service.call(removeSampleWorkspace, { params });
  for (const n of [1, 3, 8]) await killedAt(n, "absent");
  await comes("the end of the removal", async () => (await status()) === "absent" || undefined, { withinMs: 120_000 });
  const { rows } = await pool.query(
    `select (select count(*)::int from clarity_processes) as processes, (select count(*)::int from runs) as runs,
       (select count(*)::int from agents where deleted_at is null) as agents, (select count(*)::int from queues where deleted_at is null) as queues,
       (select count(*)::int from cases) as cases, (select count(*)::int from artifacts) as dashboards, (select count(*)::int from connections) as connections,
       (select count(*)::int from sample_parts) as parts`,
  );
  expect(rows).toEqual([{ processes: 0, runs: 0, agents: 0, queues: 0, cases: 0, dashboards: 0, connections: 0, parts: 0 }]);
});
