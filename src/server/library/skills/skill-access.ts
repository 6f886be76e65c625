import { mayChangeSkill } from "#contract/library/rights.ts";
import type { Context } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import type { SkillSummary } from "#server/engine/tools/skill-summary.ts";
import { findSkill, type SkillRecord } from "./skills.store.ts";

/** The skill of an address that access has let the caller into. Throws 404 for one that is gone since. */
export async function requireSkill({ db }: Pick<Context, "db">, id: string): Promise<SkillSummary> {
  const skill = await findSkill(db, id);
  if (!skill) throw refuse("not_found");
  return skill;
}

/** Skills that come with the service are the same for everybody. Throws 403 for one of them. */
export function ownSkill(skill: SkillSummary): SkillRecord {
  if (!mayChangeSkill(skill))
    throw refuse("forbidden", `${skill.name} is included with the service. It can be read, but not changed or downloaded.`);
  return skill as SkillRecord;
}
