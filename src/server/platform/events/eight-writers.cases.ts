import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { runEvents } from "#contract/runs/events.ts";
import { openBareStore } from "#server/testing/bare-store.ts";
import { urlOf } from "#server/testing/database.ts";
import { startCursor } from "./cursors.store.ts";
import { record } from "./record.ts";
import { random } from "#server/testing/seed.ts";

const reader = new URL("../../testing/event-reader.ts", import.meta.url).pathname;
const writers = 8;

/** So many events, written in transactions of every length of which some fail, come to readers that are killed so many times. */
export async function eightWriters({ count, kills }: { count: number; kills: number }): Promise<void> {
  const store = await openBareStore();
  const { db } = store.services.store;
  const { host, user, password, database } = store.pool.options as Record<"host" | "user" | "password" | "database", string>;
  const processes: ChildProcess[] = [];
  const startReader = (): void =>
    void processes.push(spawn(process.execPath, [reader, urlOf({ host, user, password, database })], { stdio: "inherit" }));
  const number = async (query: string) => (await store.pool.query<{ n: number }>(query)).rows[0]?.n ?? 0;
  const seen = () => number("select count(*) as n from gate_seen");

  async function write(left: number): Promise<void> {
    for (let n = left; n > 0;) {
      const some = Math.min(n, 1 + Math.floor(random() * 5));
      const fails = random() < 0.1;
      await db
        .transaction(async (tx) => {
          for (let i = 0; i < some; i++) {
            await record(tx, runEvents, {
              type: "run.created",
              team: store.teamId,
              actor: { kind: "service" },
              subject: store.teamId,
              data: { agent_id: store.teamId, case_id: null },
            });
            if (random() < 0.1) await tx.execute(sql`select pg_sleep(${random() / 50})`);
          }
          if (fails) throw new Error("as it should");
        })
        .catch((error: unknown) => {
          if (!fails) throw error;
        });
      if (!fails) n -= some;
    }
  }
  async function kill(): Promise<void> {
    for (let k = 1; k <= kills; k++) {
      await expect.poll(seen, { timeout: 120_000 }).toBeGreaterThan((count * (k - 0.5)) / (kills + 1));
      const [victim] = processes.splice(0, 1);
      if (victim?.kill("SIGKILL")) await once(victim, "exit");
      if (k < kills) startReader();
    }
  }
  try {
    await store.pool.query("create table gate_seen (place bigint generated always as identity, tx xid8 not null, id bigint not null)");
    await startCursor(store.pool, "gate");
    startReader();
    startReader();
    await Promise.all([kill(), ...Array.from({ length: writers }, () => write(count / writers))]);
    await expect.poll(seen, { timeout: 120_000 }).toBeGreaterThanOrEqual(count);
    expect(await number("select count(*) as n from events")).toBe(count);
    expect(
      await number("select count(*) as n from events e where not exists (select from gate_seen s where s.tx = e.tx and s.id = e.id)"),
    ).toBe(0);
    expect(await number("select count(*) - count(distinct id) as n from gate_seen")).toBe(0);
    const disorder = `select count(*) as n from (select (tx, id) > lag((tx, id)) over (order by place) as later from gate_seen) s where not later`;
    expect(await number(disorder)).toBe(0);
  } finally {
    for (const each of processes) if (each.kill("SIGKILL")) await once(each, "exit");
    await store.close();
  }
}
