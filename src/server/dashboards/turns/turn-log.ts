import { isDeepStrictEqual } from "node:util";
import { and, eq, type SQL, sql } from "drizzle-orm";
import { dashboardEvents } from "#contract/dashboards/events.ts";
import type { DashboardStatus } from "#contract/dashboards/dashboard.ts";
import { artifactTurns } from "#server/dashboards/dashboards.table.ts";
import {
  type DashboardRecord,
  findVersion,
  insertVersion,
  lockDashboard,
  patchDashboard,
} from "#server/dashboards/dashboards/dashboards.store.ts";
import type { Leased } from "#server/engine/claims/lease-loop.ts";
import { LeaseLost } from "#server/engine/log/run-log.ts";
import type { EngineServices } from "#server/engine/services.ts";
import { storeNow } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { record } from "#server/platform/events/record.ts";
import type { Page } from "#contract/dashboards/page.ts";
import { emptyPage } from "./edit-page.ts";

export type TurnRecord = typeof artifactTurns.$inferSelect;
/** A turn that a worker holds. */
export type ClaimedTurn = TurnRecord & Pick<DashboardRecord, "created_by_user_id" | "visibility"> & { readonly taken_from: string | null };

export type TurnPatch = Partial<
  Pick<TurnRecord, "turns" | "page" | "steps" | "said" | "questions" | "failure" | "checks" | "attempt" | "retry_reason" | "worker_id">
> & { next_attempt_at?: SQL | null; retrying_since?: SQL };

const isHeld = ({ id, lease }: Leased) =>
  and(eq(artifactTurns.id, id), eq(artifactTurns.lease, lease), eq(artifactTurns.status, "running"));

/** Whether the worker still holds a turn, until the end of the transaction. */
export async function isStillHeld(tx: Db, held: Leased): Promise<boolean> {
  const rows = await tx.select({ id: artifactTurns.id }).from(artifactTurns).where(isHeld(held)).for("update");
  return rows.length > 0;
}

/**
 * Writes as the worker that holds a turn. Throws {@link LeaseLost} once it no longer does: nothing was written then. Returns the conversation as it is
 * stored, with its keys in the store's order: what a model is asked is the same before and after a crash.
 */
export async function writeHeld(db: Db, held: Leased, patch: TurnPatch): Promise<TurnRecord["turns"]> {
  const written = await db
    .update(artifactTurns)
    .set({ ...patch, updated_at: sql`now()` })
    .where(isHeld(held))
    .returning({ turns: artifactTurns.turns });
  if (!written[0]) throw new LeaseLost();
  return written[0].turns;
}

type TurnEnd = "completed" | "failed" | "interrupted" | "waiting_for_input";
/** What a dashboard says of its latest turn: while a question waits, nothing is being written. */
const shownAs: Record<TurnEnd, DashboardStatus> = {
  completed: "completed",
  failed: "failed",
  interrupted: "interrupted",
  waiting_for_input: "completed",
};

/** Ends a turn as its worker. Throws {@link LeaseLost}. */
export async function endHeld(services: EngineServices, held: ClaimedTurn, end: TurnEnd, patch: TurnPatch = {}): Promise<void> {
  const dashboard = await services.store.db.transaction(async (tx) => {
    const found = await lockDashboard(tx, held.artifact_id);
    const [turn] = await tx.select().from(artifactTurns).where(isHeld(held)).for("update");
    if (!found || !turn) throw new LeaseLost();
    await endTurn(tx, found, { ...turn, ...patch } as TurnRecord, end, patch);
    return found;
  });
  turnChanged(services, held.artifact_id, dashboard);
}

/** Ends a turn whose dashboard and row are locked. What was written so far stays, however it ended: as the next version. */
export async function endTurn(tx: Db, dashboard: DashboardRecord, turn: TurnRecord, end: TurnEnd, patch: TurnPatch = {}): Promise<void> {
  const kept = await keepPage(tx, dashboard, turn);
  await tx
    .update(artifactTurns)
    .set({
      ...patch,
      status: end,
      // Whoever still works on it holds an older one.
      lease: sql`${artifactTurns.lease} + 1`,
      worker_id: null,
      next_attempt_at: null,
      completed_at: storeNow,
      updated_at: storeNow,
      ...(kept && { result_revision_id: kept.id }),
    })
    .where(eq(artifactTurns.id, turn.id));
  await patchDashboard(tx, dashboard.id, { status: shownAs[end] });
  const about = { team: dashboard.team_id, actor: { kind: "service" }, subject: dashboard.id } as const;
  if (end === "failed") await record(tx, dashboardEvents, { ...about, type: "dashboard.failed", data: {} });
  else if (kept) await record(tx, dashboardEvents, { ...about, type: "dashboard.generated", data: { version: kept.version } });
}

/** The page that a turn begins with. */
export async function basePage(db: Db, turn: Pick<TurnRecord, "artifact_id" | "base_revision_id">): Promise<Page> {
  const base = turn.base_revision_id === null ? undefined : await findVersion(db, turn.artifact_id, turn.base_revision_id);
  return base?.page ?? emptyPage;
}

async function keepPage(tx: Db, dashboard: DashboardRecord, turn: TurnRecord): Promise<{ id: string; version: number } | undefined> {
  const base = await basePage(tx, turn);
  const isNew = turn.base_revision_id === null;
  if (
    isNew
      ? turn.page.blocks.length === 0
      : isDeepStrictEqual({ ...turn.page, title: "" }, { ...base, title: "" }) && turn.page.title === base.title
  )
    return undefined;
  // A person who gave the dashboard another name meanwhile means it. The version keeps its own, by which a restore knows a name that a person gave.
  const title = !isNew && turn.page.title === base.title ? dashboard.title : null;
  return insertVersion(tx, { artifactId: dashboard.id, parentId: turn.base_revision_id, page: turn.page, title });
}

/** Tells screens that a turn, and perhaps the page, changed. A private dashboard is its creator's. */
export function turnChanged(
  { live }: { readonly live: Pick<EngineServices["live"], "publish"> },
  id: string,
  { team_id, visibility, created_by_user_id }: Pick<DashboardRecord, "team_id" | "visibility" | "created_by_user_id">,
  topics: readonly ("artifact" | "artifact_message")[] = ["artifact", "artifact_message"],
): void {
  const only = visibility === "private" ? { userId: created_by_user_id } : {};
  for (const topic of topics) live.publish({ teamId: team_id, topic, id, ...only });
}
