import { eq, sql } from "drizzle-orm";
import { artifacts } from "#server/dashboards/dashboards.table.ts";
import { type DashboardPatch, type DashboardRecord, nextRefresh } from "#server/dashboards/dashboards/dashboards.store.ts";
import { dead } from "#server/engine/claims/liveness.ts";
import { isoInstant, recordOf, storeNow } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";

/** Failures in a row, after which nothing is read again by itself. */
const mostFailures = 10;
/** Longer than all calls of one page take. */
const heldFor = sql`interval '5 minutes'`;

/** A refresh of a dashboard that a worker holds. */
export type Refreshing = DashboardRecord & { readonly refresh_until: string };

async function storeTime(db: Db): Promise<Date> {
  const { rows } = await db.execute<{ now: string }>(sql`select now() as now`);
  return new Date(isoInstant(rows[0]?.now ?? ""));
}

const set = async (db: Db, id: string, values: Partial<Record<keyof DashboardRecord, unknown>>) =>
  db
    .update(artifacts)
    .set(values as object)
    .where(eq(artifacts.id, id));

/** A person wants the values of now: a worker reads them. The caller holds the lock of the dashboard. */
export async function askRefresh(db: Db, id: string): Promise<void> {
  await set(db, id, { refresh_due_at: storeNow, refreshing: true, status: "running" });
}

/** Takes what is due, and is not being written: also what a process held that is gone by now. */
const isDue = sql`refresh_due_at <= now() and (refresh_until is null or refresh_until <= now() or refresh_worker_id in (${sql.raw(dead)}))
        and current_revision_id is not null and (refreshing or status in ('completed', 'failed', 'interrupted'))`;

/** Whether {@link claimRefreshes} may find some. */
export const refreshesDue = sql`exists (select from artifacts where ${isDue})`;

export async function claimRefreshes(db: Db, limit: number, workerId: string): Promise<Refreshing[]> {
  const { rows } = await db.execute(sql`
    with due as (
      select id from artifacts where ${isDue}
      order by refresh_due_at, id limit ${limit} for no key update skip locked)
    update artifacts a set refresh_until = now() + ${heldFor}, refresh_worker_id = ${workerId}, refreshing = true, status = 'running' from due where a.id = due.id returning a.*`);
  return rows.map((row) => recordOf(artifacts, row) as Refreshing);
}

/** The lock of a dashboard whose refresh this process still holds; undefined: a person stopped it, or another process has it. */
export async function lockRefreshing(tx: Db, { id, refresh_until }: Refreshing): Promise<DashboardRecord | undefined> {
  const [row] = await tx.select().from(artifacts).where(eq(artifacts.id, id)).for("no key update");
  return row?.refreshing && row.refresh_until === refresh_until ? row : undefined;
}

const rest = { refreshing: false, refresh_until: null, refresh_worker_id: null };
const times = (next: string | null) => ({ next_refresh_at: next, refresh_due_at: next });
const next = async (db: Db, { id, refresh_frequency }: DashboardRecord) =>
  refresh_frequency && nextRefresh(id, refresh_frequency, await storeTime(db));

/** Everything was read: what was paused runs again. */
export async function endRefresh(db: Db, dashboard: DashboardRecord): Promise<void> {
  await set(db, dashboard.id, {
    ...rest,
    ...times(await next(db, dashboard)),
    status: "completed",
    last_refresh_at: storeNow,
    refresh_failures: 0,
    refresh_failure: null,
    refresh_failed_at: null,
    refresh_paused_at: null,
  });
}

/** Returns how often it has failed in a row by now where that pauses it. */
export async function failRefresh(db: Db, dashboard: DashboardRecord, why: string, forGood = false): Promise<number | undefined> {
  const failures = dashboard.refresh_failures + 1;
  const byItself = dashboard.refresh_frequency !== null && dashboard.refresh_paused_at === null;
  const pauses = byItself && (forGood || failures >= mostFailures);
  const stays = pauses || dashboard.refresh_paused_at !== null;
  await set(db, dashboard.id, {
    ...rest,
    ...times(stays ? null : await next(db, dashboard)),
    status: "failed",
    refresh_failures: failures,
    refresh_failure: why,
    refresh_failed_at: storeNow,
    ...(pauses && { refresh_paused_at: storeNow }),
  });
  return pauses ? failures : undefined;
}

/** A person stopped it: it comes again at its usual time. */
export async function stopRefresh(db: Db, dashboard: DashboardRecord): Promise<void> {
  const paused = dashboard.refresh_paused_at !== null;
  await set(db, dashboard.id, { ...rest, ...times(paused ? null : await next(db, dashboard)), status: "interrupted" });
}

/** How often it is read again from now on; null: only when a person asks. */
export function frequencyPatch(
  { id, refreshing }: Pick<DashboardRecord, "id" | "refreshing">,
  frequency: DashboardRecord["refresh_frequency"],
  now: Date,
): DashboardPatch {
  const at = frequency && nextRefresh(id, frequency, now);
  // What a person asked for stays due.
  const due = refreshing ? {} : { refresh_due_at: at };
  return { refresh_frequency: frequency, next_refresh_at: at, ...due, refresh_failures: 0, refresh_paused_at: null };
}
