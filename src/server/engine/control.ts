import { storeNow } from "#server/db/columns.ts";
import { cancelRequests } from "./asking.ts";
import type { Db } from "#server/db/open.ts";
import { lockAskedRuns } from "./child-runs.ts";
import { runChanged } from "./end-run.ts";
import { afterEvent } from "./run-state.ts";
import { type RunRecord, announcement, draftDone, openCalls, writeRun } from "./run-log.ts";
import { systemMessage, toolResult } from "./log-messages.ts";
import type { EngineServices } from "./services.ts";

export type Control = Pick<EngineServices, "live" | "clock" | "runEnded" | "wakeWebhooks">;

/**
 * Stops an active run whose row the caller has locked. The worker's lease ends with the status, so nothing of it is written afterwards;
 * calls without a result get one that says so, and runs that were asked for stop with it. Returns false when the run was not active.
 */
export async function interruptRun(
  services: Control,
  tx: Db,
  run: RunRecord,
  reason: string | { readonly text: string; readonly user_id: string },
  afterCommit: (effect: () => void) => void,
): Promise<boolean> {
  const { text, ...person } = typeof reason === "string" ? { text: reason } : reason;
  const status = afterEvent(run.status, "stop");
  if (!status) return false;
  await cancelRequests(tx, run.id, text);
  const calls = await openCalls(tx, run.id);
  const results = calls.map((c) => ({
    ...toolResult(c.tool_call_id ?? "", c.tool_name ?? "", { error: "The run was stopped before this call had a result." }),
    // The call did not fail: nothing came of it because of the stop.
    subtype: "session_interrupted",
  }));
  await writeRun(
    tx,
    run,
    { event: "stop", completed_at: storeNow, next_attempt_at: null, retry_reason: null },
    [...results, { ...systemMessage("session_interrupted", text), ...person }],
    [draftDone, ...announcement(run, "run_interrupted", status)],
  );
  for (const child of await lockAskedRuns(tx, run.id))
    await interruptRun(services, tx, child, "The run that asked for this one was stopped.", afterCommit);
  afterCommit(() => {
    services.runEnded(run);
    services.live.publishStop(run.id);
    runChanged(services, run);
    services.live.publish({ teamId: run.team_id, topic: "human_requests", id: run.id, userId: run.user_id });
    if (run.webhook_url) services.wakeWebhooks();
  });
  return true;
}
