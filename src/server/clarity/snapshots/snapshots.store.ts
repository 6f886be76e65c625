import { and, count, desc, eq, getTableColumns, gt, isNull, sql } from "drizzle-orm";
import { type ProcessStatus, snapshotKinds } from "#contract/clarity/process.ts";
import type { Snapshot, SnapshotKind, SnapshotRow } from "#contract/clarity/snapshot.ts";
import { isCaptured } from "#server/clarity/processes/contents.store.ts";
import { claritySnapshots } from "#server/clarity/processes/processes.table.ts";
import type { VersionData } from "#server/clarity/processes/version-data.ts";
import { storeNow } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";

const s = claritySnapshots;
export type SnapshotRecord = typeof s.$inferSelect;
type Listed = Omit<SnapshotRecord, "data" | "updated_at" | "archived_at">;

/** Archived versions are shown to nobody. */
const shown = (processId: string, kind: SnapshotKind) => and(eq(s.process_id, processId), eq(s.kind, kind), isNull(s.archived_at));

/** The specification's record of a version, without what it says. */
function toRow({ kind, current_process_id, ...row }: Listed): SnapshotRow {
  const told = { ...row, sandbox_id: null, last_session_id: null };
  if (kind === "current_process") return { ...told, kind, source_snapshot_id: null };
  if (current_process_id === null) throw new Error(`proposal ${row.id} changes no version`);
  return { ...told, kind, source_snapshot_id: current_process_id };
}

/** The same with everything that it says. */
export function toSnapshot({ data, updated_at, archived_at: _, ...row }: SnapshotRecord): Snapshot {
  const { version, steps, summary, swot, projectedImpact } = data;
  const about = { version, steps, ...(summary !== undefined && { summary }) };
  const told = toRow(row);
  return told.kind === "current_process"
    ? { ...told, updated_at, data: { ...about, ...(swot !== undefined && { swot }) } }
    : { ...told, updated_at, data: { ...about, ...(projectedImpact !== undefined && { projectedImpact }) } };
}

/** The newest first. */
export async function listSnapshots(
  db: Db,
  processId: string,
  kind: SnapshotKind,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ snapshots: SnapshotRow[]; total: number }> {
  const { data: _, updated_at: __, archived_at: ___, ...listed } = getTableColumns(s);
  const where = shown(processId, kind);
  return inSnapshot(db, async (at) => {
    const rows = await at.select(listed).from(s).where(where).orderBy(desc(s.created_at), desc(s.id)).limit(limit).offset(offset);
    const [counted] = await at.select({ total: count() }).from(s).where(where);
    return { snapshots: rows.map(toRow), total: counted?.total ?? 0 };
  });
}

export async function findSnapshot(db: Db, processId: string, kind: SnapshotKind, id: string): Promise<SnapshotRecord | undefined> {
  const [row] = await db
    .select()
    .from(s)
    .where(and(shown(processId, kind), eq(s.id, id)));
  return row;
}

export async function findLive(db: Db, processId: string, kind: SnapshotKind): Promise<SnapshotRecord | undefined> {
  const [row] = await db
    .select()
    .from(s)
    .where(and(shown(processId, kind), eq(s.status, "live")));
  return row;
}

export async function countSnapshots(db: Db, processId: string, kind: SnapshotKind): Promise<number> {
  const [row] = await db.select({ n: count() }).from(s).where(shown(processId, kind));
  return row?.n ?? 0;
}

export type SnapshotValues = Pick<
  SnapshotRecord,
  "process_id" | "kind" | "creator_type" | "user_id" | "parent_id" | "current_process_id" | "data"
> &
  Partial<Pick<SnapshotRecord, "id">>;

/**
 * The caller holds the process. A version that becomes live replaces the one before. Versions are as old as they were stored: a transaction that had to
 * wait for the process began before what it waited for.
 */
export async function insertSnapshot(db: Db, values: SnapshotValues, status: "live" | "draft"): Promise<SnapshotRecord> {
  if (status === "live") await retireLive(db, values.process_id, values.kind);
  const [row] = await db
    .insert(s)
    .values({ ...values, status, created_at: sql`clock_timestamp()`, updated_at: sql`clock_timestamp()` })
    .returning();
  if (!row) throw new Error("insert returned no version");
  return row;
}

/** The caller holds the process. */
export async function makeLive(db: Db, { id, process_id, kind }: SnapshotRecord): Promise<SnapshotRecord> {
  await retireLive(db, process_id, kind);
  const [row] = await db.update(s).set({ status: "live" }).where(eq(s.id, id)).returning();
  if (!row) throw new Error("a version of a locked process is gone");
  return row;
}

async function retireLive(db: Db, processId: string, kind: SnapshotKind): Promise<void> {
  await db
    .update(s)
    .set({ status: "historic" })
    .where(and(shown(processId, kind), eq(s.status, "live")));
}

/** The caller holds the process. After the live version, the latest of the earlier ones is live. */
export async function archive(db: Db, { id, process_id, kind, status }: SnapshotRecord): Promise<void> {
  await db
    .update(s)
    .set({ archived_at: storeNow, ...(status === "live" && { status: "historic" as const }) })
    .where(eq(s.id, id));
  if (status !== "live") return;
  const [next] = await db
    .select()
    .from(s)
    .where(and(shown(process_id, kind), eq(s.status, "historic")))
    .orderBy(desc(s.created_at), desc(s.id))
    .limit(1);
  if (next) await makeLive(db, next);
}

/** Writes what was said about the steps behind them. */
export async function describeSnapshot(db: Db, { id, data }: SnapshotRecord, said: Partial<VersionData>): Promise<void> {
  await db
    .update(s)
    .set({ data: { ...data, ...said }, updated_at: storeNow })
    .where(eq(s.id, id));
}

/** What a process is when nothing is under way: a draft newer than the live version of its kind waits for somebody to look at it. */
export async function settledStatus(db: Db, processId: string): Promise<ProcessStatus> {
  const live = await findLive(db, processId, "current_process");
  for (const kind of snapshotKinds) if (await hasNewDraft(db, processId, kind)) return "review";
  if (live) return "complete";
  return (await isCaptured(db, processId)) ? "collecting" : "draft";
}

async function hasNewDraft(db: Db, processId: string, kind: SnapshotKind): Promise<boolean> {
  const live = await findLive(db, processId, kind);
  const newer = live ? gt(s.created_at, live.created_at) : undefined;
  const [draft] = await db
    .select({ id: s.id })
    .from(s)
    .where(and(shown(processId, kind), eq(s.status, "draft"), newer))
    .limit(1);
  return draft !== undefined;
}
