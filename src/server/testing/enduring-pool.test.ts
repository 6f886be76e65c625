import { expect, it } from "vitest";
import { createDatabase, dropDatabase } from "./database.ts";
import { enduringPool } from "./enduring-pool.ts";

it("hears of no end of its store, neither on a connection that is idle nor on one in use", async () => {
  const database = await createDatabase();
  const pool = enduringPool({ ...database, max: 2 });
  const used = await pool.connect();
  const idle = await pool.connect();
  idle.release();
  expect(pool.idleCount).toBe(1);
  const ends = [used, idle].map((client) => new Promise<void>((resolve) => void client.once("end", resolve)));
  await dropDatabase(database);
  await Promise.all(ends);
  used.release();
  expect(pool.totalCount).toBe(0);
  await pool.end();
});
