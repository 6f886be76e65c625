import { storeNow } from "#server/platform/db/columns.ts";
import { cancelRequests } from "./asking.ts";
import type { Db } from "#server/platform/db/open.ts";
import { lockAskedRuns } from "#server/engine/tools/child-runs.ts";
import { asksChanged, runsChanged } from "#server/engine/end-run.ts";
import { afterEvent, isHeld } from "#server/engine/run-state.ts";
import { cameTo } from "#server/engine/log/came-to.ts";
import { draftDone, openCalls, writeRuns } from "#server/engine/log/run-log.ts";
import type { RunRecord } from "#server/engine/log/run-record.ts";
import { systemMessage, toolResult } from "#server/engine/log/log-messages.ts";
import type { EngineServices } from "#server/engine/services.ts";

export type Control = Pick<EngineServices, "live" | "clock" | "runsEnded">;

/** Why runs are stopped, and who did it if a person did. */
export type StopReason = string | { readonly text: string; readonly user_id: string };

/** As {@link interruptRuns}, for one. Returns false when it was not active. */
export async function interruptRun(
  services: Control,
  tx: Db,
  run: RunRecord,
  reason: StopReason,
  afterCommit: (effect: () => void) => void,
): Promise<boolean> {
  if (afterEvent(run.status, "stop") === undefined) return false;
  await interruptRuns(services, tx, [run], reason, afterCommit);
  return true;
}

/**
 * Stops those of the runs that are active; the caller has locked their rows. A worker's lease ends with the status, so nothing of it is written
 * afterwards; calls without a result get one that says so, and runs that were asked for stop with them. As many statements for all as for one.
 */
export async function interruptRuns(
  services: Control,
  tx: Db,
  locked: readonly RunRecord[],
  reason: StopReason,
  afterCommit: (effect: () => void) => void,
): Promise<void> {
  const { text, ...person } = typeof reason === "string" ? { text: reason } : reason;
  const stopped = locked.filter((run) => afterEvent(run.status, "stop") === "interrupted");
  if (stopped.length === 0) return;
  const ids = stopped.map((run) => run.id);
  await cancelRequests(tx, ids, text);
  const calls = Map.groupBy(await openCalls(tx, ids), (call) => call.run_id);
  const each = stopped.map((run) => {
    const results = (calls.get(run.id) ?? []).map((c) => ({
      ...toolResult(c.tool_call_id ?? "", c.tool_name ?? "", { error: "The run was stopped before this call had a result." }),
      // The call did not fail: nothing came of it because of the stop.
      subtype: "session_interrupted",
    }));
    return { run, messages: [...results, { ...systemMessage("session_interrupted", text), ...person }] };
  });
  await writeRuns(tx, each, "interrupted", { completed_at: storeNow, next_attempt_at: null, retry_reason: null }, [
    draftDone,
    cameTo("run.interrupted", typeof reason === "string" ? { kind: "service" } : { kind: "user", id: reason.user_id }),
  ]);
  await interruptRuns(services, tx, await lockAskedRuns(tx, ids), "The run that asked for this one was stopped.", afterCommit);
  afterCommit(() => {
    services.runsEnded(stopped);
    for (const run of stopped) if (isHeld(run.status)) services.live.publishStop(run.id);
    runsChanged(services, stopped, ["run", "run_message"]);
    asksChanged(services, stopped);
  });
}
