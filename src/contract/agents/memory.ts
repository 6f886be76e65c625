import { mayChangeAgent } from "./rights.ts";
import { endpoint } from "#contract/endpoint.ts";
import { filePath, text, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";

/** Raised with every change of a file's content and never used twice, not even by a file that comes back after it was deleted. */
export const memoryGeneration = z.string().regex(/^\d{1,16}$/, { error: "Use the `generation` of an earlier answer" });

export const memorySources = ["job", "user"] as const;

const origin = {
  generation: memoryGeneration,
  source_type: z.enum(memorySources),
  source_agent_run_id: uuid.optional(),
  source_user_id: uuid.optional(),
  source_updated_at: timestamp,
};

export const MemoryFileEntry = record("MemoryFileEntry", { name: z.string(), path: z.string(), updated_at: timestamp, ...origin });
export type MemoryFileEntry = z.output<typeof MemoryFileEntry>;

export const MemoryFile = record("MemoryFile", { path: z.string(), content: z.string(), ...origin });
export type MemoryFile = z.output<typeof MemoryFile>;

/** Both limits are ours: what a model can take in at once, and what a list shows. */
export const maxMemoryContent = 100_000;
export const maxMemoryFiles = 500;

export const memoryContent = text(0, maxMemoryContent);

const area = "Agent memory";
const read = { scope: "team", by: "agent_id", role: "team:member" } as const;
const change = { scope: "team", by: "agent_id", role: "team:builder" } as const;
const file = z.strictObject({ agent_id: idOf("agent"), path: filePath });

export const listAgentMemoryFiles = endpoint({
  name: "listAgentMemoryFiles",
  method: "GET",
  path: "/v2/agents/{agent_id}/memory/files",
  area,
  summary: `What an agent keeps between its runs, by path (at most ${maxMemoryFiles}); also while its memory is off`,
  access: read,
  reads: ["memory"],
  params: z.strictObject({ agent_id: idOf("agent") }),
  reply: z.strictObject({ files: z.array(MemoryFileEntry) }),
});

export const getAgentMemoryFile = endpoint({
  name: "getAgentMemoryFile",
  method: "GET",
  path: "/v2/agents/{agent_id}/memory/files/{path}",
  area,
  summary: "One memory file",
  access: read,
  reads: ["memory"],
  params: file,
  reply: MemoryFile,
});

export const putAgentMemoryFile = endpoint({
  name: "putAgentMemoryFile",
  method: "PUT",
  path: "/v2/agents/{agent_id}/memory/files/{path}",
  area,
  summary: "Create or replace a memory file, unless it has changed since it was read",
  access: change,
  may: mayChangeAgent,
  records: "agent.memory_changed",
  changes: ["memory"],
  ours: "What an agent learned wrongly, a person has to be able to put right, down to an empty text: no operation deletes a memory file.",
  params: file,
  body: z.strictObject({
    content: memoryContent,
    /** Of the content that is replaced; null for a file that must not exist yet. */
    generation: memoryGeneration.nullable(),
  }),
  reply: MemoryFile,
  errors: ["memory_changed"],
});
