import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { isLocked, processLocks, tryLockConnection } from "#server/platform/db/locks.ts";

const tryAgainMs = 200;

export interface FolderClaim {
  release(): Promise<void>;
}

/**
 * One service to a data folder: the second one says so instead of sharing files it believes to own. The claim ends with its connection, so it is
 * taken again whenever the store comes back; `lost` is called when another service was faster.
 */
export async function claimFolder(connection: pg.ClientConfig, dataDir: string, lost: (sentence: string) => void): Promise<FolderClaim> {
  const taken = `Another service is running on ${dataDir}. Stop it, or set DATA_DIR to another folder.`;
  let released = false;
  let client: pg.Client;

  async function claim(): Promise<boolean> {
    client = new pg.Client(connection);
    client.on("error", () => undefined);
    await client.connect();
    if (!(await tryLockConnection(client, processLocks.dataFolder))) {
      await client.end();
      return false;
    }
    client.once("end", () => void again());
    return true;
  }
  async function again(): Promise<void> {
    while (!released) {
      const ours = await claim().catch(() => undefined);
      if (ours === false) lost(taken);
      if (ours !== undefined) return;
      await sleep(tryAgainMs);
    }
  }

  if (!(await claim())) throw new Error(taken);
  return {
    async release() {
      released = true;
      await client.end();
    },
  };
}

/** Whether a service holds the folder of this server; undefined while the server does not answer. */
export async function isClaimed(connection: pg.ClientConfig): Promise<boolean | undefined> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 2_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await isLocked(client, processLocks.dataFolder);
  } catch (error) {
    // Before the service's role was an ordinary one, everybody who reached the socket was the superuser.
    const { code } = error as { code?: string };
    return code === "28000" && connection.user !== "caseload" ? isClaimed({ ...connection, user: "caseload" }) : undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}
