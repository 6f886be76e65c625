import { and, eq, gt, inArray, isNull, like, lt, or, sql } from "drizzle-orm";
import { newId } from "#server/platform/db/columns.ts";
import type { Db, Store } from "#server/platform/db/open.ts";
import { oauthRecords } from "#server/teams/authorizations/oauth-records.table.ts";
import { providerAccounts } from "#server/teams/single-sign-on/provider-accounts.table.ts";
import { accounts, apiKeys, secondFactors, sessions, users, verifications } from "#server/teams/teams.table.ts";
import type { Caller } from "#server/platform/http/context.ts";

export async function findSession(store: Store, token: string, now: Date): Promise<{ id: string; userId: string } | undefined> {
  const found = await store.pool.query<{ id: string; userId: string }>({
    name: "session-by-token",
    text: `select id, user_id as "userId" from sessions where token = $1 and expires_at > $2`,
    values: [token, now],
  });
  return found.rows[0];
}

export async function credentialExists(db: Db, caller: Caller, now: Date): Promise<boolean> {
  const rows =
    caller.kind === "key"
      ? await db
          .select({ id: apiKeys.id })
          .from(apiKeys)
          .where(and(eq(apiKeys.id, caller.credentialId), or(isNull(apiKeys.expires_at), gt(apiKeys.expires_at, sql`now()`))))
      : await db
          .select({ id: sessions.id })
          .from(sessions)
          .where(and(eq(sessions.id, caller.credentialId), gt(sessions.expiresAt, now)));
  return rows.length > 0;
}

/** The person that a sign-in waits for between password and second factor. */
export async function findChallenged(db: Db, identifier: string, now: Date): Promise<{ userId: string; email: string } | undefined> {
  const [row] = await db
    .select({ userId: users.id, email: users.email })
    .from(verifications)
    .innerJoin(users, eq(users.id, sql`${verifications.value}::uuid`))
    .where(and(eq(verifications.identifier, identifier), gt(verifications.expiresAt, now)));
  return row;
}

/** What {@link findSession} finds. */
export async function insertSession(db: Db, userId: string, token: string, expiresAt: Date): Promise<void> {
  await db.insert(sessions).values({ userId, token, expiresAt });
}

/** What {@link findChallenged} finds, as the sign-in library begins it. */
export async function insertChallenge(db: Db, userId: string, identifier: string, expiresAt: Date): Promise<void> {
  await db.insert(verifications).values([
    { identifier, value: userId, expiresAt },
    { identifier: `2fa-attempts-${identifier}`, value: "0", expiresAt },
  ]);
}

export async function endSession(db: Db, token: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.token, token));
}

/** Ends the sessions of a person, and sign-ins that are under way. */
export async function endSessions(db: Db, userId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.userId, userId));
  await endChallenges(db, userId);
}

/** Sign-ins that are under way: those that wait for a second factor, and codes that AI clients have not exchanged yet. */
export async function endChallenges(db: Db, userId: string): Promise<void> {
  const ofPerson = db.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.user_id, userId));
  await db.delete(oauthRecords).where(and(eq(oauthRecords.kind, "AuthorizationCode"), inArray(oauthRecords.key_id, ofPerson)));
  await db.delete(verifications).where(and(eq(verifications.value, userId), like(verifications.identifier, "2fa-%")));
}

export async function removeExpired(db: Db, email: string, now: Date): Promise<void> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (user) await db.delete(sessions).where(and(eq(sessions.userId, user.id), lt(sessions.expiresAt, now)));
}

export interface SecondFactorState {
  readonly email: string;
  readonly active: boolean;
  /** Active, or begun and not confirmed yet. */
  readonly exists: boolean;
}

/** Locks the person's row: two requests about the second factor of one person follow each other. */
export async function lockSecondFactor(db: Db, userId: string): Promise<SecondFactorState | undefined> {
  const [user] = await db
    .select({ email: users.email, active: users.twoFactorEnabled })
    .from(users)
    .where(eq(users.id, userId))
    .for("update");
  if (!user) return undefined;
  const rows = await db.select({ id: secondFactors.id }).from(secondFactors).where(eq(secondFactors.userId, userId));
  return { ...user, exists: rows.length > 0 };
}

export interface NewUser {
  readonly email: string;
  readonly name: string;
  /** Nobody vouches that the address is theirs. */
  readonly claimed?: boolean;
}

/** A person who cannot sign in yet. */
export async function insertUser(db: Db, { email, name, claimed = false }: NewUser): Promise<string> {
  const id = newId();
  await db.insert(users).values({ id, name, email, addressClaimed: claimed });
  return id;
}

/** An address is proved to be somebody's. Returns whether the account had only claimed it until now. */
export async function proveAddress(db: Db, userId: string): Promise<boolean> {
  const rows = await db
    .update(users)
    .set({ addressClaimed: false, emailVerified: true })
    .where(and(eq(users.id, userId), eq(users.addressClaimed, true)))
    .returning({ id: users.id });
  return rows.length > 0;
}

/** Takes every way in from whoever had an account before: password, second factor and account at the provider. */
export async function removeWaysIn(db: Db, userId: string): Promise<void> {
  await db.delete(accounts).where(eq(accounts.userId, userId));
  await db.delete(secondFactors).where(eq(secondFactors.userId, userId));
  await db.update(users).set({ twoFactorEnabled: false }).where(eq(users.id, userId));
  await db.delete(providerAccounts).where(eq(providerAccounts.user_id, userId));
  await endSessions(db, userId);
}

/** What is kept of the password; undefined: this person has none. */
export async function findPassword(db: Db, userId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ password: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, "credential")));
  return row?.password ?? undefined;
}

/** Instead of the one before, or as the first one. `passwordHash` is in the sign-in library's form. */
export async function storePassword(db: Db, userId: string, passwordHash: string): Promise<void> {
  const { rowCount } = await db
    .update(accounts)
    .set({ password: passwordHash, updatedAt: sql`now()` })
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, "credential")));
  if (rowCount === 0) await db.insert(accounts).values({ userId, accountId: userId, providerId: "credential", password: passwordHash });
}

export async function emailOf(db: Db, userId: string): Promise<string> {
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId));
  return user?.email ?? "";
}

export async function findUserByEmail(db: Db, email: string): Promise<string | undefined> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  return user?.id;
}
