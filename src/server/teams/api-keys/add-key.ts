import { randomBytes } from "node:crypto";
import type { Context } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { credentialExists } from "#server/teams/sign-in/identity.store.ts";
import { findKey, insertKey, lockedKeyCount, maxKeys, type NewKey, type StoredKey } from "./api-keys.store.ts";

/** 256 bits of chance, with a beginning by which people and scanners know what it is. */
export function newKey(): string {
  return `ck_${randomBytes(32).toString("base64url")}`;
}

/** Stores a key of the caller. Throws `too_many`, and `unauthorized` where what they called with has ended meanwhile. */
export async function addKey(
  { db, caller, clock }: Pick<Context, "db" | "caller" | "clock">,
  key: string,
  made: Omit<NewKey, "caller">,
): Promise<StoredKey> {
  const count = await lockedKeyCount(db, caller.userId);
  // What ended while this waited for the lock leaves no key behind.
  if (!(await credentialExists(db, caller, clock()))) throw refuse("unauthorized");
  if (count >= maxKeys)
    throw refuse("too_many", `You have ${maxKeys} API keys, as many as one person may have. Revoke some that are no longer used.`);
  const created = await findKey(db, await insertKey(db, key, { caller, ...made }));
  if (!created) throw new Error("The key was not stored");
  return created;
}
