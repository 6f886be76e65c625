import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type ClusterOptions, database, prepareCluster, serviceRole, storePassword } from "./embedded-cluster.ts";
import { embeddedHome } from "./embedded-home.ts";
import { ended, hasStragglers, launch, removeStalePidFile, runningServer, saysReady, type ServerOptions } from "./embedded-process.ts";
import { isClaimed } from "./folder-claim.ts";

export interface EmbeddedPostgres {
  /** What `pg` connects to. */
  readonly connection: { host: string; user: string; password: string; database: string };
  stop(): Promise<void>;
}

export type EmbeddedOptions = ClusterOptions & ServerOptions;

const patienceMs = 60_000;
/** How long a start that fails is tried again: what is left of a killed server may be in its way. */
const retryMs = 5_000;
const tryAgainMs = 200;
/** Looks in a row at which nobody held the folder of a running server: between its start and its service's claim lie milliseconds. */
const looksBeforeOrphaned = 10;

/**
 * Starts PostgreSQL in `folder/postgres`, reached by a Unix socket that asks who comes, and starts it again whenever it ends. A server that a
 * killed process of ours left running is stopped first. Throws a sentence for a person when the folder is in use or nothing can be started.
 */
export async function startEmbedded(folder: string, options: EmbeddedOptions = {}): Promise<EmbeddedPostgres> {
  const dataDir = resolve(folder);
  await mkdir(dataDir, { recursive: true });
  const home = await embeddedHome(dataDir);
  const password = await storePassword(dataDir);
  const connection = { host: home.socket, user: serviceRole, password, database };
  let stopping = false;
  let current: ChildProcess | undefined;

  /** A killed service's server may still be on its way down: two of them on one folder would destroy it. */
  async function formerServerGone(): Promise<void> {
    const deadline = Date.now() + patienceMs;
    for (let unclaimed = 0; !stopping; await sleep(tryAgainMs / 10)) {
      const pid = await runningServer(home.data);
      if (pid === undefined && !hasStragglers(home.data)) return removeStalePidFile(home.data);
      const claimed = pid === undefined ? undefined : await isClaimed(connection);
      if (claimed) throw new Error(`Another service is running on ${dataDir}. Stop it, or set DATA_DIR to another folder.`);
      unclaimed = claimed === false ? unclaimed + 1 : 0;
      if (pid !== undefined && unclaimed >= looksBeforeOrphaned) process.kill(pid, "SIGINT");
      if (Date.now() > deadline)
        throw new Error(`A PostgreSQL server (process ${pid}) holds ${home.data} but does not answer. Stop it, then start again.`);
    }
  }

  /** Whether the server takes connections; false when it ended before. */
  async function ready(child: ChildProcess): Promise<boolean> {
    for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(10)) {
      if (ended(child)) return false;
      if ((await saysReady(home.data, child)) && (await isClaimed(connection)) !== undefined) return true;
    }
    throw new Error("The embedded PostgreSQL did not answer within a minute.");
  }

  async function start(): Promise<ChildProcess> {
    for (const deadline = Date.now() + retryMs; ; await sleep(tryAgainMs)) {
      await formerServerGone();
      if (stopping) throw new Error("The service stops.");
      const child = launch(home, options);
      current = child;
      if (await ready(child)) return child;
      if (stopping || Date.now() > deadline) throw new Error("The embedded PostgreSQL ended while starting. Its own words are above.");
    }
  }

  /** Starts the server again whenever it ends, for as long as it takes. */
  async function keep(child: ChildProcess): Promise<void> {
    for (let running = child; ;) {
      if (!ended(running)) await once(running, "exit");
      if (stopping) return;
      process.stderr.write(`The embedded PostgreSQL ended (${running.signalCode ?? running.exitCode}). It is started again.\n`);
      for (let next: ChildProcess | undefined; !next; running = next ?? running) {
        next = await start().catch((error: Error) => void (stopping || process.stderr.write(`${error.message}\n`)));
        if (stopping) return;
      }
    }
  }

  await formerServerGone();
  await prepareCluster(home, password, options);
  const kept = keep(await start());
  return {
    connection,
    /** SIGINT is PostgreSQL's fast shutdown: sessions end, everything committed is on disk. A server that does not react is ended. */
    async stop() {
      stopping = true;
      current?.kill("SIGINT");
      const force = setTimeout(() => current?.kill("SIGKILL"), patienceMs);
      await kept;
      clearTimeout(force);
    },
  };
}
