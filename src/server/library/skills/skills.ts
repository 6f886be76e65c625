import type * as contract from "#contract/library/skills.ts";
import { skillFile } from "#contract/library/skills.ts";
import type { Context, Handlers } from "#server/platform/http/context.ts";
import { teamFor } from "#server/teams/teams/team-for.ts";
import { writeFrontMatter } from "./front-matter.ts";
import { ownSkill, requireSkill } from "./skill-access.ts";
import { removeSkill, saveSkill } from "./skill-writes.store.ts";
import { findSkillDeletion, listTeamSkills, skillAssignments, skillUses, type SkillRecord } from "./skills.store.ts";
import { systemSkills } from "./system-skills.ts";

export const skillHandlers: Handlers<typeof contract> = {
  async listSkills(_input, { db, team }) {
    const uses = await skillUses(db, team.id);
    const own = (await listTeamSkills(db, team.id)).map((skill) => ({
      ...savedSkill(skill),
      ...notRecorded,
      ...(uses.get(skill.id) ?? unused),
      updated_at: skill.updated_at,
      updated_by_user_id: skill.updated_by,
      updated_by_user_name: skill.updated_by_name,
    }));
    const system = systemSkills.map(({ id, name, description, updated_at }) => ({
      ...notRecorded,
      ...(uses.get(id) ?? unused),
      id,
      name,
      description,
      updated_at,
      team_id: null,
      updated_by_user_id: null,
      updated_by_user_name: null,
    }));
    return { skills: [...own, ...system] };
  },

  listSystemSkills() {
    return { skills: systemSkills.map(({ id, name, description }) => ({ id, name, description })) };
  },

  async createSkill({ body }, context) {
    const { db, objects, team, caller } = context;
    const { content, name, description, ...more } = body;
    const text = writeFrontMatter({ name, description, ...more }, content);
    const files = new Map([[skillFile, Buffer.from(text)]]);
    const { skill, created } = await saveSkill(db, objects, {
      teamId: team.id,
      userId: caller.userId,
      name,
      description,
      files,
      replaces: false,
    });
    if (created) context.created();
    skillChanged(context, skill);
    return { skill: savedSkill(skill) };
  },

  async deleteSkill({ params }, context) {
    const skill = ownSkill(await requireSkill(context, params.skill_id));
    await removeSkill(context.db, skill);
    skillChanged(context, skill);
    return { success: true, message: `The skill ${skill.name} is gone.` };
  },

  async previewSkillDeletion({ params }, context) {
    const { id, team_id } = ownSkill(await requireSkill(context, params.skill_id));
    return findSkillDeletion(context.db, team_id, id);
  },

  async listSkillAssignments({ params, query }, context) {
    const skill = await requireSkill(context, params.skill_id);
    const team = await teamFor(context, query.team_id ?? skill.team_id ?? undefined);
    return skillAssignments(context.db, team.id, skill.id);
  },
};

const unused = { live_agents: 0, last_run_at: null };
const notRecorded = { source: null, computer_use_backend: null };

export function savedSkill({ id, name, description, team_id }: SkillRecord) {
  return { id, name, description, team_id };
}

/** Tells screens of the team that a skill changed. */
export function skillChanged({ live }: Pick<Context, "live">, skill: SkillRecord): void {
  live.publish({ teamId: skill.team_id, topic: "skill", id: skill.id });
}
