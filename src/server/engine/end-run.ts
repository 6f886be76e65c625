import { storeNow } from "#server/platform/db/columns.ts";
import type { Failure } from "#contract/runs/failures.ts";
import type { Topic } from "#contract/topics.ts";
import { cancelRequests } from "./control/asking.ts";
import { withNext } from "./tools/handover.ts";
import { cameTo, cameToFail, delivered, draftDone, writeHeld } from "./log/run-log.ts";
import type { NewMessage, HeldRun, RunPatch, RunRecord } from "./log/run-record.ts";
import { systemMessage } from "./log/log-messages.ts";
import type { EngineServices } from "./services.ts";
import { figures } from "./figures.ts";

interface Ending {
  readonly failure?: Failure;
  readonly messages?: NewMessage[];
  readonly patch?: RunPatch;
  /** What a run that did its work says to the one that comes next. */
  readonly closing?: string;
}

/** Ends a held run: status, last messages and webhook, all or nothing. */
export async function endRun(services: EngineServices, run: HeldRun, status: "completed" | "failed", ending: Ending = {}): Promise<void> {
  const patch = {
    ...ending.patch,
    event: status === "completed" ? "complete" : "fail",
    completed_at: storeNow,
    failure: ending.failure ?? null,
    attempt: 0,
    retry_reason: null,
  } as const;
  const last = ending.failure ? [systemMessage("session_error", ending.failure.message)] : [];
  const messages = [...(ending.messages ?? []), ...last];
  const { db } = services.store;
  if (status === "completed") {
    const also = [delivered(["read"], "acted_on"), ...services.withEnd, cameTo("run.completed")];
    await withNext(services, run, ending.closing ?? "", (tx, notes) => writeHeld(tx, run, patch, [...messages, ...notes], also));
  } else {
    await db.transaction(async (tx) => {
      // What the agent was given before it failed was read, though nothing came of it.
      await writeHeld(tx, run, patch, messages, [
        delivered(["queued"], "read"),
        draftDone,
        ...services.withEnd,
        cameToFail(ending.failure?.code ?? null),
      ]);
      await cancelRequests(tx, [run.id], "The run failed.");
    });
  }
  services.metrics.count(figures.runsEnded, { status });
  services.runsEnded([run]);
  // A run that failed asks nothing any more.
  runsChanged(services, [run], ["run", "run_message", ...(status === "failed" ? (["human_request"] as const) : [])]);
}

/** Tells screens that a run and its messages changed. */
export function runChanged(services: Pick<EngineServices, "live">, run: Told): void {
  runsChanged(services, [run], ["run", "run_message"]);
}

type Told = Pick<RunRecord, "id" | "team_id" | "user_id" | "case_queue_item_id">;

/** More than this many runs of a team are told of as one. */
const maxTold = 20;

/** As {@link runChanged}, for many runs and whatever of them changed. */
export function runsChanged({ live }: Pick<EngineServices, "live">, changed: readonly Told[], topics: readonly Topic[]): void {
  for (const [teamId, runs] of Map.groupBy(changed, (run) => run.team_id)) {
    const cases = runs.flatMap((run) => run.case_queue_item_id ?? []);
    if (runs.length > maxTold) {
      for (const topic of topics) live.publish({ teamId, topic, id: "*" });
      if (cases.length > 0) live.publish({ teamId, topic: "case_run", id: "*" });
      continue;
    }
    for (const { id, user_id: userId } of runs) for (const topic of topics) live.publish({ teamId, topic, id, userId });
    for (const id of cases) live.publish({ teamId, topic: "case_run", id });
  }
}
