import type { Db } from "#server/platform/db/open.ts";
import { deleteKeysOf } from "#server/teams/api-keys/api-keys.store.ts";
import { proveAddress, removeWaysIn } from "#server/teams/sign-in/identity.store.ts";

/**
 * Gives an account to the owner of its address, who has just proved it. Whoever only claimed the address loses every way in. Returns how many keys
 * ended with that; undefined for an account whose address was not in doubt.
 */
export async function takeOverClaimed(db: Db, userId: string): Promise<number | undefined> {
  if (!(await proveAddress(db, userId))) return undefined;
  await removeWaysIn(db, userId);
  return deleteKeysOf(db, userId);
}
