import { and, eq, inArray, sql } from "drizzle-orm";
import { clarityPasses } from "#server/clarity/landscape/landscape.table.ts";
import { newId, storeNow, storeNowPlus } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { PassRecord } from "#server/clarity/landscape/passes.store.ts";

/** So long a pass is one process's, longer than a model is asked; after that another one takes it up. */
const heldMs = 180_000;

export function isUnderWay(pass: PassRecord | undefined): boolean {
  return pass?.status === "starting" || pass?.status === "running";
}

/** The caller holds the landscape, and no pass is under way. */
export async function startPass(db: Db, organizationId: string, kind: PassRecord["kind"], userId: string): Promise<string> {
  const generation_id = newId();
  const values = { generation_id, kind, status: "starting" as const, user_id: userId, error: null, tries: 0, next_attempt_at: null };
  await db
    .insert(clarityPasses)
    .values({ organization_id: organizationId, ...values })
    .onConflictDoUpdate({ target: clarityPasses.organization_id, set: { ...values, started_at: storeNow, updated_at: storeNow } });
  return generation_id;
}

const isDue = sql`status in ('starting', 'running') and coalesce(next_attempt_at, '-infinity') <= now()`;

/** Whether {@link claimPass} may find one. */
export const passesDue = sql`exists (select from clarity_passes where ${isDue})`;

/** Takes a due pass for a while. */
export async function claimPass(db: Db): Promise<PassRecord | undefined> {
  const due = db
    .select({ id: clarityPasses.organization_id })
    .from(clarityPasses)
    .where(isDue)
    .orderBy(clarityPasses.started_at)
    .limit(1)
    .for("update", { skipLocked: true });
  const [row] = await db
    .update(clarityPasses)
    .set({ status: "running", tries: sql`${clarityPasses.tries} + 1`, next_attempt_at: storeNowPlus(heldMs), updated_at: storeNow })
    .where(inArray(clarityPasses.organization_id, due))
    .returning();
  return row;
}

/** A pass as it was claimed: another process may have taken it up since. */
const asClaimed = ({ organization_id, generation_id, tries }: PassRecord) =>
  and(
    eq(clarityPasses.organization_id, organization_id),
    eq(clarityPasses.generation_id, generation_id),
    eq(clarityPasses.tries, tries),
    eq(clarityPasses.status, "running"),
  );

/** Whether a claimed pass is still the one that was claimed; locked until the transaction ends. */
export async function holdPass(db: Db, pass: PassRecord): Promise<boolean> {
  const rows = await db.select({ id: clarityPasses.generation_id }).from(clarityPasses).where(asClaimed(pass)).for("update");
  return rows.length > 0;
}

/** Does nothing where another process has taken it up. */
export async function endPass(db: Db, pass: PassRecord, end: { status: "completed" } | { status: "failed"; error: string }): Promise<void> {
  await db
    .update(clarityPasses)
    .set({ next_attempt_at: null, error: null, ...end, updated_at: storeNow })
    .where(asClaimed(pass));
}

/** Does nothing where another process has taken it up. */
export async function retryPass(db: Db, pass: PassRecord, delayMs: number): Promise<void> {
  await db
    .update(clarityPasses)
    .set({ next_attempt_at: storeNowPlus(delayMs), updated_at: storeNow })
    .where(asClaimed(pass));
}
