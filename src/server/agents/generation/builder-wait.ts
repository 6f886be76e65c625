import { and, eq } from "drizzle-orm";
import type { GenerationWait } from "#contract/agents/builder-run.ts";
import { createSilence, silentSince } from "#server/engine/models/model-silence.ts";
import type { EngineServices } from "#server/engine/services.ts";
import type { BuilderRunRecord, ClaimedBuilderRun } from "./builder-log.ts";
import { builderRuns } from "./builder-runs.table.ts";

/** Notes on a builder run that its model is silent. */
export function createBuilderSilence({ store, live }: EngineServices, run: ClaimedBuilderRun) {
  const held = and(eq(builderRuns.id, run.id), eq(builderRuns.lease, run.lease), eq(builderRuns.status, "running"));
  const write = async (silence: object) => {
    await store.db.update(builderRuns).set(silence).where(held);
    live.publish({ teamId: run.team_id, topic: "builder_run", id: run.build_id });
  };
  return createSilence({
    store: (silent_within) => write({ silent_since: silentSince, silent_within }),
    drop: () => write({ silent_since: null, silent_within: null }),
  });
}

/**
 * What a builder run waits for. `lives`: its worker does; the silence that a dead one has left says nothing. `patienceMs`: how long faults are
 * waited out.
 */
export function generationWait(run: BuilderRunRecord, lives: boolean, patienceMs: number): GenerationWait | null {
  if (run.status === "not_started") return { for: "place", since: run.created_at };
  if (run.status !== "running") return null;
  const { next_attempt_at: next, retry_reason: reason, retrying_since: since, attempt } = run;
  if (next !== null && reason !== null && since !== null) {
    const end = Math.max(Date.parse(next), Date.parse(since) + patienceMs);
    return { for: "retry", since, attempt, next_at: next, gives_up_at: new Date(end).toISOString(), reason };
  }
  // Answered by a person, or given back by a worker that stopped or died.
  if (!lives) return { for: "place", since: next ?? run.updated_at };
  return run.silent_since === null ? null : { for: run.silent_within ? "more" : "answer", since: run.silent_since };
}
