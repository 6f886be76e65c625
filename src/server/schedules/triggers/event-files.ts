import { sql } from "drizzle-orm";
import type { EngineServices } from "#server/engine/services.ts";
import { newId } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { newSandboxKey, type StoredFile } from "#server/runs/sandboxes/sandbox-files.store.ts";
import { sandboxWithFiles } from "#server/runs/sandboxes/sandbox-with-files.ts";
import { usedByRun } from "#server/runs/sandboxes/sandboxes.store.ts";

/** Copies of the files that came with an event, for one run. No row names them yet. */
export interface EventFiles {
  readonly sandboxId: string;
  readonly files: readonly StoredFile[];
}

/** Undefined where nothing came with the event, or is kept of it. */
export async function copyEventFiles(
  { store, objects }: Pick<EngineServices, "store" | "objects">,
  eventId: string,
): Promise<EventFiles | undefined> {
  const { rows } = await store.db.execute(sql`
    select f.path, f.object_key, f.size_bytes::float8 as size_bytes from trigger_events e join sandbox_files f on f.sandbox_id = e.id
    where e.id = ${eventId} and e.type = 'mail_received' order by f.path`);
  if (rows.length === 0) return undefined;
  const sandboxId = newId();
  const files: StoredFile[] = [];
  for (const file of rows as unknown as StoredFile[]) {
    const object_key = newSandboxKey(sandboxId);
    await objects.put(object_key, objects.stream(file.object_key));
    files.push({ ...file, object_key });
  }
  return { sandboxId, files };
}

interface Owner {
  readonly teamId: string;
  readonly userId: string;
}

/** Makes the sandbox of a run of the copies, in the transaction that starts it. Undefined where there is no room for them. */
export async function giveFiles(tx: Db, { sandboxId, files }: EventFiles, owner: Owner): Promise<string | undefined> {
  return (await sandboxWithFiles(tx, { ...owner, id: sandboxId, expiresAt: usedByRun }, files)) ? sandboxId : undefined;
}

/** Undoes {@link giveFiles} for a run that did not start after all. */
export async function takeFiles(tx: Db, sandboxId: string): Promise<void> {
  await tx.execute(sql`delete from sandboxes where id = ${sandboxId}`);
}

/** Removes copies that no run got. */
export async function dropFiles({ objects }: Pick<EngineServices, "objects">, given: EventFiles | undefined): Promise<void> {
  await Promise.allSettled((given?.files ?? []).map(({ object_key }) => objects.remove(object_key)));
}
