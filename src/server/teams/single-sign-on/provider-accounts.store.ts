import { and, eq, sql } from "drizzle-orm";
import { atLeastInOrganization, organizationRoles } from "#contract/roles.ts";
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

interface Connected {
  readonly people: number;
  readonly without: number;
  /** Whether an administrator of the installation has connected it. */
  readonly administrator: boolean;
}

const administering = organizationRoles.filter((role) => atLeastInOrganization(role, "organization:admin"));

/** How many people there are, and how many of them have not connected this provider. */
export async function connectedTo(db: Db, issuer: string): Promise<Connected> {
  const { rows } = await db.execute<{ people: number; without: number; administrator: boolean }>(sql`
    select count(*)::int as people, count(*) filter (where p.user_id is null)::int as without,
      coalesce(bool_or(p.user_id is not null and m.role = any(${sql.param([...administering])}::text[])), false) as administrator
    from users u
    left join provider_accounts p on p.user_id = u.id and p.issuer = ${issuer}
    left join organization_members m on m.user_id = u.id
      and m.organization_id = (select id from organizations order by created_at, id limit 1)`);
  return rows[0] ?? { people: 0, without: 0, administrator: false };
}
