import { type SQL, and, eq, gt, sql } from "drizzle-orm";
import { mayOpenRun } from "#contract/runs/rights.ts";
import { whoOf } from "#server/platform/http/access.ts";
import type { Db } from "#server/platform/db/open.ts";
import { orphanedObjects } from "#server/library/library.table.ts";
import { runs } from "#server/engine/runs.table.ts";
import { sandboxFiles as storedFiles, sandboxes } from "./sandboxes.table.ts";
import { teams } from "#server/teams/teams.table.ts";
import type { Context, Services } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";

export type SandboxRecord = typeof sandboxes.$inferSelect;

const lifetimeMs = 24 * 3_600_000;
/** When the sandbox of a run expires: it holds the run's results. */
export const usedByRun = "infinity";

/** Sandboxes that people made and nobody removed yet (ours). Those of runs are bounded by what they hold. */
const maxByHand = { person: 100, team: 1_000, organization: 10_000 };

/** Makes a sandbox for a person. Throws `too_many`. */
export async function insertSandbox(db: Db, owner: { teamId: string; userId: string }, now: Date): Promise<SandboxRecord> {
  const ofTeam = eq(sandboxes.team_id, owner.teamId);
  await requirePlace(db, "You have", maxByHand.person, and(ofTeam, eq(sandboxes.user_id, owner.userId)));
  await requirePlace(db, "This team has", maxByHand.team, ofTeam);
  const ofOrganization = sql`${sandboxes.team_id} in (
    select id from ${teams} where organization_id = (select organization_id from ${teams} where id = ${owner.teamId}))`;
  await requirePlace(db, "This organization has", maxByHand.organization, ofOrganization);
  const [row] = await db
    .insert(sandboxes)
    .values({ team_id: owner.teamId, user_id: owner.userId, by_hand: true, expires_at: expiry(now) })
    .returning();
  if (!row) throw new Error("insert returned no sandbox");
  return row;
}

async function requirePlace(db: Db, whose: string, limit: number, which: SQL | undefined): Promise<void> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from (select from ${sandboxes} where by_hand and ${which} limit ${limit}) found`,
  );
  if ((rows[0]?.n ?? 0) >= limit)
    throw refuse(
      "too_many",
      `${whose} ${limit.toLocaleString("en")} sandboxes, which is the limit. Use one of them, or try again later: a sandbox that no run uses is removed 24 hours after its last use.`,
    );
}

function expiry(now: Date): string {
  return new Date(now.getTime() + lifetimeMs).toISOString();
}

/** A sandbox that the caller may use: one's own, that of a run of one's own, and for Managers every one of the team. Throws 404 or 403. */
export async function requireSandbox(
  { db, caller, team }: Pick<Context, "db" | "caller" | "team">,
  sandboxId: string,
): Promise<SandboxRecord> {
  const [sandbox] = await db
    .select()
    .from(sandboxes)
    .where(and(eq(sandboxes.id, sandboxId), eq(sandboxes.team_id, team.id)));
  if (!sandbox) throw refuse("not_found");
  if (mayOpenRun(sandbox, whoOf({ caller, team }))) return sandbox;
  const ofOwnRun = and(eq(runs.team_id, team.id), eq(runs.user_id, caller.userId), eq(runs.sandbox_id, sandboxId));
  const [run] = await db.select({ id: runs.id }).from(runs).where(ofOwnRun).limit(1);
  if (!run) throw refuse("forbidden", "This sandbox belongs to somebody else.");
  return sandbox;
}

/** A sandbox that the caller may use and that still takes files. It is kept as {@link touchSandbox} says. */
export async function usableSandbox(
  context: Pick<Context, "db" | "caller" | "team" | "clock">,
  sandboxId: string,
  until?: string,
): Promise<SandboxRecord> {
  const sandbox = await requireSandbox(context, sandboxId);
  if (!(await touchSandbox(context.db, sandboxId, context.clock(), until))) throw refuse("sandbox_expired");
  return sandbox;
}

/**
 * Notes a use: the sandbox is kept for another 24 hours, or for ever once a run uses it ({@link usedByRun}, in the transaction that starts
 * the run). Locks its row until the transaction ends. Returns false when it has expired or is gone.
 */
export async function touchSandbox(db: Db, sandboxId: string, now = new Date(), until = expiry(now)): Promise<boolean> {
  const rows = await db
    .update(sandboxes)
    .set({ expires_at: sql`greatest(${sandboxes.expires_at}, ${until})` })
    .where(and(eq(sandboxes.id, sandboxId), gt(sandboxes.expires_at, now.toISOString())))
    .returning({ id: sandboxes.id });
  return rows.length > 0;
}

/** Sandboxes hold very different numbers of files: as many are removed at a time as one statement removes in about this. */
const steadyMs = 200;
const most = 2_000;

/** Removes sandboxes that nobody used for 24 hours and no run uses. Their bytes follow with `removeOrphanedObjects`. */
export async function removeExpiredSandboxes({ store, clock }: Pick<Services, "store" | "clock">): Promise<void> {
  for (let portion = 10; ;) {
    const began = performance.now();
    const { rowCount } = await store.db.execute(sql`
      with due as materialized (
        select ${sandboxes.id} from ${sandboxes} where ${sandboxes.expires_at} < 'infinity' and ${sandboxes.expires_at} <= ${clock().toISOString()}
        order by ${sandboxes.expires_at} limit ${portion} for update skip locked),
      keys as (
        insert into ${orphanedObjects} (object_key) select f.object_key from ${storedFiles} f join due on due.id = f.sandbox_id on conflict do nothing)
      delete from ${sandboxes} s using due where s.id = due.id`);
    if (rowCount !== portion) return;
    portion = performance.now() - began < steadyMs ? Math.min(2 * portion, most) : Math.max(1, Math.floor(portion / 2));
  }
}
