import { and, eq } from "drizzle-orm";
import { runMessages } from "#server/db/tables/runs.ts";
import { type NewMessage, type RunPatch, type RunRecord, announce, cancelRequests, systemMessage, writeHeld } from "./run-log.ts";
import type { EngineServices } from "./services.ts";

interface Ending {
  readonly failure?: { code: string; message: string };
  readonly messages?: NewMessage[];
  readonly patch?: RunPatch;
}

/** Ends a held run: status, last messages and webhook in one transaction. */
export async function endRun(services: EngineServices, run: RunRecord, status: "completed" | "failed", ending: Ending = {}): Promise<void> {
  const last = ending.failure ? [systemMessage("session_error", ending.failure.message)] : [];
  await services.store.db.transaction(async (tx) => {
    const patch = {
      ...ending.patch,
      status,
      completed_at: services.clock().toISOString(),
      failure: ending.failure ?? null,
      attempt: 0,
      retry_reason: null,
      lease_until: null,
    };
    await writeHeld(tx, run, patch, [...(ending.messages ?? []), ...last]);
    if (status === "failed") await cancelRequests(tx, run.id);
    // What the agent was given before it failed was read, though nothing came of it.
    const [from, to] = status === "completed" ? (["read", "acted_on"] as const) : (["queued", "read"] as const);
    await tx
      .update(runMessages)
      .set({ delivery: to })
      .where(and(eq(runMessages.run_id, run.id), eq(runMessages.delivery, from)));
    await announce(tx, run, status === "completed" ? "run_completed" : "run_failed", status);
  });
  services.metrics.count("caseload_runs_ended_total", { status });
  runChanged(services, run);
  services.wakeWebhooks();
}

/** Tells screens that a run and its messages changed. */
export function runChanged(services: Pick<EngineServices, "live">, run: Pick<RunRecord, "id" | "team_id" | "user_id">): void {
  services.live.publish({ teamId: run.team_id, topic: "runs", id: run.id, userId: run.user_id });
  services.live.publish({ teamId: run.team_id, topic: "run_messages", id: run.id, userId: run.user_id });
}
