import { deepStrictEqual, ok } from "node:assert/strict";
import { rm } from "node:fs/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import { createClarityProcess } from "#contract/clarity/processes.ts";
import { dataVersion } from "#contract/clarity/snapshot.ts";
import { listMyTeams } from "#contract/teams/profile.ts";
import { endCapture, insertCapture } from "#server/clarity/captures/captures.store.ts";
import { textDocument } from "#server/clarity/captures/reading/text-document.ts";
import { insertSnapshot } from "#server/clarity/snapshots/snapshots.store.ts";
import { checking } from "#server/gates/stage/clarity-steps.ts";
import { createPool } from "#server/platform/db/pool.ts";
import { createDatabase, dropDatabase, urlOf } from "#server/testing/database.ts";
import { holdWrites } from "#server/testing/held-writes.ts";
import { type ModelServer, startModelServer, type WireReply } from "#server/testing/model-server.ts";
import { comes } from "#server/testing/patience/comes.ts";
import { createDataDir, createServiceProcess, type ServiceProcess } from "#server/testing/service-process.ts";
import { compatible } from "#server/testing/wire-dialects.ts";

const tables = [
  "clarity_processes",
  "clarity_generations",
  "clarity_snapshots",
  "clarity_conversations",
  "clarity_messages",
  "events",
] as const;

/** A process with one capture and a live version, of which the provider is asked by a name of its own. */
export interface Killed {
  readonly process_id: string;
  readonly live_id: string;
  readonly name: string;
}

/** What is under way while the service is killed, and what there has to be afterwards. */
export interface Scene {
  /** What the provider answers to a request. */
  answer(body: string): WireReply;
  /** Asks for it. */
  ask(service: ServiceProcess, killed: Killed): Promise<unknown>;
  /** Whether a request is the one that comes next after what is stored. */
  follows(stored: Stored, body: string): boolean;
  /** What is there at the end. */
  found(service: ServiceProcess, killed: Killed): Promise<unknown>;
  readonly expected: unknown;
  /** The types of its events, each once. */
  readonly events: readonly string[];
}

export interface Stored {
  readonly turns: readonly unknown[];
  readonly data: unknown;
}

export interface KillService {
  readonly service: ServiceProcess;
  readonly provider: ModelServer;
  /** Kills the service in the n-th write of a scene; false where the scene has fewer. Whatever the moment, it ends as expected. */
  killAt(n: number, scene: Scene): Promise<boolean>;
  close(): Promise<void>;
}

/** A service that is killed inside of chosen writes, and started again on the same store. */
export async function startKillService(): Promise<KillService> {
  const connection = await createDatabase();
  const dataDir = await createDataDir();
  const provider = await startModelServer();
  const env = { MODEL_BASE_URL: `${provider.url}/v1`, MODEL_DEFAULT: compatible.model, LEDGER_URL: "" };
  const service = await createServiceProcess({ DATA_DIR: dataDir, DATABASE_URL: urlOf(connection), ...env });
  await service.start();
  const pool = createPool({ ...connection, max: 3 });
  const db = drizzle(pool);
  const writes = await holdWrites(pool, tables);
  const teamId = (await service.call(listMyTeams, {})).teams[0]?.id ?? "";

  async function made(n: number): Promise<Killed> {
    const name = `Pay invoice, killed in write ${n} of it`;
    const { process } = await service.call(createClarityProcess, { params: { teamId }, body: { name } });
    const owned = { process_id: process.id, user_id: process.user_id } as const;
    const capture = await insertCapture(db, {
      ...owned,
      team_id: teamId,
      type: "document",
      status: "pending",
      document_file_name: "a.txt",
    });
    await endCapture(db, capture.id, textDocument(["Clerk: check invoice in Ledger"], { paged: false }));
    const values = { ...owned, kind: "current_process", creator_type: "human", parent_id: null, current_process_id: null } as const;
    const live = await insertSnapshot(db, { ...values, data: { version: dataVersion, steps: checking() } }, "live");
    return { process_id: process.id, live_id: live.id, name };
  }
  const storedOf = async ({ process_id }: Killed): Promise<Stored | undefined> =>
    (await pool.query<Stored>("select turns, data from clarity_generations where process_id = $1", [process_id])).rows[0];

  async function killAt(n: number, scene: Scene): Promise<boolean> {
    const killed = await made(n);
    provider.on(killed.name, [], scene.answer);
    await writes.holdAt(n);
    let answered = false;
    const asked = scene.ask(service, killed).then(
      () => (answered = true),
      () => undefined,
    );
    const moment = await comes("a held write, or the end", async () => {
      if (await writes.held()) return "held";
      return answered && !(await storedOf(killed)) ? "over" : undefined;
    });
    if (moment === "held") await service.end("SIGKILL");
    await writes.release();
    await asked;
    if (moment === "held") {
      // The next one does not have to wait until the dead one has been silent for a while.
      await pool.query("update workers set alive_until = now() where alive_until > now()");
      const stored = await storedOf(killed);
      const before = provider.asked(killed.name).length;
      await service.start();
      // What was not answered was either done or not begun.
      if (!answered && !stored && before === 0) await scene.ask(service, killed);
      await comes("the end after a kill", async () => ((await storedOf(killed)) ? undefined : true));
      const next = provider.asked(killed.name)[before];
      if (stored) ok(next !== undefined && scene.follows(stored, next), `after write ${n}: ${next}`);
    }
    deepStrictEqual(await scene.found(service, killed), scene.expected, `in write ${n}`);
    deepStrictEqual(await eventsOf(killed), ["clarity_process.created", ...scene.events], `in write ${n}`);
    return moment === "held";
  }
  const eventsOf = async ({ process_id }: Killed) =>
    (await pool.query<{ type: string }>("select type from events where subject_id = $1 order by id", [process_id])).rows.map(
      ({ type }) => type,
    );

  return {
    service,
    provider,
    killAt,
    async close() {
      await service.end("SIGTERM");
      await provider.close();
      writes.close();
      await pool.end();
      await dropDatabase(connection);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
