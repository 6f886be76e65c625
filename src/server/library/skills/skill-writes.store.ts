import { and, count, eq, inArray, sql } from "drizzle-orm";
import { skillLimits } from "#contract/library/skill-files.ts";
import { maxTeamSkills, skillFile } from "#contract/library/skills.ts";
import { keepingAgreements, naming } from "#server/connections/agreements/agreements.store.ts";
import { newId } from "#server/platform/db/columns.ts";
import { lock, locks } from "#server/platform/db/locks.ts";
import type { Db } from "#server/platform/db/open.ts";
import { skillFiles, skills } from "#server/library/library.table.ts";
import type { ObjectStore } from "#server/platform/objects/object-store.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { foldedPath } from "#server/library/files/archive.ts";
import { orphan } from "#server/library/room/orphans.store.ts";
import { describeSkill, sha256, unusable } from "./skill-content.ts";
import { findSkillByName, storedFiles, type SkillRecord, type StoredSkillFile } from "./skills.store.ts";
import { systemSkills } from "./system-skills.ts";

export interface SkillWrite {
  readonly teamId: string;
  readonly userId: string;
  readonly name: string;
  readonly description: string;
  readonly files: ReadonlyMap<string, Buffer>;
  /** Files that are not among them go; otherwise they stay. */
  readonly replaces: boolean;
}

/** Creates the skill of this name or updates it, in the caller's transaction. Throws too_many, or invalid_skill for a name that is not free. */
export async function saveSkill(db: Db, objects: ObjectStore, write: SkillWrite): Promise<{ skill: SkillRecord; created: boolean }> {
  const { teamId, userId, name, description } = write;
  await lockTeamSkills(db, teamId);
  const old = await findSkillByName(db, teamId, name);
  if (!old) await checkRoom(db, teamId, name);
  const changes = { name, description, updated_by: userId, updated_at: sql`now()` };
  const [skill] = old
    ? await db.update(skills).set(changes).where(eq(skills.id, old.id)).returning()
    : await db.insert(skills).values({ team_id: teamId, name, description, updated_by: userId }).returning();
  if (!skill) throw new Error("the skill that was locked is gone");
  const before = await storedFiles(db, skill.id);
  const dropped = write.replaces ? before.filter((file) => !write.files.has(file.path)) : [];
  await keepingAgreements(db, userId, agreedBy(skill), async () => {
    await dropFiles(db, skill.id, dropped);
    await putFiles(db, objects, skill, write.files, before);
  });
  return { skill, created: !old };
}

/** Adds or replaces one file of a skill; a SKILL.md may give it another name. Throws invalid_skill, name_taken. */
export async function saveSkillFile(
  db: Db,
  objects: ObjectStore,
  skill: SkillRecord,
  path: string,
  bytes: Buffer,
  userId: string,
): Promise<SkillRecord> {
  const said = path === skillFile ? describeSkill(bytes) : skill;
  await lockTeamSkills(db, skill.team_id);
  if (said.name !== skill.name) {
    if (await findSkillByName(db, skill.team_id, said.name))
      throw refuse("name_taken", `The team already has another skill named ${said.name}.`);
    checkNotOurs(said.name);
  }
  const before = await storedFiles(db, skill.id);
  checkPlace(before, path, bytes.length);
  await keepingAgreements(db, userId, agreedBy(skill), () => putFiles(db, objects, skill, new Map([[path, bytes]]), before));
  const changes = { name: said.name, description: said.description, updated_by: userId, updated_at: sql`now()` };
  const [saved] = await db.update(skills).set(changes).where(eq(skills.id, skill.id)).returning();
  if (!saved) throw refuse("not_found");
  return saved;
}

export async function removeSkill(db: Db, skill: SkillRecord): Promise<void> {
  await lockTeamSkills(db, skill.team_id);
  await dropFiles(db, skill.id, await storedFiles(db, skill.id));
  await db.delete(skills).where(eq(skills.id, skill.id));
}

