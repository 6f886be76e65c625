import { setTimeout as rest } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { RetentionKind } from "#contract/teams/retention.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { EngineServices } from "#server/engine/services.ts";
import { removeFiles } from "./remove-files.ts";
import { removeRuns } from "./remove-runs.ts";

type Remove = (tx: Db, teamId: string, days: number) => Promise<number>;

const removals: readonly (readonly [RetentionKind, Remove])[] = [
  ["runs", removeRuns],
  ["sandboxes", removeFiles],
];

interface Sweep {
  readonly closed: () => boolean;
  /** How much is past its time, noted as it goes. */
  readonly waiting: Record<RetentionKind, number>;
}

interface Kept extends Record<string, unknown>, Record<RetentionKind, number | null> {
  readonly team_id: string;
}

/**
 * Removes what organizations no longer want to keep, a portion at a time. One process at a time does this for all, and rests after each portion
 * for as long as that took: whoever works beside it keeps half of the store. Cut off at any point, the portion under way is still there.
 */
export async function removeByAge({ store, live }: Pick<EngineServices, "store" | "live">, { closed, waiting }: Sweep): Promise<void> {
  const { rows } = await store.db.execute<Kept>(sql`
    select t.id as team_id, o.* from organization_retention o join teams t on t.organization_id = o.organization_id order by t.id`);
  Object.assign(waiting, { runs: 0, sandboxes: 0 });
  for (const kept of rows) for (const [kind] of removals) waiting[kind] += await overdue(store.db, kind, kept);
  for (const kept of rows)
    for (const [kind, remove] of removals) {
      if (kept[kind] === null) continue;
      let removed = 0;
      for (let more = true; more && !closed();) {
        const began = performance.now();
        const portion = await alone(store.db, kept.team_id, kind, remove);
        if (portion === undefined) return;
        more = portion > 0;
        removed += portion;
        waiting[kind] = Math.max(0, waiting[kind] - portion);
        if (more) await rest(performance.now() - began);
      }
      if (removed > 0) live.publish({ teamId: kept.team_id, topic: "run", id: "*" });
    }
}

/** What a team has that is past its time, whatever keeps it: the index alone tells. */
async function overdue(db: Db, kind: RetentionKind, { team_id, [kind]: days }: Kept): Promise<number> {
  if (days === null) return 0;
  const counted = kind === "runs" ? sql`count(*)` : sql`count(distinct sandbox_id)`;
  const { rows } = await db.execute<{ n: number }>(sql`
    select ${counted}::int as n from runs where team_id = ${team_id} and completed_at < now() - make_interval(days => ${days}::int)
      ${kind === "runs" ? sql`` : sql`and sandbox_id is not null`}`);
  return rows[0]?.n ?? 0;
}

/** One portion, by what the setting says by now: whoever takes it back stops a removal under way. Undefined when another process is at it. */
async function alone(db: Db, teamId: string, kind: RetentionKind, remove: Remove): Promise<number | undefined> {
  return db.transaction(async (tx) => {
    const { rows: lock } = await tx.execute<{ ours: boolean }>(sql`select pg_try_advisory_xact_lock(hashtext('retention')) as ours`);
    if (!lock[0]?.ours) return undefined;
    const { rows } = await tx.execute<{ days: number | null }>(sql`
      select o.${sql.identifier(kind)} as days from organization_retention o join teams t on t.organization_id = o.organization_id where t.id = ${teamId}`);
    const days = rows[0]?.days ?? null;
    return days === null ? 0 : remove(tx, teamId, days);
  });
}
