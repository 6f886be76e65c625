import { and, count, desc, eq, getTableColumns, inArray, notInArray, type SQL, sql } from "drizzle-orm";
import { type ClarityExport, maxActiveExports, maxKeptExports } from "#contract/clarity/exports.ts";
import type { Leased } from "#server/engine/claims/lease-loop.ts";
import { LeaseLost } from "#server/engine/log/run-log.ts";
import { storeNow } from "#server/platform/db/columns.ts";
import { unlessDuplicate } from "#server/platform/db/duplicate.ts";
import type { Db } from "#server/platform/db/open.ts";
import { clarityExports } from "./exports.table.ts";

const e = clarityExports;
export type ExportRecord = typeof e.$inferSelect;
/** An export that a worker holds. */
export type ClaimedExport = ExportRecord & { readonly taken_from: string | null };

type Asked = Pick<
  ExportRecord,
  | "process_id"
  | "team_id"
  | "user_id"
  | "connection_id"
  | "digest"
  | "server_url"
  | "directory"
  | "file_name"
  | "owner_ref"
  | "approver_ref"
> & { readonly bpmn: string };

export type ExportPatch = Partial<
  Pick<ExportRecord, "status" | "bpmn" | "known_models" | "model_id" | "error" | "attempt" | "retry_reason" | "worker_id">
> & {
  readonly sent_at?: SQL | null;
  readonly next_attempt_at?: SQL | null;
  readonly retrying_since?: SQL;
  readonly ended_at?: SQL;
};

const underWay = inArray(e.status, ["queued", "running"]);
const isHeld = ({ id, lease }: Leased) => and(eq(e.id, id), eq(e.lease, lease), eq(e.status, "running"));

/**
 * Asks for a model. Undefined: one is under way. The same file for the same place continues the export before it, of which nobody knows whether it made
 * its model.
 */
export async function insertExport(db: Db, asked: Asked): Promise<ExportRecord | undefined> {
  const [last] = await db
    .select()
    .from(e)
    .where(and(eq(e.process_id, asked.process_id), eq(e.server_url, asked.server_url), eq(e.directory, asked.directory)))
    .orderBy(desc(e.created_at), desc(e.id))
    .limit(1);
  const unknown = last?.status === "failed" && last.sent_at !== null && last.file_name === asked.file_name && last.digest === asked.digest;
  const rest = unknown ? { sent_at: last.sent_at, known_models: last.known_models } : {};
  const made = await unlessDuplicate(
    db,
    async (tx) =>
      (
        await tx
          .insert(e)
          .values({ ...asked, ...rest, status: "queued" })
          .returning()
      )[0],
  );
  if (made) await removeOld(db, asked.process_id);
  return made;
}

/** What a list does not show is not kept. */
async function removeOld(db: Db, processId: string): Promise<void> {
  const kept = db
    .select({ id: e.id })
    .from(e)
    .where(eq(e.process_id, processId))
    .orderBy(desc(e.created_at), desc(e.id))
    .limit(maxKeptExports);
  await db.delete(e).where(and(eq(e.process_id, processId), notInArray(e.id, kept)));
}

export async function countActive(db: Db, teamId: string): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(e)
    .where(and(eq(e.team_id, teamId), underWay));
  return row?.n ?? 0;
}

export async function findExport(db: Db, id: string): Promise<ExportRecord | undefined> {
  const [row] = await db.select().from(e).where(eq(e.id, id));
  return row;
}

/** Those of a person in a team that have not ended. */
export async function listActive(db: Db, teamId: string, userId: string): Promise<ExportRecord[]> {
  return listed(db, and(eq(e.team_id, teamId), eq(e.user_id, userId), underWay), maxActiveExports);
}

export async function listOfProcess(db: Db, processId: string): Promise<ExportRecord[]> {
  return listed(db, eq(e.process_id, processId), maxKeptExports);
}

/** Without the files. */
async function listed(db: Db, which: SQL | undefined, most: number): Promise<ExportRecord[]> {
  return db
    .select({ ...getTableColumns(e), bpmn: sql<null>`null` })
    .from(e)
    .where(which)
    .orderBy(desc(e.created_at), desc(e.id))
    .limit(most);
}

/** How long ago the file was sent, in milliseconds by the store's clock. */
export async function sentForMs(db: Db, { id }: Pick<ExportRecord, "id">): Promise<number> {
  const [row] = await db
    .select({ ms: sql<number>`(extract(epoch from now() - ${e.sent_at}) * 1000)::float8` })
    .from(e)
    .where(eq(e.id, id));
  return row?.ms ?? 0;
}

/** Writes as the worker that holds an export. Throws {@link LeaseLost} once it no longer does: nothing was written then. */
export async function writeHeld(db: Db, held: Leased, patch: ExportPatch): Promise<void> {
  const rows = await db
    .update(e)
    .set({ ...patch, updated_at: storeNow })
    .where(isHeld(held))
    .returning({ id: e.id });
  if (rows.length === 0) throw new LeaseLost();
}

export function toExport(row: ExportRecord): ClarityExport {
  const { id, status, model_id, server_url, sent_at } = row;
  return {
    id,
    status,
    processId: row.process_id,
    connectionInstanceId: row.connection_id,
    fileName: row.file_name,
    directory: row.directory,
    processOwnerRef: row.owner_ref,
    processApproverRef: row.approver_ref,
    retryReason: row.retry_reason,
    error: row.error,
    maybeDone: status === "failed" && sent_at !== null,
    modelUrl: model_id === null ? null : `${server_url}/p/hub/model/${model_id}`,
    createdAt: row.created_at,
    endedAt: row.ended_at,
  };
}
