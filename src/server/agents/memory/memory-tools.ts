import { memoryContent, memoryGeneration } from "#contract/agents/memory.ts";
import { filePath } from "#contract/fields.ts";
import { z } from "#contract/zod.ts";
import { deleteMemoryFor, listMemoryFor, readMemoryFor, writeMemoryFor } from "./memory-calls.ts";
import { type ToolContext, tool } from "#server/engine/tools/tool.ts";

const type = "memory";
const effect = "store";
const path = z.strictObject({ path: filePath });

export const memoryListTool = tool({
  name: "memory_list",
  type,
  effect,
  description: "List your memory: text files that you keep from one run to the next.",
  parameters: z.strictObject({}),
  execute: (tx, _args, { run }) => listMemoryFor(tx, run),
});

export const memoryReadTool = tool({
  name: "memory_read",
  type,
  effect,
  description: "Read a file of your memory.",
  parameters: path,
  execute: (tx, args, { run }) => readMemoryFor(tx, run, args.path),
});

export const memoryWriteTool = tool({
  name: "memory_write",
  type,
  effect,
  description: "Create or replace a text file of your memory. With `generation`, only when it is still the one that you read.",
  parameters: z.strictObject({ path: filePath, content: memoryContent, generation: memoryGeneration.optional() }),
  async execute(tx, args, context) {
    context.afterCommit(() => changed(context));
    return writeMemoryFor(tx, context.run, args);
  },
});

export const memoryDeleteTool = tool({
  name: "memory_delete",
  type,
  effect,
  description: "Delete a file of your memory.",
  parameters: path,
  async execute(tx, args, context) {
    context.afterCommit(() => changed(context));
    return deleteMemoryFor(tx, context.run, args.path);
  },
});

function changed({ services, run }: ToolContext): void {
  services.live.publish({ teamId: run.team_id, topic: "memory", id: run.agent_id });
}
