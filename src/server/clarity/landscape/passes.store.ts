import { eq } from "drizzle-orm";
import type { Db } from "#server/platform/db/open.ts";
import { clarityPasses } from "./landscape.table.ts";

export type PassRecord = typeof clarityPasses.$inferSelect;

/** The last pass over an organization's landscape, or the one under way. */
export async function findPass(db: Db, organizationId: string): Promise<PassRecord | undefined> {
  const [row] = await db.select().from(clarityPasses).where(eq(clarityPasses.organization_id, organizationId));
  return row;
}
