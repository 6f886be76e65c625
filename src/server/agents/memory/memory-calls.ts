import { findMemoryFile, isMemoryOn, listMemory, lockMemory, removeMemoryFile, writeMemoryFile } from "./memory.store.ts";
import type { Db } from "#server/platform/db/open.ts";
import { ToolError } from "#server/engine/tools/tool.ts";
import { baseName } from "#server/platform/objects/paths.ts";
import type { RunRecord } from "#server/engine/log/run-record.ts";

type Writer = Pick<RunRecord, "id" | "agent_id">;

/** What a run may do with its agent's memory, whichever kind of step it is. Each throws {@link ToolError} while the memory is off. */

export async function listMemoryFor(db: Db, run: Writer) {
  await requireOn(db, run);
  const files = await listMemory(db, run.agent_id);
  return {
    files: files.map((f) => ({ name: baseName(f.path), path: f.path, generation: String(f.generation), updated_at: f.updated_at })),
  };
}

export async function readMemoryFor(db: Db, run: Writer, path: string) {
  await requireOn(db, run);
  const file = await findMemoryFile(db, run.agent_id, path);
  if (!file) throw new ToolError(`There is no memory file ${path}.`);
  return { path, content: file.content, generation: String(file.generation) };
}

export async function writeMemoryFor(tx: Db, run: Writer, file: { path: string; content: string; generation?: string | undefined }) {
  await lockMemory(tx, run.agent_id);
  await requireOn(tx, run);
  const expected = file.generation === undefined ? undefined : Number(file.generation);
  const source = { source_type: "job", source_agent_run_id: run.id } as const;
  const written = await writeMemoryFile(tx, run.agent_id, { path: file.path, content: file.content, expected }, source);
  return { path: written.path, generation: String(written.generation) };
}

export async function deleteMemoryFor(tx: Db, run: Writer, path: string) {
  await lockMemory(tx, run.agent_id);
  await requireOn(tx, run);
  if (!(await removeMemoryFile(tx, run.agent_id, path, undefined))) throw new ToolError(`There is no memory file ${path}.`);
  return { path };
}

async function requireOn(db: Db, run: Writer): Promise<void> {
  if (!(await isMemoryOn(db, run.agent_id))) throw new ToolError("The memory of this agent is off: it can neither be read nor changed.");
}
