import type { ConnectionRecord } from "#server/connections/connections/connections.store.ts";
import { newId } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { attachedPaths, sandboxWithFiles } from "#server/runs/sandboxes/sandbox-with-files.ts";
import { newSandboxKey, type StoredFile } from "#server/runs/sandboxes/sandbox-files.store.ts";
import type { Found, StoredFound } from "./found.ts";
import type { Looking } from "./looking.ts";

const heldMs = 24 * 3_600_000;

/** Stores the bytes of what came with events, before the transaction that stores these. */
export async function storeFiles({ objects }: Pick<Looking, "objects">, found: readonly Found[]): Promise<StoredFound[]> {
  const all: StoredFound[] = [];
  for (const { files = [], ...one } of found) {
    const id = newId();
    const paths = attachedPaths(files.map(({ name }) => name));
    const stored: StoredFile[] = [];
    for (const [at, { content }] of files.entries()) {
      const object_key = newSandboxKey(id);
      await objects.put(object_key, content);
      stored.push({ path: paths[at] ?? "", object_key, size_bytes: content.length });
    }
    all.push({ ...one, id, stored });
  }
  return all;
}

/**
 * Keeps the files of new events for a day: as a sandbox that no run uses, with the id of the event. Each run gets copies. Where there is no room for
 * them, the event stays without; bytes that no row names are found and removed.
 */
export async function holdFiles(
  tx: Db,
  { team_id: teamId, user_id: userId }: Pick<ConnectionRecord, "team_id" | "user_id">,
  events: readonly StoredFound[],
): Promise<void> {
  const expiresAt = new Date(Date.now() + heldMs).toISOString();
  for (const { id, stored } of events) if (stored.length > 0) await sandboxWithFiles(tx, { id, teamId, userId, expiresAt }, stored);
}
