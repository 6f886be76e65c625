import { setTimeout as rest } from "node:timers/promises";
import { type SQL, sql } from "drizzle-orm";
import { type WorkKind, workKinds } from "#contract/teams/retention.ts";
import { locks, tryLock } from "#server/platform/db/locks.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { Topic } from "#contract/topics.ts";
import type { EngineServices } from "#server/engine/services.ts";
import { historyOver } from "./closed-cases.ts";
import { removeCaseEvents } from "./remove-case-events.ts";
import { removeFiles } from "./remove-files.ts";
import { removeRuns } from "./remove-runs.ts";
import { removeVerdicts } from "./remove-verdicts.ts";

interface Removal {
  readonly remove: (tx: Db, teamId: string, days: number) => Promise<number>;
  /** Selects `n`: what a team has that is past its time, whatever keeps it. Indexes alone tell. */
  readonly overdue: (teamId: string, limit: SQL) => SQL;
  readonly topics: readonly Topic[];
}

const removals: Readonly<Record<WorkKind, Removal>> = {
  runs: {
    remove: removeRuns,
    overdue: (teamId, limit) => sql`select count(*)::int as n from runs where team_id = ${teamId} and completed_at < ${limit}`,
    topics: ["run"],
  },
  sandboxes: {
    remove: removeFiles,
    overdue: (teamId, limit) => sql`
      select count(distinct sandbox_id)::int as n from runs where team_id = ${teamId} and completed_at < ${limit} and sandbox_id is not null`,
    topics: ["run"],
  },
  verdicts: {
    remove: removeVerdicts,
    overdue: (teamId, limit) => sql`
      select (select count(*) from agents a join run_evaluations e on e.agent_id = a.id where a.team_id = ${teamId} and e.evaluated_at < ${limit})::int
        + (select count(*) from queues q join case_evaluations e on e.queue_id = q.id where q.team_id = ${teamId} and e.evaluated_at < ${limit})::int as n`,
    topics: ["run", "evaluation", "case"],
  },
  case_events: {
    remove: removeCaseEvents,
    overdue: (teamId, limit) => sql`
      select count(*)::int as n from queues q join cases c on c.queue_id = q.id where q.team_id = ${teamId} and ${historyOver(limit)}`,
    topics: ["case"],
  },
};

interface Sweep {
  readonly closed: () => boolean;
  /** How much is past its time, noted as it goes. */
  readonly waiting: Record<WorkKind, number>;
}

interface Kept extends Record<string, unknown>, Record<WorkKind, number | null> {
  readonly team_id: string;
}

export function nothingWaits(): Sweep["waiting"] {
  return { runs: 0, sandboxes: 0, verdicts: 0, case_events: 0 };
}

/**
 * Removes what organizations no longer want to keep, a portion at a time. One process at a time does this for all, and rests after each portion
 * for as long as that took: whoever works beside it keeps half of the store. Cut off at any point, the portion under way is still there.
 */
export async function removeByAge({ store, live }: Pick<EngineServices, "store" | "live">, { closed, waiting }: Sweep): Promise<void> {
  const { rows } = await store.db.execute<Kept>(sql`
    select t.id as team_id, o.* from organization_retention o join teams t on t.organization_id = o.organization_id order by t.id`);
  for (const kind of workKinds) waiting[kind] = 0;
  for (const kept of rows) for (const kind of workKinds) waiting[kind] += await overdue(store.db, kind, kept);
  for (const kept of rows)
    for (const kind of workKinds) {
      if (kept[kind] === null) continue;
      let removed = 0;
      for (let more = true; more && !closed();) {
        const began = performance.now();
        const portion = await alone(store.db, kept.team_id, kind);
        if (portion === undefined) return;
        more = portion > 0;
        removed += portion;
        waiting[kind] = Math.max(0, waiting[kind] - portion);
        if (more) await rest(performance.now() - began);
      }
      if (removed > 0) for (const topic of removals[kind].topics) live.publish({ teamId: kept.team_id, topic, id: "*" });
    }
}

/** How much a team has that is past its time. */
async function overdue(db: Db, kind: WorkKind, { team_id, [kind]: days }: Kept): Promise<number> {
  if (days === null) return 0;
  const { rows } = await db.execute<{ n: number }>(removals[kind].overdue(team_id, sql`now() - make_interval(days => ${days}::int)`));
  return rows[0]?.n ?? 0;
}

/** One portion, by what the setting says by now: whoever takes it back stops a removal under way. Undefined when another process is at it. */
async function alone(db: Db, teamId: string, kind: WorkKind): Promise<number | undefined> {
  return db.transaction(async (tx) => {
    if (!(await tryLock(tx, locks.retention))) return undefined;
    const { rows } = await tx.execute<{ days: number | null }>(sql`
      select o.${sql.identifier(kind)} as days from organization_retention o join teams t on t.organization_id = o.organization_id where t.id = ${teamId}`);
    const days = rows[0]?.days ?? null;
    return days === null ? 0 : removals[kind].remove(tx, teamId, days);
  });
}
