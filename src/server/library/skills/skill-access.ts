import { atLeast } from "#contract/roles.ts";
import { tooLow } from "#server/platform/http/access.ts";
import type { Context } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { findRole } from "#server/teams/teams/teams.store.ts";
import { findSkill, type SkillRecord, type SkillSummary } from "./skills.store.ts";

type Asked = Pick<Context, "db" | "caller">;

/** A skill that the caller may read: one of a team of theirs, or one that comes with the service. Throws 404 or 403. */
export async function requireSkill(
  { db, caller }: Asked,
  id: string,
  role: "team:member" | "team:builder" = "team:member",
): Promise<SkillSummary> {
  const skill = await findSkill(db, id);
  if (!skill) throw refuse("not_found");
  if (skill.team_id === null) return skill;
  const own = caller.teamId === null || caller.teamId === skill.team_id ? await findRole(db, caller.userId, skill.team_id) : undefined;
  if (!own) throw refuse("not_found");
  if (!atLeast(own, role)) throw tooLow(role);
  return skill;
}

/** A team's skill that the caller may change. Throws 404 or 403. */
export async function requireOwnSkill(asked: Asked, id: string): Promise<SkillRecord> {
  return ownSkill(await requireSkill(asked, id, "team:builder"));
}

/** Skills that come with the service are the same for everybody. Throws 403 for one of them. */
export function ownSkill(skill: SkillSummary): SkillRecord {
  if (skill.team_id === null)
    throw refuse("forbidden", `${skill.name} is included with the service. It can be read, but not changed or downloaded.`);
  return skill as SkillRecord;
}
