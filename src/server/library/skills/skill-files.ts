import type * as contract from "#contract/library/skill-files.ts";
import { maxSkillText, skillFile } from "#contract/library/skills.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { decodeText } from "#server/library/files/decode-text.ts";
import { mimeTypeOf } from "#server/library/files/mime-types.ts";
import { pack } from "#server/library/files/pack.ts";
import { baseName, byPath } from "#server/platform/objects/paths.ts";
import { ownSkill, requireSkill } from "./skill-access.ts";
import { compareFiles, readUpload } from "./skill-content.ts";
import { savedSkill, skillChanged } from "./skills.ts";
import { saveSkill, saveSkillFile } from "./skill-writes.store.ts";
import { filesOfSkill, findSkillByName, storedFiles } from "./skills.store.ts";

export const skillFileHandlers: Handlers<typeof contract> = {
  async uploadSkill({ bytes }, context) {
    const { db, objects, team, caller } = context;
    const content = await readUpload(bytes);
    const { skill, created } = await saveSkill(db, objects, { ...content, teamId: team.id, userId: caller.userId, replaces: true });
    if (created) context.created();
    skillChanged(context, skill);
    return { skill: savedSkill(skill) };
  },

  async previewSkillUpload({ bytes }, { db, team }) {
    const { name, description, files } = await readUpload(bytes);
    const old = await findSkillByName(db, team.id, name);
    const digests = new Map(old ? (await storedFiles(db, old.id)).map((file) => [file.path, file.sha256]) : []);
    return { skill_id: old?.id ?? null, name, description, ...compareFiles(digests, files) };
  },

  async listSkillFiles({ params }, context) {
    const skill = await requireSkill(context, params.skill_id);
    const files = await filesOfSkill(context.db, context.objects, skill);
    return {
      files: byPath(files).map(({ path, size_bytes, updated_at }) => ({
        name: baseName(path),
        path,
        size: size_bytes,
        contentType: mimeTypeOf(path),
        updatedAt: updated_at,
      })),
    };
  },

  async getSkillFileContent({ params }, context) {
    const skill = await requireSkill(context, params.skill_id);
    const file = (await filesOfSkill(context.db, context.objects, skill)).find(({ path }) => path === params.path);
    if (!file) throw refuse("not_found", "The skill has no file at this path.");
    const content = file.size_bytes > 4 * maxSkillText ? undefined : decodeText(await file.bytes());
    if (content === undefined || content.length > maxSkillText) throw refuse("not_text", "This file is not text, or too long to show.");
    return { content, path: file.path, contentType: mimeTypeOf(file.path) };
  },

  async updateSkillFile({ params, body }, context) {
    const { db, objects, caller } = context;
    const skill = ownSkill(await requireSkill(context, params.skill_id));
    const saved = await saveSkillFile(db, objects, skill, params.path, Buffer.from(body.content), caller.userId);
    skillChanged(context, saved);
    const { team_id: _, ...summary } = savedSkill(saved);
    return { success: true, message: `${params.path} was saved.`, ...(params.path === skillFile && { skill: summary }) };
  },

  async downloadSkill({ params }, context) {
    const skill = ownSkill(await requireSkill(context, params.skill_id));
    const files = await filesOfSkill(context.db, context.objects, skill);
    context.attachment(`${skill.name}.zip`);
    return pack(files);
  },
};
