import { mayChangeSkill } from "./rights.ts";
import { endpoint } from "#contract/endpoint.ts";
import { filePath, int53, text, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { maxSkillText, SavedSkill } from "./skills.ts";

export const SkillFile = record("SkillFile", {
  name: z.string(),
  path: z.string(),
  size: int53.optional(),
  contentType: z.string().optional(),
  updatedAt: timestamp.optional(),
});
export type SkillFile = z.output<typeof SkillFile>;

/** What one upload takes. The limits of a skill's files are counted while they are unpacked; what an archive says of itself is not believed. */
export const maxSkillUploadBytes = 20_000_000;
export const skillLimits = { files: 1_000, bytes: 50_000_000, ratio: 100 } as const;

const area = "Skills";
const skill = z.strictObject({ skill_id: idOf("skill") });
const skillAndPath = z.strictObject({ skill_id: idOf("skill"), path: filePath });
const reading = { scope: "team", by: "skill_id", role: "team:member" } as const;

const upload = {
  area,
  access: { scope: "team", by: "teamId", role: "team:builder" },
  params: z.strictObject({ teamId: idOf("team") }),
  bytes: maxSkillUploadBytes,
} as const;

export const uploadSkill = endpoint({
  ...upload,
  name: "uploadSkill",
  method: "POST",
  records: "skill.created",
  changes: ["skill"],
  path: "/v2/teams/{teamId}/skills/upload",
  summary: "Create a skill from a SKILL.md, or a ZIP with one at its root; it replaces one of the same name",
  reply: z.strictObject({ skill: SavedSkill }),
  upserts: true,
  validationErrors: true,
  errors: ["invalid_skill", "too_many", "storage_full"],
});

const paths = z.array(z.string());

export const previewSkillUpload = endpoint({
  ...upload,
  name: "previewSkillUpload",
  method: "POST",
  readOnly: true,
  reads: [],
  path: "/v2/teams/{teamId}/skills/upload/preview",
  summary: "Preview an upload, file by file; changes nothing",
  ours: "An upload replaces every file of a skill: a person has to see which before it happens.",
  reply: z.strictObject({
    /** The skill that would be replaced; null: a further one would be made. */
    skill_id: uuid.nullable(),
    name: z.string(),
    description: z.string(),
    added: paths,
    changed: paths,
    removed: paths,
    unchanged: paths,
  }),
  validationErrors: true,
  errors: ["invalid_skill"],
});

export const listSkillFiles = endpoint({
  name: "listSkillFiles",
  method: "GET",
  path: "/v2/skills/{skill_id}/files",
  area,
  summary: "All files of a skill by path",
  access: reading,
  reads: ["skill"],
  params: skill,
  reply: z.strictObject({ files: z.array(SkillFile) }),
});

export const getSkillFileContent = endpoint({
  name: "getSkillFileContent",
  method: "GET",
  path: "/v2/skills/{skill_id}/files/{path}",
  area,
  summary: "A text file of a skill",
  access: reading,
  reads: ["skill"],
  params: skillAndPath,
  reply: z.strictObject({ content: z.string(), path: z.string(), contentType: z.string().optional() }),
  errors: ["not_text"],
});

export const updateSkillFile = endpoint({
  name: "updateSkillFile",
  method: "PUT",
  path: "/v2/skills/{skill_id}/files/{path}",
  area,
  summary: "Create or replace a text file of a team's skill; a SKILL.md may give the skill another name",
  access: { ...reading, role: "team:builder" },
  may: mayChangeSkill,
  records: "skill.updated",
  changes: ["skill"],
  params: skillAndPath,
  body: z.strictObject({ content: text(0, maxSkillText) }),
  reply: z.strictObject({
    success: z.boolean(),
    message: z.string(),
    skill: SavedSkill.omit({ team_id: true }).optional(),
  }),
  validationErrors: true,
  errors: ["invalid_skill", "name_taken", "storage_full"],
});

export const downloadSkill = endpoint({
  name: "downloadSkill",
  method: "GET",
  path: "/v2/skills/{skill_id}/download",
  area,
  summary: "A team's skill as a ZIP archive",
  access: reading,
  may: mayChangeSkill,
  reads: ["skill"],
  params: skill,
  reply: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  download: "application/zip",
});
