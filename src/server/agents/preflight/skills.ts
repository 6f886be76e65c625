import { findSkills } from "#server/library/skills/skills.store.ts";
import type { Check } from "./check.ts";

/** Skills that the team does not have: a run fails before the model is asked. */
export const skills: Check = async ({ config: { data }, context: { db, team } }) => {
  const ids = "skills" in data ? [...new Set(data.skills ?? [])] : [];
  const known = new Set((await findSkills(db, team.id, ids)).map(({ id }) => id));
  return ids
    .filter((id) => !known.has(id))
    .map((id) => ({
      code: "skill_missing",
      severity: "blocks",
      message: `The skill ${id} no longer exists. Every run fails before the model is called.`,
      subject: { id, name: id },
      fix: "edit_revision",
    }));
};
