import { and, arrayContains, desc, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { ApiKey } from "#contract/teams/api-keys.ts";
import type { Db } from "#server/platform/db/open.ts";
import { apiKeys, teams, users } from "#server/teams/teams.table.ts";
import { keyHash } from "#server/platform/http/caller.ts";
import type { Caller } from "#server/platform/http/context.ts";
import type { Reach } from "#server/teams/teams/teams.store.ts";

/** A key as the store has it: what it may still send the limiter knows. */
export type StoredKey = Omit<ApiKey, "quota">;

/** Of one person (ours): as many as a list shows. */
export const maxKeys = 200;

/** The keys of a person, newest first; a key of one team sees that team's. */
export async function listOwnKeys(db: Db, { userId, teamId }: Reach): Promise<StoredKey[]> {
  return selectKeys(db, and(eq(apiKeys.user_id, userId), teamId === null ? undefined : eq(apiKeys.team_id, teamId)));
}

export async function listKeysOfTeam(db: Db, teamId: string): Promise<StoredKey[]> {
  return selectKeys(db, eq(apiKeys.team_id, teamId));
}

export async function findKey(db: Db, id: string): Promise<StoredKey | undefined> {
  return (await selectKeys(db, eq(apiKeys.id, id)))[0];
}

const creators = alias(apiKeys, "creators");

function selectKeys(db: Db, where: SQL | undefined): Promise<StoredKey[]> {
  // Together: counted for each key alone, all keys of its owner were read as often as there are keys.
  const made = db
    .select({ id: sql<string>`unnest(${apiKeys.ancestors})`.as("maker_id"), count: sql<number>`count(*)::int`.as("made") })
    .from(apiKeys)
    .where(inArray(apiKeys.user_id, db.select({ id: apiKeys.user_id }).from(apiKeys).where(where)))
    .groupBy(sql`1`)
    .as("made");
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
      created_by_key_id: apiKeys.created_by_key_id,
      created_by_key_name: creators.name,
      descendants: sql<number>`coalesce(${made.count}, 0)`,
      last_used_at: apiKeys.last_used_at,
      reads_only: apiKeys.reads_only,
      client: apiKeys.client,
      expires_at: apiKeys.expires_at,
      successor_id: apiKeys.successor_id,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.user_id))
    .leftJoin(teams, eq(teams.id, apiKeys.team_id))
    .leftJoin(creators, eq(creators.id, apiKeys.created_by_key_id))
    .leftJoin(made, eq(made.id, apiKeys.id))
    .where(where)
    .orderBy(desc(apiKeys.created_at), desc(apiKeys.id))
    .limit(maxKeys);
}

/** Whoever else makes or revokes keys of this person waits until the transaction ends. */
async function lockKeys(db: Db, userId: string): Promise<void> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
}

/** How many keys a person has. */
export async function lockedKeyCount(db: Db, userId: string): Promise<number> {
  await lockKeys(db, userId);
  const rows = await db.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.user_id, userId));
  return rows.length;
}

/** What a key is made with. */
export interface NewKey {
  readonly caller: Caller;
  readonly teamId: string | null;
  readonly name: string;
  readonly readsOnly?: boolean;
  /** What a program calls itself that a person lets in. */
  readonly client?: string;
  /** Null: it works until it is revoked. */
  readonly expiresAt?: string | null;
  /** The key that it is the successor of. */
  readonly replaces?: string;
}

/** A key of the caller. Call it under the lock of `lockedKeyCount`, with a caller that still exists then. */
export async function insertKey(db: Db, key: string, made: NewKey): Promise<string> {
  const { caller, teamId, name, readsOnly = false, client, expiresAt = null, replaces } = made;
  const maker = caller.kind === "key" ? caller.credentialId : undefined;
  const lineage = maker === undefined ? {} : { created_by_key_id: maker, ancestors: await lineageOf(db, maker) };
  // What a key makes ends with it at the latest, but for its own successor: otherwise whoever found one that expires would have one that does not.
  const bound = maker === undefined || maker === replaces ? sql`null` : sql`(select expires_at from api_keys where id = ${maker})`;
  const [row] = await db
    .insert(apiKeys)
    .values({
      user_id: caller.userId,
      team_id: teamId,
      name,
      // The end of what nobody holds says nothing.
      hint: client === undefined ? key.slice(-4) : "",
      hash: keyHash(key),
      reads_only: readsOnly,
      client,
      expires_at: sql`least(${expiresAt}::timestamptz, ${bound})`,
      ...lineage,
    })
    .returning({ id: apiKeys.id });
  if (!row) throw new Error("The key was not stored");
  return row.id;
}

/** A key and those it descends from that still exist: no others can be revoked with what they made. */
async function lineageOf(db: Db, id: string): Promise<string[]> {
  const child = sql`(select ancestors from api_keys where id = ${id})`;
  const rows = await db
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(or(eq(apiKeys.id, id), sql`${apiKeys.id} = any(${child}::uuid[])`));
  return rows.map((row) => row.id);
}

/** Returns how many keys it revoked. A key that is being created with one of them follows or fails. */
export async function deleteKey(db: Db, key: Pick<ApiKey, "id" | "user_id">, withDescendants: boolean): Promise<number> {
  await lockKeys(db, key.user_id);
  const descends = withDescendants ? and(eq(apiKeys.user_id, key.user_id), arrayContains(apiKeys.ancestors, [key.id])) : undefined;
  const rows = await db
    .delete(apiKeys)
    .where(or(eq(apiKeys.id, key.id), descends))
    .returning({ id: apiKeys.id });
  return rows.length;
}

/** The key before goes on for some hours, and no longer than it would have. False where it has a successor already. */
export async function succeedKey(db: Db, id: string, successorId: string, hours: number): Promise<boolean> {
  const rows = await db
    .update(apiKeys)
    .set({ successor_id: successorId, expires_at: sql`least(${apiKeys.expires_at}, now() + make_interval(hours => ${hours}))` })
    .where(and(eq(apiKeys.id, id), isNull(apiKeys.successor_id)))
    .returning({ id: apiKeys.id });
  return rows.length > 0;
}

/** All keys of a person, those of AI clients too, but the one of the operator's choice, which a setting keeps. Returns how many there were. */
export async function deleteKeysOf(db: Db, userId: string): Promise<number> {
  await lockKeys(db, userId);
  const rows = await db
    .delete(apiKeys)
    .where(and(eq(apiKeys.user_id, userId), or(ne(apiKeys.hint, ""), isNotNull(apiKeys.client))))
    .returning({ id: apiKeys.id });
  return rows.length;
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
  await db.delete(apiKeys).where(eq(apiKeys.id, id));
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
