import { and, asc, count, eq, getTableColumns, inArray, or, sql } from "drizzle-orm";
import { maxMemoryFiles } from "#contract/agents/memory.ts";
import { lock, locks } from "#server/platform/db/locks.ts";
import type { Db } from "#server/platform/db/open.ts";
import { agents } from "#server/agents/agents/agents.table.ts";
import { memoryFiles } from "./memory.table.ts";
import { invalid, refuse } from "#server/platform/http/refusal.ts";
import { foldersOf } from "#server/platform/objects/paths.ts";

export type MemoryRecord = typeof memoryFiles.$inferSelect;
const { content: _, ...entryColumns } = getTableColumns(memoryFiles);
export type MemoryEntry = Omit<MemoryRecord, "content">;

/**
 * Whoever changes an agent's memory, or switches it, waits for the others: generations grow in the order of the changes, and nothing is
 * written after the answer that it is off. Not the agent's row, which a deletion holds while it waits for the agent's runs.
 */
export async function lockMemory(db: Db, agentId: string): Promise<void> {
  await lock(db, locks.agentMemory(agentId));
}

export async function isMemoryOn(db: Db, agentId: string): Promise<boolean> {
  const [agent] = await db.select({ on: agents.agentic_memory_enabled }).from(agents).where(eq(agents.id, agentId));
  return agent?.on ?? false;
}

export async function listMemory(db: Db, agentId: string): Promise<MemoryEntry[]> {
  return db
    .select(entryColumns)
    .from(memoryFiles)
    .where(eq(memoryFiles.agent_id, agentId))
    .orderBy(asc(memoryFiles.path))
    .limit(maxMemoryFiles);
}

export async function findMemoryFile(db: Db, agentId: string, path: string): Promise<MemoryRecord | undefined> {
  const [file] = await db.select().from(memoryFiles).where(at(agentId, path));
  return file;
}

export type MemorySource =
  | { readonly source_type: "job"; readonly source_agent_run_id: string }
  | { readonly source_type: "user"; readonly source_user_id: string };

/** What a change replaces: this generation, null for nothing, undefined for whatever is there. */
type Expected = number | null | undefined;

/** Creates or replaces a file in the caller's transaction. Throws memory_changed, or the 400 of a path that cannot be a file. */
export async function writeMemoryFile(
  db: Db,
  agentId: string,
  file: { path: string; content: string; expected: Expected },
  source: MemorySource,
): Promise<MemoryRecord> {
  await lockMemory(db, agentId);
  const old = await findMemoryFile(db, agentId, file.path);
  requireGeneration(old, file.expected);
  if (!old) await requirePlace(db, agentId, file.path);
  const values = { content: file.content, source_agent_run_id: null, source_user_id: null, ...source };
  const [written] = await db
    .insert(memoryFiles)
    .values({ ...values, agent_id: agentId, path: file.path })
    .onConflictDoUpdate({
      target: [memoryFiles.agent_id, memoryFiles.path],
      set: { ...values, generation: sql`nextval('memory_generations')`, updated_at: sql`now()` },
    })
    .returning();
  if (!written) throw new Error("the write returned no memory file");
  return written;
}

/** Returns false when there was no such file. Throws memory_changed. */
export async function removeMemoryFile(db: Db, agentId: string, path: string, expected: Expected): Promise<boolean> {
  await lockMemory(db, agentId);
  const old = await findMemoryFile(db, agentId, path);
  if (!old) return false;
  requireGeneration(old, expected);
  await db.delete(memoryFiles).where(at(agentId, path));
  return true;
}

/** For an agent that is gone, once its runs have ended. */
export async function forget(db: Db, agentId: string): Promise<void> {
  await lockMemory(db, agentId);
  await db.delete(memoryFiles).where(eq(memoryFiles.agent_id, agentId));
}

function requireGeneration(old: MemoryRecord | undefined, expected: Expected): void {
  const now = old?.generation ?? null;
  if (expected === undefined || expected === now) return;
  const message =
    now === null ? "This memory file was deleted." : expected === null ? "A memory file already exists at this path." : undefined;
  throw refuse("memory_changed", message, { generation: now === null ? null : String(now) });
}

async function requirePlace(db: Db, agentId: string, path: string): Promise<void> {
  const related = or(inArray(memoryFiles.path, foldersOf(path)), sql`starts_with(${memoryFiles.path}, ${`${path}/`})`);
  const [clash] = await db
    .select({ path: memoryFiles.path })
    .from(memoryFiles)
    .where(and(eq(memoryFiles.agent_id, agentId), related))
    .limit(1);
  if (clash)
    throw invalid(
      ["path"],
      clash.path.length > path.length ? `${path} is a folder` : `${clash.path} is a file, so it cannot contain other files`,
    );
  const [counted] = await db.select({ total: count() }).from(memoryFiles).where(eq(memoryFiles.agent_id, agentId));
  if ((counted?.total ?? 0) >= maxMemoryFiles)
    throw invalid(["path"], `An agent keeps at most ${maxMemoryFiles} memory files. Use one of those that are there`);
}

function at(agentId: string, path: string) {
  return and(eq(memoryFiles.agent_id, agentId), eq(memoryFiles.path, path));
}
