import { rm } from "node:fs/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import type { Pool } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildClarityAutomation, getClarityAutomation } from "#contract/clarity/automation.ts";
import { createClarityProcess } from "#contract/clarity/processes.ts";
import { listMyTeams } from "#contract/teams/profile.ts";
import { claritySnapshots } from "#server/clarity/processes/processes.table.ts";
import { checking } from "#server/gates/stage/clarity-steps.ts";
import { createPool } from "#server/platform/db/pool.ts";
import { createDatabase, dropDatabase, urlOf } from "#server/testing/database.ts";
import { type HeldWrites, holdWrites } from "#server/testing/held-writes.ts";
import { comes } from "#server/testing/patience/comes.ts";
import { createDataDir, createServiceProcess, type ServiceProcess } from "#server/testing/service-process.ts";

let connection: Awaited<ReturnType<typeof createDatabase>>;
let dataDir: string;
let service: ServiceProcess;
let pool: Pool;
let writes: HeldWrites;
let teamId: string;
beforeAll(async () => {
  connection = await createDatabase();
  dataDir = await createDataDir();
  service = await createServiceProcess({ DATA_DIR: dataDir, DATABASE_URL: urlOf(connection), LEDGER_URL: "" });
  await service.start();
  pool = createPool({ ...connection, max: 3 });
  writes = await holdWrites(pool, ["agents", "revisions", "builder_runs", "clarity_automations"]);
  teamId = (await service.call(listMyTeams, {})).teams[0]?.id ?? "";
});
afterAll(async () => {
  await service.end("SIGTERM");
  writes.close();
  await pool.end();
  await dropDatabase(connection);
  await rm(dataDir, { recursive: true, force: true });
});

async function proposed(name: string): Promise<string> {
  const { process } = await service.call(createClarityProcess, { params: { teamId }, body: { name } });
  const said = { process_id: process.id, status: "live", creator_type: "ai", data: { version: 1, steps: checking() } } as const;
  const db = drizzle(pool);
  const [current] = await db
    .insert(claritySnapshots)
    .values({ ...said, kind: "current_process" })
    .returning();
  await db.insert(claritySnapshots).values({ ...said, kind: "transformation_proposal", current_process_id: current?.id ?? null });
  return process.id;
}

// The first ones are those of the request, of which nothing is left; the later ones those of the worker that writes the draft.
it.each([1, 4, 6, 9, 11])("builds one draft when the service is killed in write %i of it and asked again", async (n) => {
  const process_id = await proposed(`Killed in write ${n}`);
  const build = () => service.call(buildClarityAutomation, { params: { process_id }, body: {} });
  await writes.holdAt(n);
  let first: string | undefined;
  const asked = build().then(
    ({ automation_run }) => (first = automation_run.id),
    () => undefined,
  );
  await comes("the moment to kill", async () => (await writes.held()) || undefined);
  await service.end("SIGKILL");
  await writes.release();
  await asked;
  await pool.query("update workers set alive_until = now() where alive_until > now()");
  await service.start();
  const again = await build();
  if (first !== undefined) expect(again.automation_run.id).toBe(first);
  const built = await comes("the draft", async () => {
    const { automation } = await service.call(getClarityAutomation, { params: { process_id } });
    return automation?.builder_run_status === "waiting_for_approve" ? automation : undefined;
  });
  expect(built.builder_run_id).toBe(again.automation_run.id);
  const counted = await pool.query(
    `select (select count(*)::int from agents where name = $1) as agents,
       (select count(*)::int from revisions r join agents a on a.id = r.agent_id where a.name = $1) as revisions,
       (select count(*)::int from builder_runs b join agents a on a.id = b.agent_id where a.name = $1) as runs`,
    [`Killed in write ${n}`],
  );
  expect(counted.rows).toEqual([{ agents: 1, revisions: 1, runs: 1 }]);
});
