import type { WorkKind } from "#contract/runs/engine.ts";
import { describe } from "#server/platform/work/describe.ts";
import type { EngineServices } from "#server/engine/services.ts";
import type { RunRecord } from "#server/engine/log/run-record.ts";
import { figure } from "#server/platform/metrics/metrics.ts";

const claims = figure("caseload_claims_total", "Runs that this process started or continued, by kind of step.", "kind");
const takeovers = figure("caseload_takeovers_total", "Runs taken over from a process that stopped, by kind of step.", "kind");

/** Counts what was claimed, and notes at dead workers what was taken from them. What was claimed does not wait for that and does not depend on it. */
export function noteClaims(
  { metrics, store, log }: Pick<EngineServices, "metrics" | "store" | "log">,
  kind: WorkKind,
  claimed: readonly (Pick<RunRecord, "id" | "team_id" | "lease"> &
    Partial<Pick<RunRecord, "agent_id">> & { readonly taken_from: string | null })[],
): void {
  if (claimed.length === 0) return;
  for (const { id, team_id, agent_id, lease, taken_from } of claimed)
    log.info({ run_id: id, team_id, agent_id, lease, ...(taken_from && { taken_from }) }, "run taken up");
  metrics.count(claims, { kind }, claimed.length);
  const taken = claimed.flatMap(({ taken_from }) => taken_from ?? []);
  if (taken.length === 0) return;
  metrics.count(takeovers, { kind }, taken.length);
  for (const [worker, of] of Map.groupBy(taken, (id) => id))
    store.pool
      .query("update workers set taken_over = taken_over + $2 where id = $1", [worker, of.length])
      .catch((error: unknown) => log.warn({ error: describe(error) }, "could not note what was taken from a dead worker"));
}
