import type { WorkKind } from "#contract/runs/engine.ts";
import { describe } from "#server/engine/describe.ts";
import type { EngineServices } from "#server/engine/services.ts";

/** Counts what was claimed, and notes at dead workers what was taken from them. What was claimed does not wait for that and does not depend on it. */
export function noteClaims(
  { metrics, store, log }: Pick<EngineServices, "metrics" | "store" | "log">,
  kind: WorkKind,
  claimed: readonly { readonly taken_from: string | null }[],
): void {
  if (claimed.length === 0) return;
  metrics.count("caseload_claims_total", { kind }, claimed.length);
  const taken = claimed.flatMap(({ taken_from }) => taken_from ?? []);
  if (taken.length === 0) return;
  metrics.count("caseload_takeovers_total", { kind }, taken.length);
  for (const [worker, of] of Map.groupBy(taken, (id) => id))
    store.pool
      .query("update workers set taken_over = taken_over + $2 where id = $1", [worker, of.length])
      .catch((error: unknown) => log.warn({ error: describe(error) }, "could not note what was taken from a dead worker"));
}
