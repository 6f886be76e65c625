import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createDatabase } from "#server/testing/database.ts";
import { foldingIsOurs, isLocked, type Lock, locks, processLocks, tryLock, tryLockConnection, whileLocked } from "./locks.ts";

let earlier: pg.Client;
let later: pg.Client;
beforeAll(async () => {
  const connection = await createDatabase();
  [earlier, later] = [new pg.Client(connection), new pg.Client(connection)];
  await Promise.all([earlier.connect(), later.connect()]);
});
afterAll(async () => {
  await Promise.all([earlier.end(), later.end()]);
});

/** By the key that processes of every version take. */
const keys: Record<keyof typeof locks, readonly [Lock, string]> = {
  founding: [locks.founding, "7202614"],
  idempotency: [locks.idempotency(-5n), "-5"],
  listViews: [locks.listViews("a", "cases"), "hashtext('list views'), hashtext('a cases')"],
  agentFolders: [locks.agentFolders("a"), "hashtext('agent folders'), hashtext('a')"],
  agentMemory: [locks.agentMemory("a"), "hashtext('agent memory'), hashtext('a')"],
  agentSuggestions: [locks.agentSuggestions("a"), "hashtext('agent suggestions'), hashtext('a')"],
  queueRubrics: [locks.queueRubrics("a"), "hashtext('queue rubrics'), hashtext('a')"],
  queueLabels: [locks.queueLabels("a"), "hashtextextended('labels of a', 0)"],
  clarityLandscape: [locks.clarityLandscape("a"), "hashtext('clarity landscape'), hashtext('a')"],
  jobTurn: [locks.jobTurn("a"), "hashtextextended('job a', 0)"],
  teamSkills: [locks.teamSkills("a"), "hashtext('team skills'), hashtext('a')"],
  teamFiles: [locks.teamFiles("a"), "hashtext('team files'), hashtext('a')"],
  teamFile: [locks.teamFile("a", "b/c"), "hashtextextended('file a b/c', 0)"],
  teamFileCount: [locks.teamFileCount("a"), "hashtext('team file count'), hashtext('a')"],
  retention: [locks.retention, "hashtext('retention')"],
  waitingEmails: [locks.waitingEmails, "hashtextextended('waiting emails', 0)"],
  installation: [locks.installation, "hashtextextended('installation', 0)"],
  auditSeals: [locks.auditSeals("a"), "hashtext('audit seals'), hashtext('a')"],
};

it("keep their keys, each of them another lock than the rest", async () => {
  const db = drizzle(later);
  const free = () =>
    db.transaction(async (tx) => {
      const those: string[] = [];
      for (const [name, [which]] of Object.entries(keys)) if (await tryLock(tx, which)) those.push(name);
      return those;
    });
  const all = Object.keys(keys);
  expect(await free()).toEqual(all);
  for (const [name, [, key]] of Object.entries(keys)) {
    await earlier.query("begin");
    await earlier.query(`select pg_advisory_xact_lock(${key})`);
    expect(await free(), name).toEqual(all.filter((other) => other !== name));
    await earlier.query("commit");
  }
});

it("let one process fold a table of counts", async () => {
  const isOurs = async () => (await later.query<{ ours: boolean }>(`select ${foldingIsOurs("run_counts")} as ours`)).rows[0]?.ours;
  expect(await isOurs()).toBe(true);
  await earlier.query("begin");
  await earlier.query("select pg_advisory_xact_lock(hashtext('fold run_counts'))");
  expect(await isOurs()).toBe(false);
  await earlier.query("commit");
});

it("let go of a connection's lock after a step that fails", async () => {
  const { quotaTable } = processLocks;
  const step = async () => {
    expect(await tryLockConnection(later, quotaTable)).toBe(false);
    expect(await isLocked(later, quotaTable)).toBe(true);
    throw new Error("no room");
  };
  await expect(whileLocked(earlier, quotaTable, step)).rejects.toThrow("no room");
  expect(await tryLockConnection(later, quotaTable)).toBe(true);
});
