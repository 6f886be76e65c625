import { and, eq } from "drizzle-orm";
import type { Db } from "#server/platform/db/open.ts";
import type { Claims } from "./provider.ts";
import { providerAccounts } from "./provider-accounts.table.ts";

export async function findAccountOwner(db: Db, { issuer, subject }: Claims): Promise<string | undefined> {
  const [row] = await db
    .select({ userId: providerAccounts.user_id })
    .from(providerAccounts)
    .where(and(eq(providerAccounts.issuer, issuer), eq(providerAccounts.subject, subject)));
  return row?.userId;
}

export async function findLink(db: Db, userId: string, issuer: string): Promise<{ email: string | null; created_at: string } | undefined> {
  const [row] = await db
    .select({ email: providerAccounts.email, created_at: providerAccounts.created_at })
    .from(providerAccounts)
    .where(and(eq(providerAccounts.user_id, userId), eq(providerAccounts.issuer, issuer)));
  return row;
}

/** Instead of what the person had connected before. Returns whether the account is theirs now: another person may have it. */
export async function linkAccount(db: Db, userId: string, { issuer, subject, email }: Claims): Promise<boolean> {
  await unlinkAccount(db, userId);
  const values = { user_id: userId, issuer, subject, email: email ?? null };
  const rows = await db.insert(providerAccounts).values(values).onConflictDoNothing().returning({ id: providerAccounts.user_id });
  return rows.length > 0;
}

export async function unlinkAccount(db: Db, userId: string): Promise<void> {
  await db.delete(providerAccounts).where(eq(providerAccounts.user_id, userId));
}
