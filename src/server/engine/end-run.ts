import { storeNow } from "#server/platform/db/columns.ts";
import type { Failure } from "#contract/runs/failures.ts";
import { ruleOf, type Topic } from "#contract/topics.ts";
import { cancelRequests } from "./control/asking.ts";
import { withNext } from "./tools/handover.ts";
import { cameTo, cameToFail } from "./log/came-to.ts";
import { delivered, draftDone, writeHeld } from "./log/run-log.ts";
import type { NewMessage, HeldRun, RunPatch, RunRecord } from "./log/run-record.ts";
import { systemMessage } from "./log/log-messages.ts";
import type { EngineServices } from "./services.ts";
import { noteEnd } from "./note-end.ts";

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
  noteEnd(services, run, status, ending.failure);
  services.runsEnded([run]);
  runChanged(services, run);
  // A run that failed asks nothing any more.
  if (status === "failed") asksChanged(services, [run]);
}

/** Tells screens that a run and its messages changed. */
export function runChanged(services: Pick<EngineServices, "live">, run: Told): void {
  runsChanged(services, [run], ["run", "run_message"]);
}

/** Tells screens that what runs ask changed: those of whom they act for, and where they work on cases everybody's, of whom any may be asked. */
export function asksChanged(services: Pick<EngineServices, "live">, runs: readonly Told[]): void {
  tell(services, runs, ["human_request"]);
  for (const teamId of new Set(runs.filter(onCase).map((run) => run.team_id)))
    services.live.publish({ teamId, topic: "case_approval", id: "*" });
}

type Told = Pick<RunRecord, "id" | "team_id" | "user_id" | "case_queue_item_id">;

const onCase = (run: Told) => run.case_queue_item_id !== null;

/** More than this many runs of a team are told of as one. */
const maxTold = 20;

/** As {@link runChanged}, for many runs and whatever of them changed. */
export function runsChanged(services: Pick<EngineServices, "live">, changed: readonly Told[], topics: readonly Topic[]): void {
  tell(services, changed, topics);
  tell(services, changed.filter(onCase), ["case_run"], (run) => run.case_queue_item_id ?? "");
}

function tell(
  { live }: Pick<EngineServices, "live">,
  changed: readonly Told[],
  topics: readonly Topic[],
  idOf = (run: Told) => run.id,
): void {
  for (const [teamId, runs] of Map.groupBy(changed, (run) => run.team_id))
    for (const topic of topics)
      if (runs.length > maxTold) live.publish({ teamId, topic, id: "*" });
      else
        for (const run of runs)
          live.publish({ teamId, topic, id: idOf(run), ...(ruleOf(topic).of === "person" && { userId: run.user_id }) });
}
