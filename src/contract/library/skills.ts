import { mayChangeSkill } from "./rights.ts";
import { Deletion, deletionOurs } from "#contract/deletion.ts";
import { endpoint } from "#contract/endpoint.ts";
import { int53, Named, storable, text, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { emptyWords, z } from "#contract/zod.ts";

/** How a skill is called in a program's folder and by a model; 1 to 64 characters. */
export const skillName = text(1, 64).regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, {
  error: "Use lowercase letters, digits and single hyphens between them, as in month-end-report",
});
export const skillDescription = text(1, 1024).refine((v) => v === "" || v.trim() !== "", { error: (issue) => emptyWords(issue.path) });

/** The file that makes a folder a skill: front matter with name and description, then instructions. */
export const skillFile = "SKILL.md";
/** Text of one file (ours). */
export const maxSkillText = 1_000_000;

export const Skill = record("Skill", {
  id: uuid,
  name: z.string(),
  description: z.string(),
  /** Null: comes with the service, for every team. */
  team_id: uuid.nullable(),
  updated_at: timestamp,
  updated_by_user_id: uuid.nullable(),
  updated_by_user_name: z.string().nullable(),
  /** Recordings do not exist here, so these two are always null. */
  source: z.enum(["browser", "computer_use"]).nullable(),
  computer_use_backend: z.enum(["rdp", "sandbox"]).nullable(),
  /** Agents of the team whose live revision names it, and when one of them last started a run. */
  live_agents: int53,
  last_run_at: timestamp.nullable(),
});
export type Skill = z.output<typeof Skill>;

/** What an answer to a write says of a skill. */
/** One that comes with the service. */
const SystemSkill = Skill.pick({ id: true, name: true, description: true }).meta({ id: "SystemSkill" });

export const SavedSkill = record("SavedSkill", { id: uuid, name: z.string(), description: z.string(), team_id: uuid });
export type SavedSkill = z.output<typeof SavedSkill>;

/** Characters of a skill's metadata as JSON (ours). */
const maxMetadata = 16_000;

/** A team keeps at most this many (ours). */
export const maxTeamSkills = 500;

const area = "Skills";
const byTeam = (role: "team:member" | "team:builder") => ({ scope: "team", by: "teamId", role }) as const;
const bySkill = (role: "team:member" | "team:builder") => ({ scope: "team", by: "skill_id", role }) as const;
const team = z.strictObject({ teamId: idOf("team") });
const skill = z.strictObject({ skill_id: idOf("skill") });

export const listSkills = endpoint({
  name: "listSkills",
  method: "GET",
  path: "/v2/teams/{teamId}/skills",
  area,
  summary: "A team's skills by name (at most 500), then those that come with the service",
  access: byTeam("team:member"),
  reads: ["skill", "revision", "agent"],
  params: team,
  reply: z.strictObject({ skills: z.array(Skill) }),
});

export const listSystemSkills = endpoint({
  name: "listSystemSkills",
  method: "GET",
  path: "/v2/skills/system",
  area,
  summary: "The skills that come with the service",
  access: { scope: "self" },
  reads: [],
  reply: z.strictObject({ skills: z.array(SystemSkill) }),
});

export const createSkill = endpoint({
  name: "createSkill",
  method: "POST",
  path: "/v2/teams/{teamId}/skills",
  area,
  summary: "Write a skill's SKILL.md from its parts; one of the same name keeps its other files",
  access: byTeam("team:builder"),
  records: "skill.created",
  changes: ["skill"],
  params: team,
  body: z.strictObject({
    name: skillName,
    description: skillDescription,
    /** What follows the front matter. */
    content: text(0, maxSkillText),
    license: text(1, 500).optional(),
    compatibility: text(1, 500).optional(),
    metadata: z
      .record(text(1, 100), z.unknown())
      .refine((metadata) => JSON.stringify(metadata).length <= maxMetadata, { error: "Use at most 16,000 characters of JSON" })
      .refine((metadata) => storable(JSON.stringify(metadata)) && !JSON.stringify(metadata).includes("\\u0000"), {
        error: "This contains characters that cannot be stored",
      })
      .optional(),
    "allowed-tools": text(1, 1000).optional(),
  }),
  reply: z.strictObject({ skill: SavedSkill }),
  upserts: true,
  validationErrors: true,
  errors: ["too_many", "storage_full"],
});

export const deleteSkill = endpoint({
  name: "deleteSkill",
  method: "DELETE",
  path: "/v2/skills/{skill_id}",
  area,
  summary: "Delete a team's skill; agents that use it will fail, see its assignments first",
  access: bySkill("team:builder"),
  may: mayChangeSkill,
  records: "skill.deleted",
  changes: ["skill"],
  params: skill,
  reply: z.strictObject({ success: z.boolean(), message: z.string() }),
});

export const previewSkillDeletion = endpoint({
  name: "previewSkillDeletion",
  method: "GET",
  path: "/v2/skills/{skill_id}/deletion",
  area,
  summary: "Which agents deleting a skill would stop; changes nothing",
  access: bySkill("team:builder"),
  may: mayChangeSkill,
  reads: [],
  ours: deletionOurs,
  params: skill,
  reply: Deletion,
});

export const listSkillAssignments = endpoint({
  name: "listSkillAssignments",
  method: "GET",
  path: "/v2/skills/{skill_id}/assignments",
  area,
  summary: "Agents whose live revision uses a skill (at most 200, and how many there are)",
  access: bySkill("team:member"),
  reads: ["skill", "revision", "agent"],
  params: skill,
  query: z.strictObject({
    /** Ours, for a skill that comes with the service: agents of this team; absent: the key's team, else the caller's first. */
    team_id: uuid.optional(),
  }),
  reply: z.strictObject({ assignments: z.array(Named), total: z.int() }),
});
