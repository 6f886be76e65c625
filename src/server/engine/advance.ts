import { sql } from "drizzle-orm";
import type { Failure } from "#contract/runs/failures.ts";
import { Unreadable } from "#server/platform/sealing/envelope.ts";
import { storeFailure } from "#server/platform/db/store-failure.ts";
import { isFilesAway } from "#server/platform/objects/files-away.ts";
import { ModelFault } from "#server/engine/models/port.ts";
import { cameTwice, nextTry } from "./models/backoff.ts";
import { runCodeStep } from "./program/code-step.ts";
import { describe } from "#server/platform/work/describe.ts";
import { durationWords } from "./duration-words.ts";
import { storeNow, storeNowPlus } from "#server/platform/db/columns.ts";
import { runs } from "./runs.table.ts";
import { endRun, runChanged } from "./end-run.ts";
import { readLog } from "./log/read-log.ts";
import { runModelStep } from "./models/model-step.ts";
import { LeaseLost, draftDone, writeHeld } from "./log/run-log.ts";
import type { ClaimedRun, HeldRun } from "./log/run-record.ts";
import { systemMessage } from "./log/log-messages.ts";
import { noSecrets } from "./secrets/exported.ts";
import { saySuspended } from "./control/say-suspended.ts";
import type { EngineServices } from "./services.ts";
import type { StepServices } from "./tools/tool.ts";
import { figure } from "#server/platform/metrics/metrics.ts";

const retries = figure("caseload_run_retries_total", "Steps of runs that failed and are tried again.");

/** Workers that may take a run one after the other without any of them getting further. */
const maxClaims = 5;
const workerLost: Failure = {
  code: "worker_lost",
  message:
    "The service stopped five times while it worked on this step, so it was not tried again. Ask your administrator to look into the log, then run it again.",
};

/** Takes a claimed run as far as it goes. Every way it can end is written to the store, unless the lease was lost. */
export async function advance(services: StepServices, claimed: ClaimedRun, signal: AbortSignal): Promise<void> {
  let run: HeldRun = { ...claimed, secrets: noSecrets };
  try {
    if (claimed.claims > maxClaims) return await endRun(services, run, "failed", { failure: workerLost });
    const data = claimed.config?.data;
    if (!data) {
      await endRun(services, run, "failed", {
        failure: { code: "revision_missing", message: "The revision of this run has no configuration." },
      });
      return;
    }
    run = { ...run, secrets: await services.secrets.load(services, run) };
    const before = run.message_count === 0 ? [] : await readLog(services, run.id);
    const log = (await saySuspended(services, run, before)) ? await readLog(services, run.id) : before;
    if ("language" in data) await runCodeStep(services, run, data, log, signal);
    else await runModelStep(services, run, data, log, signal);
  } catch (error) {
    if (error instanceof LeaseLost || signal.aborted) return;
    await handleFault(services, run, error).catch((failure: unknown) => {
      if (!(failure instanceof LeaseLost))
        services.log.error({ run: run.id, error: describe(failure) }, "a fault of a run could not be handled; the run is taken up again");
    });
  }
}

async function handleFault(services: EngineServices, run: HeldRun, error: unknown): Promise<void> {
  if (error instanceof Unreadable) {
    const message =
      "A secret of this revision cannot be opened with this installation's SECRETS_KEY. Replace its values, or ask your administrator to restore the key.";
    return endRun(services, run, "failed", { failure: { code: "secret_unreadable", message } });
  }
  if (error instanceof ModelFault && !error.transient) {
    await endRun(services, run, "failed", { failure: { code: error.code, message: error.message } });
    return;
  }
  const internal = isFilesAway(error) ? "The files could not be reached." : "An internal error interrupted the step.";
  const reason = error instanceof ModelFault ? error.message : internal;
  if (!(error instanceof ModelFault)) services.log.error({ run: run.id, error: describe(error) }, "step failed");
  const asked = error instanceof ModelFault ? error.retryAfterMs : undefined;
  const next = cameTwice(error, run) ?? (await nextTry(services.store.db, runs, run, asked, services.config.model.retryForMs));
  if ("gaveUp" in next) {
    await endRun(services, run, "failed", { failure: { code: "retries_exhausted", message: `${next.gaveUp} ${reason}` } });
    return;
  }
  const { delayMs } = next;
  const note = systemMessage("retrying", `${reason} Trying again in ${durationWords(delayMs)}.`);
  const retry = {
    event: "fault",
    // A store that was away says nothing about the step, nor about the program that it cut off.
    attempt: storeFailure(error) ? run.attempt : run.attempt + 1,
    ...(storeFailure(error) && { excused_starts: sql`least(${runs.excused_starts} + 1, ${runs.code_starts})` }),
    next_attempt_at: storeNowPlus(delayMs),
    retry_reason: reason,
    ...(run.attempt === 0 && { retrying_since: storeNow }),
  } as const;
  await writeHeld(services.store.db, run, retry, [note], [draftDone]);
  services.metrics.count(retries);
  runChanged(services, run);
}
