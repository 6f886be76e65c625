import { and, desc, eq, type SQL } from "drizzle-orm";
import type { ApiKey } from "#contract/teams/api-keys.ts";
import type { Db } from "#server/db/open.ts";
import { apiKeys, teams, users } from "#server/db/tables/teams.ts";
import { keyHash } from "#server/http/caller.ts";
import type { Reach } from "./teams.store.ts";

/** Of one person (ours): as many as a list shows. */
export const maxKeys = 200;

/** The keys of a person, newest first; a key of one team sees that team's. */
export async function listOwnKeys(db: Db, { userId, teamId }: Reach): Promise<ApiKey[]> {
  return selectKeys(db, and(eq(apiKeys.user_id, userId), teamId === null ? undefined : eq(apiKeys.team_id, teamId)));
}

export async function listKeysOfTeam(db: Db, teamId: string): Promise<ApiKey[]> {
  return selectKeys(db, eq(apiKeys.team_id, teamId));
}

export async function findKey(db: Db, id: string): Promise<ApiKey | undefined> {
  return (await selectKeys(db, eq(apiKeys.id, id)))[0];
}

function selectKeys(db: Db, where: SQL | undefined): Promise<ApiKey[]> {
  return db
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      hint: apiKeys.hint,
      team_id: apiKeys.team_id,
      team_name: teams.name,
      user_id: apiKeys.user_id,
      user_name: users.name,
      created_at: apiKeys.created_at,
      last_used_at: apiKeys.last_used_at,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.user_id))
    .leftJoin(teams, eq(teams.id, apiKeys.team_id))
    .where(where)
    .orderBy(desc(apiKeys.created_at), desc(apiKeys.id))
    .limit(maxKeys);
}

/** How many keys a person has. Whoever else makes one for them waits until the transaction ends. */
export async function lockedKeyCount(db: Db, userId: string): Promise<number> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
  const rows = await db.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.user_id, userId));
  return rows.length;
}

export async function insertKey(db: Db, key: string, { userId, teamId }: Reach, name: string): Promise<string> {
  const [row] = await db
    .insert(apiKeys)
    .values({ user_id: userId, team_id: teamId, name, hint: key.slice(-4), hash: keyHash(key) })
    .returning({ id: apiKeys.id });
  if (!row) throw new Error("The key was not stored");
  return row.id;
}

export async function deleteKey(db: Db, id: string): Promise<void> {
  await db.delete(apiKeys).where(eq(apiKeys.id, id));
}

/** Makes `token` the key with this id, or removes the key. A token that somebody already has as a key stays theirs. */
export async function setFixedKey(db: Db, id: string, fixed: { token: string; name: string; userId: string } | undefined): Promise<void> {
  const hash = fixed && keyHash(fixed.token);
  const [current] = await db
    .select({ hash: apiKeys.hash, userId: apiKeys.user_id, hint: apiKeys.hint })
    .from(apiKeys)
    .where(eq(apiKeys.id, id))
    .for("update");
  if (current && current.hash === hash && current.userId === fixed?.userId && current.hint === "") return;
  await deleteKey(db, id);
  if (!fixed || !hash) return;
  // A token of the operator's choice may be short, or words: any part of it says too much.
  await db
    .insert(apiKeys)
    .values({ id, user_id: fixed.userId, name: fixed.name, hint: "", hash })
    .onConflictDoNothing({ target: apiKeys.hash });
}

/** Whether this key is one of this person. */
export async function ownsKey(db: Db, userId: string, key: string): Promise<boolean> {
  const owned = and(eq(apiKeys.hash, keyHash(key)), eq(apiKeys.user_id, userId));
  return (await db.select({ id: apiKeys.id }).from(apiKeys).where(owned)).length > 0;
}
