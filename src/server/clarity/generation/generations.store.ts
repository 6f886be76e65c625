import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { GenerationProgress } from "#contract/clarity/process.ts";
import { clarityProcesses } from "#server/clarity/processes/processes.table.ts";
import type { Leased } from "#server/engine/claims/lease-loop.ts";
import { LeaseLost } from "#server/engine/log/run-log.ts";
import { newId, storeNow } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { clarityGenerations } from "./generations.table.ts";
import { progressOf } from "./progress.ts";

const g = clarityGenerations;
export type GenerationRecord = typeof g.$inferSelect;
/** A generation that a worker holds. */
export type ClaimedGeneration = GenerationRecord & { readonly taken_from: string | null };

export type GenerationPatch = Partial<Pick<GenerationRecord, "turns" | "data" | "attempt" | "retry_reason" | "worker_id">> & {
  next_attempt_at?: SQL | null;
  retrying_since?: SQL;
};
type Asked = Pick<GenerationRecord, "process_id" | "team_id" | "user_id" | "kind" | "captures" | "snapshot_id" | "model"> &
  Partial<Pick<GenerationRecord, "data" | "proposal">> & { readonly task: Exclude<GenerationRecord["task"], "chat" | "transcribe"> };

const isHeld = ({ id, lease }: Leased) => and(eq(g.id, id), eq(g.lease, lease), eq(g.status, "running"));

const writing = {
  current_process: "generating-current-process",
  transformation_proposal: "generating-transformation-proposal",
} as const;

/** The caller holds the process, and nothing is under way. */
export async function insertGeneration(db: Db, asked: Asked, units: number): Promise<void> {
  const id = newId();
  await db.insert(g).values({ ...asked, id, status: "not_started" });
  await db
    .update(clarityProcesses)
    .set({
      status: asked.task === "postprocess" ? "generating" : writing[asked.kind],
      generation_id: id,
      generation_error: null,
      generation_progress: progressOf(asked, asked.task === "postprocess" ? "summarize" : "write", { read: units }),
      updated_at: storeNow,
    })
    .where(eq(clarityProcesses.id, asked.process_id));
}

type Talked = Pick<GenerationRecord, "process_id" | "team_id" | "user_id" | "kind" | "conversation_id" | "snapshot_id" | "model">;

/** The caller holds the process, and the conversation is open. */
export async function insertChatTurn(db: Db, talked: Talked): Promise<void> {
  await db.insert(g).values({ ...talked, task: "chat", captures: [], status: "not_started" });
}

type Listened = Pick<GenerationRecord, "process_id" | "capture_id" | "team_id" | "user_id" | "model">;

/** The caller holds the process, and nobody listens to the recording. */
export async function insertListening(db: Db, listened: Listened): Promise<void> {
  await db.insert(g).values({ ...listened, task: "transcribe", kind: "current_process", captures: [], status: "not_started" });
}

/** Of a version, not of what is said in conversations or recordings. */
const writes = (processId: string) => and(eq(g.process_id, processId), isNull(g.conversation_id), isNull(g.capture_id));

/** Ends a generation before its time: whoever works on it writes nothing any more. Returns its id. The caller holds the process. */
export async function removeGeneration(db: Db, processId: string): Promise<string | undefined> {
  const rows = await db.delete(g).where(writes(processId)).returning({ id: g.id });
  return rows[0]?.id;
}

/** What is under way. The caller holds the process. */
export async function findGeneration(db: Db, processId: string): Promise<GenerationRecord | undefined> {
  const [row] = await db.select().from(g).where(writes(processId));
  return row;
}

/**
 * Writes as the worker that holds a generation. Throws {@link LeaseLost} once it no longer does: nothing was written then. Returns the conversation as
 * it is stored. The process is locked before the row, as everywhere.
 */
export async function writeHeld(
  db: Db,
  held: ClaimedGeneration,
  patch: GenerationPatch,
  progress?: GenerationProgress,
): Promise<GenerationRecord["turns"]> {
  return db.transaction(async (tx) => {
    if (progress) {
      const named = await tx
        .update(clarityProcesses)
        .set({ generation_progress: progress })
        .where(and(eq(clarityProcesses.id, held.process_id), eq(clarityProcesses.generation_id, held.id)))
        .returning({ id: clarityProcesses.id });
      if (named.length === 0) throw new LeaseLost();
    }
    const [row] = await tx
      .update(g)
      .set({ ...patch, updated_at: sql`now()` })
      .where(isHeld(held))
      .returning({ turns: g.turns });
    if (!row) throw new LeaseLost();
    return row.turns;
  });
}

/** Removes a generation as its worker. Throws {@link LeaseLost}. The caller holds the process. */
export async function removeHeld(tx: Db, held: Leased): Promise<void> {
  const rows = await tx.delete(g).where(isHeld(held)).returning({ id: g.id });
  if (rows.length === 0) throw new LeaseLost();
}
