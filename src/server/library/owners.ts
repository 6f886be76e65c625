import type { Owners } from "#server/platform/http/access.ts";
import { findSystemSkill } from "./skills/system-skills.ts";

export const libraryOwners = {
  skill: { sql: (id) => `select team_id from skills where id = ${id}`, common: (id) => findSystemSkill(id) !== undefined },
} satisfies Owners;
