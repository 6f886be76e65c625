import { filePath, newFilePath, text } from "#contract/fields.ts";
import { maxContentLength } from "#contract/library/files.ts";
import { z } from "#contract/zod.ts";
import { listTeamFiles, readTeamFile, writeTeamFile } from "#server/library/files/files.store.ts";
import { ToolError, tool } from "#server/engine/tools/tool.ts";

const maxListed = 500;
const maxReadCharacters = 200_000;

export const listFilesTool = tool({
  name: "list_files",
  type: "files",
  effect: "store",
  description: "List the team's files with path and size in bytes.",
  parameters: z.strictObject({ prefix: text(1, 1024).optional().describe("Only paths that start with this") }),
  async execute(tx, args, { run }) {
    const files = (await listTeamFiles(tx, run.team_id)).filter((f) => f.path.startsWith(args.prefix ?? ""));
    return { files: files.slice(0, maxListed).map((f) => ({ path: f.path, size_bytes: f.size_bytes })), total: files.length };
  },
});

export const readFileTool = tool({
  name: "read_file",
  type: "files",
  effect: "store",
  description: "Read a text file of the team.",
  parameters: z.strictObject({ path: filePath, offset: z.int().min(0).optional().describe("Characters to skip") }),
  async execute(tx, args, { run, services }) {
    const bytes = await readTeamFile(tx, services.objects, run.team_id, args.path);
    if (!bytes) throw new ToolError(`There is no file ${args.path}. list_files shows what exists.`);
    let content: string;
    try {
      content = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      throw new ToolError(`${args.path} is not text.`);
    }
    const offset = args.offset ?? 0;
    const part = content.slice(offset, offset + maxReadCharacters);
    return {
      content: part,
      ...(offset + part.length < content.length && { next_offset: offset + part.length, total_characters: content.length }),
    };
  },
});

export const writeFileTool = tool({
  name: "write_file",
  type: "files",
  effect: "store",
  description: "Create or replace a text file of the team.",
  parameters: z.strictObject({ path: newFilePath, content: text(0, maxContentLength) }),
  async execute(tx, args, { run, services, afterCommit }) {
    await writeTeamFile(tx, services.objects, {
      teamId: run.team_id,
      path: args.path,
      content: Buffer.from(args.content),
      userId: run.user_id,
      run,
    });
    afterCommit(() => services.live.publish({ teamId: run.team_id, topic: "file", id: args.path }));
    return { path: args.path, size_bytes: Buffer.byteLength(args.content) };
  },
});
