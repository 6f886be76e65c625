import { type SQLWrapper, and, asc, eq, getTableColumns, inArray, isNull, max, sql } from "drizzle-orm";
import type { Deletion } from "#contract/deletion.ts";
import { maxTeamSkills, type Skill } from "#contract/library/skills.ts";
import { agentsUsing, countedAs, findDeletion } from "#server/agents/deletion/deletion.store.ts";
import type { SkillSummary } from "#server/engine/tools/skill-summary.ts";
import { alphabetical } from "#server/platform/db/letters.ts";
import type { Db } from "#server/platform/db/open.ts";
import { agents, revisions } from "#server/agents/agents/agents.table.ts";
import { skillFiles, skills } from "#server/library/library.table.ts";
import { users } from "#server/teams/teams.table.ts";
import type { ObjectStore } from "#server/platform/objects/object-store.ts";
import { findSystemSkill, systemSkills } from "./system-skills.ts";

export type SkillRecord = typeof skills.$inferSelect;
export type StoredSkillFile = typeof skillFiles.$inferSelect;

/** A file of a skill, wherever it lies. */
export interface SkillFileEntry {
  readonly path: string;
  readonly size_bytes: number;
  readonly updated_at: string;
  bytes(): Promise<Uint8Array>;
}

export async function listTeamSkills(db: Db, teamId: string): Promise<(SkillRecord & { updated_by_name: string | null })[]> {
  return db
    .select({ ...getTableColumns(skills), updated_by_name: sql<string | null>`coalesce(nullif(${users.name}, ''), ${users.email})` })
    .from(skills)
    .leftJoin(users, eq(users.id, skills.updated_by))
    .where(eq(skills.team_id, teamId))
    .orderBy(alphabetical(skills.name))
    .limit(maxTeamSkills);
}

/** Every skill among the ids, in the order of the ids. Those of other teams and those that are gone are left out: whoever asks compares. */
export async function findSkills(db: Db, teamId: string, ids: readonly string[]): Promise<SkillSummary[]> {
  const wanted = [...new Set(ids)];
  const known = new Map<string, SkillSummary>(systemSkills.map((skill) => [skill.id, { ...skill, team_id: null }]));
  const own = wanted.filter((id) => !known.has(id));
  const rows =
    own.length === 0
      ? []
      : await db
          .select()
          .from(skills)
          // A configuration may name anything; what is no id names no skill.
          .where(and(eq(skills.team_id, teamId), inArray(sql`${skills.id}::text`, own)));
  for (const row of rows) known.set(row.id, row);
  return wanted.flatMap((id) => known.get(id) ?? []);
}

export async function findSkill(db: Db, id: string): Promise<SkillSummary | undefined> {
  const ours = findSystemSkill(id);
  if (ours) return { ...ours, team_id: null };
  return (await db.select().from(skills).where(eq(skills.id, id)))[0];
}

export async function findSkillByName(db: Db, teamId: string, name: string): Promise<SkillRecord | undefined> {
  const [row] = await db
    .select()
    .from(skills)
    .where(and(eq(skills.team_id, teamId), eq(skills.name, name)));
  return row;
}

/** All files of a skill by path. */
export async function filesOfSkill(db: Db, objects: ObjectStore, skill: Pick<SkillSummary, "id">): Promise<SkillFileEntry[]> {
  const ours = findSystemSkill(skill.id);
  if (ours)
    return [...ours.files].map(([path, bytes]) => ({
      path,
      size_bytes: bytes.length,
      updated_at: ours.updated_at,
      bytes: () => Promise.resolve(bytes),
    }));
  const rows = await storedFiles(db, skill.id);
  return rows.map((row) => ({ ...row, bytes: () => objects.bytes(row.object_key) }));
}

export async function storedFiles(db: Db, skillId: string): Promise<StoredSkillFile[]> {
  return db.select().from(skillFiles).where(eq(skillFiles.skill_id, skillId)).orderBy(asc(skillFiles.path));
}

/** Whether a revision's configuration names a skill. */
const names = (revision: SQLWrapper, skillId: string) =>
  sql`${revision}.config -> 'data' -> 'skills' @> ${JSON.stringify([skillId])}::jsonb`;

export async function findSkillDeletion(db: Db, teamId: string, skillId: string): Promise<Deletion> {
  return findDeletion(db, [
    countedAs("files", sql`select count(*) from skill_files where skill_id = ${skillId}`),
    agentsUsing(teamId, names(sql`r`, skillId)),
  ]);
}

/** How many agents of a team name each skill in their live revision, and when one of them last started a run. */
export async function skillUses(db: Db, teamId: string): Promise<ReadonlyMap<string, Pick<Skill, "live_agents" | "last_run_at">>> {
  const uses = await db
    .select({
      skill: sql<string>`named.id`,
      live_agents: sql<number>`count(distinct ${agents.id})::int`,
      last_run_at: max(agents.last_run_at),
    })
    .from(agents)
    .innerJoin(revisions, and(eq(revisions.agent_id, agents.id), eq(revisions.status, "live")))
    .innerJoin(
      sql`jsonb_path_query(${revisions.config}, '$.data.skills[*]') skill(id) cross join lateral (select skill.id #>> '{}' as id) named`,
      sql`true`,
    )
    .where(and(eq(agents.team_id, teamId), isNull(agents.deleted_at)))
    .groupBy(sql`named.id`);
  return new Map(uses.map(({ skill, ...use }) => [skill, use]));
}

const shownAssignments = 200;

/** Agents whose live revision uses a skill, by name. */
export async function skillAssignments(
  db: Db,
  teamId: string,
  skillId: string,
): Promise<{ assignments: { id: string; name: string }[]; total: number }> {
  const rows = await db
    .select({ id: agents.id, name: agents.name, total: sql<number>`count(*) over ()::int` })
    .from(revisions)
    .innerJoin(agents, eq(agents.id, revisions.agent_id))
    .where(and(eq(agents.team_id, teamId), sql`${agents.deleted_at} is null`, eq(revisions.status, "live"), names(revisions, skillId)))
    .orderBy(alphabetical(agents.name), asc(agents.id))
    .limit(shownAssignments);
  return { assignments: rows.map(({ id, name }) => ({ id, name })), total: rows[0]?.total ?? 0 };
}
