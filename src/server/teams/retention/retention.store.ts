import { eq, getTableColumns } from "drizzle-orm";
import { type Retention, type RetentionDays, usualRetention } from "#contract/teams/retention.ts";
import { storeNow } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { organizationRetention } from "./retention.table.ts";
import { users } from "#server/teams/teams.table.ts";

export async function readRetention(db: Db, organizationId: string): Promise<Retention> {
  const { organization_id: _, ...columns } = getTableColumns(organizationRetention);
  const [row] = await db
    .select({ ...columns, updated_by_name: users.name })
    .from(organizationRetention)
    .leftJoin(users, eq(users.id, organizationRetention.updated_by))
    .where(eq(organizationRetention.organization_id, organizationId));
  return row ?? { ...usualRetention, updated_at: null, updated_by: null, updated_by_name: null };
}

export async function saveRetention(db: Db, organizationId: string, days: Partial<RetentionDays>, userId: string): Promise<void> {
  if (Object.keys(days).length === 0) return;
  const values = { ...days, updated_by: userId, updated_at: storeNow };
  await db
    .insert(organizationRetention)
    .values({ organization_id: organizationId, ...values })
    .onConflictDoUpdate({ target: organizationRetention.organization_id, set: values });
}