/** Whoever changes a team's skills waits for the others: two uploads of one new name would both find it free. */
async function lockTeamSkills(db: Db, teamId: string): Promise<void> {
  await lock(db, locks.teamSkills(teamId));
}

async function checkRoom(db: Db, teamId: string, name: string): Promise<void> {
  checkNotOurs(name);
  await requireRoomForSkills(db, teamId, 1);
}

/** Throws too_many where a team would keep more skills than it may. */
export async function requireRoomForSkills(db: Db, teamId: string, added: number): Promise<void> {
  const [counted] = await db.select({ total: count() }).from(skills).where(eq(skills.team_id, teamId));
  if (added > 0 && (counted?.total ?? 0) + added > maxTeamSkills)
    throw refuse("too_many", `A team keeps at most ${maxTeamSkills} skills. Delete some first.`);
}

/** Revisions that use a skill begin with its files. */
function agreedBy({ id, team_id }: SkillRecord) {
  return { of: naming("skills", team_id, id), parts: ["skills"] } as const;
}

/** Both would lie in the same folder of a program. */
function checkNotOurs(name: string): void {
  if (systemSkills.some((skill) => skill.name === name)) throw unusable(`${name} is an included skill. Use another name.`, "name");
}

function checkPlace(files: readonly { path: string; size_bytes: number }[], path: string, size: number): void {
  const others = files.filter((file) => file.path !== path);
  const clash = others.find((file) => samePlace(file.path, path));
  if (clash) throw unusable(`${clash.path} already exists, and many systems cannot hold both.`);
  if (others.length >= skillLimits.files) throw unusable(`A skill has at most ${skillLimits.files.toLocaleString("en")} files.`);
  if (others.reduce((sum, file) => sum + file.size_bytes, size) > skillLimits.bytes)
    throw unusable(`The files of a skill can have at most ${skillLimits.bytes / 1_000_000} MB together.`);
}

/** One path spelled in two ways, or a file where the other has a folder. */
function samePlace(a: string, b: string): boolean {
  const left = foldedPath(a);
  const right = foldedPath(b);
  return left === right || left.startsWith(`${right}/`) || right.startsWith(`${left}/`);
}

/** Files that are written at a time. */
const batch = 50;

/** Writes those of the files that differ from what is there. */
async function putFiles(
  db: Db,
  objects: ObjectStore,
  skill: SkillRecord,
  files: ReadonlyMap<string, Buffer>,
  before: readonly StoredSkillFile[],
): Promise<void> {
  const old = new Map(before.map((file) => [file.path, file]));
  const rows = [...files]
    .map(([path, bytes]) => ({ path, bytes, sha256: sha256(bytes) }))
    .filter((file) => old.get(file.path)?.sha256 !== file.sha256);
  await dropFiles(
    db,
    skill.id,
    rows.flatMap(({ path }) => old.get(path) ?? []),
  );
  if (rows.length === 0) return;
  const stored = rows.map((row) => ({ ...row, object_key: `teams/${skill.team_id}/skills/${newId()}` }));
  // No row is visible before the commit; without room for all of them no byte is written.
  await db.insert(skillFiles).values(
    stored.map(({ path, bytes, sha256: digest, object_key }) => ({
      skill_id: skill.id,
      path,
      size_bytes: bytes.length,
      sha256: digest,
      object_key,
    })),
  );
  for (let i = 0; i < stored.length; i += batch)
    await Promise.all(stored.slice(i, i + batch).map(({ object_key, bytes }) => objects.put(object_key, bytes)));
}

async function dropFiles(db: Db, skillId: string, files: readonly { path: string; object_key: string }[]): Promise<void> {
  if (files.length === 0) return;
  const paths = files.map((file) => file.path);
  await db.delete(skillFiles).where(and(eq(skillFiles.skill_id, skillId), inArray(skillFiles.path, paths)));
  await orphan(
    db,
    files.map((file) => file.object_key),
  );
}
