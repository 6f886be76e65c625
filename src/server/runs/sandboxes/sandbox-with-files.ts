import { sql } from "drizzle-orm";
import { refusalOf } from "#server/library/room/room.ts";
import type { Db } from "#server/platform/db/open.ts";
import { freeName } from "#server/queues/attachments/case-files.ts";
import type { StoredFile } from "./sandbox-files.store.ts";

interface NewSandbox {
  readonly id: string;
  readonly teamId: string;
  readonly userId: string | null;
  /** `infinity` once a run uses it. */
  readonly expiresAt: string;
}

/** Makes a sandbox with files whose bytes are stored. Returns false where there is no room for them, and then makes none. */
export async function sandboxWithFiles(
  db: Db,
  { id, teamId, userId, expiresAt }: NewSandbox,
  files: readonly StoredFile[],
): Promise<boolean> {
  const make = async (tx: Db) => {
    await tx.execute(sql`
      insert into sandboxes (id, team_id, user_id, expires_at) values (${id}::uuid, ${teamId}::uuid, ${userId}::uuid, ${expiresAt}::timestamptz)`);
    await tx.execute(sql`
      insert into sandbox_files (sandbox_id, path, size_bytes, object_key)
      select ${id}::uuid, f.path, f.size_bytes, f.object_key
      from jsonb_to_recordset(${JSON.stringify(files)}::jsonb) as f(path text, size_bytes bigint, object_key text)`);
    return true;
  };
  return db.transaction(make).catch((error: unknown) => {
    if (!refusalOf(error)) throw error;
    return false;
  });
}

/** Where files with these names are put that came from elsewhere. */
export function attachedPaths(names: readonly (string | null)[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const free = freeName(name ?? "attachment", taken);
    taken.add(free);
    return `attachments/${free}`;
  });
}
