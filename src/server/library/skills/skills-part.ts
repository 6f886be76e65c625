import { findSkills } from "./skills.store.ts";
import type { AccessSource, Check, RevisionPart } from "#server/engine/revision-part.ts";

/** Skills that the team does not have: a run fails before the model is asked. */
const noneMissing: Check = async ({ config: { data }, context: { db, team } }) => {
  const ids = "skills" in data ? [...new Set(data.skills ?? [])] : [];
  const there = new Set((await findSkills(db, team.id, ids)).map(({ id }) => id));
  return ids
    .filter((id) => !there.has(id))
    .map((id) => ({
      code: "skill_missing",
      severity: "blocks",
      message: `The skill ${id} no longer exists. Every run fails before the model is called.`,
      subject: { id, name: id },
      fix: "edit_revision",
    }));
};

/** Skills by name; one that is gone keeps its id, which is all that is known of it. */
const reach: AccessSource = async ({ config, context: { db, team } }) => {
  const ids = config && "skills" in config.data ? [...new Set(config.data.skills ?? [])] : [];
  const known = new Map((await findSkills(db, team.id, ids)).map(({ id, name }) => [id, name]));
  return ids.map((id) => {
    const name = known.get(id);
    return { kind: "skill", id, name: name ?? id, detail: name === undefined ? "no longer exists" : null };
  });
};

/** The skills that a configuration names. */
export const skillsPart: RevisionPart = { name: "skills", checks: [noneMissing], reach };
