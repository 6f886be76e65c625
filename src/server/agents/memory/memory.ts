import type { MemoryFileEntry } from "#contract/agents/memory.ts";
import type * as contract from "#contract/agents/memory.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { baseName } from "#server/platform/objects/paths.ts";
import { lockAgent } from "#server/agents/agents/agents.store.ts";
import { findMemoryFile, listMemory, type MemoryEntry, writeMemoryFile } from "./memory.store.ts";
import { requireChange } from "#server/agents/agents/rights.ts";

export const memoryHandlers: Handlers<typeof contract> = {
  async listAgentMemoryFiles({ params }, { db }) {
    const files = await listMemory(db, params.agent_id);
    return { files: files.map((file) => ({ name: baseName(file.path), path: file.path, updated_at: file.updated_at, ...originOf(file) })) };
  },

  async getAgentMemoryFile({ params }, { db }) {
    const file = await findMemoryFile(db, params.agent_id, params.path);
    if (!file) throw refuse("not_found", "There is no memory file at this path.");
    return { path: file.path, content: file.content, ...originOf(file) };
  },

  async putAgentMemoryFile({ params, body }, context) {
    const { db, caller } = context;
    const agent = requireChange(context, await lockAgent(db, params.agent_id));
    const expected = body.generation === null ? null : Number(body.generation);
    const source = { source_type: "user", source_user_id: caller.userId } as const;
    const file = await writeMemoryFile(db, agent.id, { path: params.path, content: body.content, expected }, source);
    return { path: file.path, content: file.content, ...originOf(file) };
  },
};

function originOf(file: MemoryEntry): Omit<MemoryFileEntry, "name" | "path" | "updated_at"> {
  return {
    generation: String(file.generation),
    source_type: file.source_type,
    ...(file.source_agent_run_id && { source_agent_run_id: file.source_agent_run_id }),
    ...(file.source_user_id && { source_user_id: file.source_user_id }),
    source_updated_at: file.updated_at,
  };
}
