import { deepStrictEqual } from "node:assert/strict";
import { rm } from "node:fs/promises";
import { listClarityProcessExports, startClarityExport } from "#contract/clarity/exports.ts";
import { createClarityProcess } from "#contract/clarity/processes.ts";
import { signavioType } from "#contract/connections/connection-words.ts";
import { createConnection } from "#contract/connections/connections.ts";
import { listMyTeams } from "#contract/teams/profile.ts";
import { exportableFile } from "#server/gates/stage/clarity-exports.ts";
import { createPool } from "#server/platform/db/pool.ts";
import { createDatabase, dropDatabase, urlOf } from "#server/testing/database.ts";
import { holdWrites } from "#server/testing/held-writes.ts";
import { comes } from "#server/testing/patience/comes.ts";
import { createDataDir, createServiceProcess } from "#server/testing/service-process.ts";
import { type ImportVice, signavioPassword, startSignavio } from "#server/testing/signavio-server.ts";

const tables = ["clarity_exports", "events"] as const;

export interface ExportKills {
  /**
   * Kills the service in the n-th write of an export, or with 0 while it waits for the answer to its file; false where an export has fewer writes.
   * Whatever the moment, and whatever goes wrong at the other side, one model is made.
   */
  killAt(n: number, ...vices: readonly ImportVice[]): Promise<boolean>;
  close(): Promise<void>;
}

/** A service that is killed inside of chosen writes of exports, and started again on the same store. */
export async function startExportKills(): Promise<ExportKills> {
  const connection = await createDatabase();
  const dataDir = await createDataDir();
  const tool = await startSignavio();
  const env = { DATA_DIR: dataDir, DATABASE_URL: urlOf(connection), OUTBOUND_ALLOW: tool.host, LEDGER_URL: "" };
  const service = await createServiceProcess(env);
  await service.start();
  const pool = createPool({ ...connection, max: 3 });
  const writes = await holdWrites(pool, tables);
  const teamId = (await service.call(listMyTeams, {})).teams[0]?.id ?? "";

  async function made(n: number) {
    const directory = tool.directory();
    const { process } = await service.call(createClarityProcess, { params: { teamId }, body: { name: `Killed in write ${n}` } });
    const headers = { plaintext: { Username: "analyst", Directory: directory }, secret: { Password: signavioPassword } };
    const about = { name: "SAP Signavio", type: signavioType, provider: "user", auth_method: "headers", server_url: tool.url } as const;
    const { id } = await service.call(createConnection, { params: { teamId }, body: { ...about, headers } });
    const body = { processId: process.id, connectionInstanceId: id, bpmnXml: exportableFile() };
    /** Again where the service has too much to do, as the console does: nothing was stored then. */
    async function ask(): Promise<void> {
      const answer = await service.send(startClarityExport, { params: { teamId }, body });
      if (answer.status === 503) return ask();
      if (!answer.ok) throw new Error(`the start of an export answered ${answer.status}: ${await answer.text()}`);
    }
    return { directory, ask, process_id: process.id };
  }
  const exportsOf = async (process_id: string) =>
    (
      await pool.query<{ status: string; error: string | null }>("select status, error from clarity_exports where process_id = $1", [
        process_id,
      ])
    ).rows;
  /**
   * Nobody waits until a pause is over, or until the other side has had its time. It is no write of the service: it is not counted, and it waits for
   * none that is held.
   */
  async function hurry(process_id: string): Promise<void> {
    const client = await pool.connect();
    try {
      await client.query("begin; set local held_writes.off = 'on'");
      await client.query(
        `update clarity_exports set next_attempt_at = now(), sent_at = sent_at - interval '1 hour' where id in (
           select id from clarity_exports where process_id = $1 and status = 'running' and worker_id is null and next_attempt_at > now()
           for update skip locked)`,
        [process_id],
      );
      await client.query("commit");
    } finally {
      client.release();
    }
  }
  const isOver = async (process_id: string) => {
    await hurry(process_id);
    return (await exportsOf(process_id)).every(({ status }) => status === "completed" || status === "failed");
  };

  async function killAt(n: number, ...vices: readonly ImportVice[]): Promise<boolean> {
    const { directory, ask, process_id } = await made(n);
    tool.imports(directory, ...(n === 0 ? ["hangs" as const] : vices));
    if (n > 0) await writes.holdAt(n);
    let answered = false;
    let refused: Error | undefined;
    const asked = ask().then(
      () => (answered = true),
      (error: unknown) => (refused = error instanceof Error ? error : new Error(String(error))),
    );
    const moment = await comes("the moment to kill, or the end", async () => {
      if (n === 0) return tool.models(directory).length > 0 ? "held" : undefined;
      if (await writes.held()) return "held";
      if (refused) throw refused;
      return answered && (await isOver(process_id)) ? "over" : undefined;
    });
    if (moment === "held") await service.end("SIGKILL");
    if (n > 0) await writes.release();
    await asked;
    if (moment === "held") {
      // The next one does not have to wait until the dead one has been silent for a while.
      await pool.query("update workers set alive_until = now() where alive_until > now()");
      await service.start();
      // What was not answered was either stored or not begun.
      if (!answered && (await exportsOf(process_id)).length === 0) await ask();
      await comes("the end after a kill", async () => (await isOver(process_id)) || undefined);
    }
    const where = `in write ${n}, with ${vices.join(", ")}`;
    deepStrictEqual(await exportsOf(process_id), [{ status: "completed", error: null }], where);
    const models = tool.models(directory);
    deepStrictEqual(models.length, 1, where);
    const { exports } = await service.call(listClarityProcessExports, { params: { process_id } });
    deepStrictEqual(exports[0]?.modelUrl, `${tool.url}/p/hub/model/${models[0]?.id}`, where);
    const events = await pool.query<{ type: string }>("select type from events where subject_id = $1 order by id", [process_id]);
    const types = ["clarity_process.created", "clarity_process.export_started", "clarity_process.exported"];
    deepStrictEqual(
      events.rows.map(({ type }) => type),
      types,
      where,
    );
    return moment === "held";
  }

  return {
    killAt,
    async close() {
      await service.end("SIGTERM");
      await tool.close();
      writes.close();
      await pool.end();
      await dropDatabase(connection);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
