import { filePath, text } from "#contract/fields.ts";
import { skillFile } from "#contract/library/skills.ts";
import { z } from "#contract/zod.ts";
import { decodeText } from "#server/library/files/decode-text.ts";
import { byPath } from "#server/platform/objects/paths.ts";
import { filesOfSkill } from "#server/library/skills/skills.store.ts";
import { ToolError, tool } from "#server/engine/tools/tool.ts";

const maxReadCharacters = 200_000;

export const readSkillTool = tool({
  name: "read_skill",
  type: "skills",
  effect: "store",
  description:
    "Read a skill: its SKILL.md and the list of its files, or one of these files. Programs find the same files under skills/<name>/.",
  parameters: z.strictObject({
    skill: text(1, 64).describe("The skill's name"),
    path: filePath.optional().describe(`A file of the skill; absent: ${skillFile}`),
    offset: z.int().min(0).optional().describe("Characters to skip"),
  }),
  async execute(tx, { skill: name, path = skillFile, offset = 0 }, { services, skills }) {
    const skill = skills.find((s) => s.name === name);
    if (!skill) throw new ToolError(`There is no skill ${name} here. There are: ${skills.map((s) => s.name).join(", ")}.`);
    const files = byPath(await filesOfSkill(tx, services.objects, skill));
    const file = files.find((f) => f.path === path);
    if (!file)
      throw new ToolError(
        `${name} has no file ${path}. It has: ${files
          .map((f) => f.path)
          .join(", ")
          .slice(0, 2000)}.`,
      );
    const content = decodeText(await file.bytes());
    if (content === undefined) throw new ToolError(`${path} is not text. A program can open it as skills/${name}/${path}.`);
    const part = content.slice(offset, offset + maxReadCharacters);
    return {
      content: part,
      ...(path === skillFile && { files: files.map((f) => ({ path: f.path, size_bytes: f.size_bytes })) }),
      ...(offset + part.length < content.length && { next_offset: offset + part.length, total_characters: content.length }),
    };
  },
});
