import { findSkills } from "#server/library/skills/skills.store.ts";
import type { AccessSource } from "./source.ts";

/** Skills by name; one that is gone keeps its id, which is all that is known of it. */
export const skills: AccessSource = async ({ config, context: { db, team } }) => {
  const ids = config && "skills" in config.data ? [...new Set(config.data.skills ?? [])] : [];
  const known = new Map((await findSkills(db, team.id, ids)).map(({ id, name }) => [id, name]));
  return ids.map((id) => {
    const name = known.get(id);
    return { kind: "skill", id, name: name ?? id, detail: name === undefined ? "no longer exists" : null };
  });
};
