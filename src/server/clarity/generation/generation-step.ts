import { atLeast } from "#contract/roles.ts";
import { chatPipeline } from "#server/clarity/chat/chat-turn.ts";
import { findProcess } from "#server/clarity/processes/processes.store.ts";
import { storable } from "#server/engine/log/log-messages.ts";
import { LeaseLost } from "#server/engine/log/run-log.ts";
import { cameTwice, nextTry } from "#server/engine/models/backoff.ts";
import { ModelFault } from "#server/engine/models/port.ts";
import type { EngineServices } from "#server/engine/services.ts";
import { storeNow, storeNowPlus } from "#server/platform/db/columns.ts";
import { describe } from "#server/platform/work/describe.ts";
import { findRole } from "#server/teams/teams/teams.store.ts";
import { clarityGenerations } from "./generations.table.ts";
import { type ClaimedGeneration, writeHeld } from "./generations.store.ts";
import { listenPipeline } from "./listen.ts";
import type { Pipeline } from "./pipeline.ts";
import { versionPipeline } from "./write-version.ts";

const pipelines: Readonly<Record<ClaimedGeneration["task"], Pipeline>> = {
  generate: versionPipeline,
  postprocess: versionPipeline,
  chat: chatPipeline,
  transcribe: listenPipeline,
};

/** Takes a claimed generation as far as it goes. Every way it can end is stored, unless it was stopped or another process holds it. */
export async function advanceGeneration(services: EngineServices, held: ClaimedGeneration, signal: AbortSignal): Promise<void> {
  try {
    let now: ClaimedGeneration | undefined = held;
    while (now && !signal.aborted) now = await oneStep(services, now, signal);
  } catch (error) {
    if (error instanceof LeaseLost || signal.aborted) return;
    await handleFault(services, held, error).catch((failure: unknown) => {
      if (!(failure instanceof LeaseLost))
        services.log.error(
          { generation: held.id, error: describe(failure) },
          "a fault of a generation could not be handled; it is taken up again",
        );
    });
  }
}

/** Asks the model once, and stores what came of it. Undefined: the generation has ended. */
async function oneStep(services: EngineServices, held: ClaimedGeneration, signal: AbortSignal): Promise<ClaimedGeneration | undefined> {
  const { db } = services.store;
  const pipeline = pipelines[held.task];
  const role = held.user_id === null ? undefined : await findRole(db, held.user_id, held.team_id);
  const process = await findProcess(db, held.process_id);
  if (!process) throw new LeaseLost();
  if (role === undefined || !atLeast(role, "team:member")) {
    await pipeline.fail(services, held, "The person who asked is no longer in this team.");
    return undefined;
  }
  return pipeline.step(services, held, process, signal);
}

async function handleFault(services: EngineServices, held: ClaimedGeneration, error: unknown): Promise<void> {
  const { fail } = pipelines[held.task];
  const known = error instanceof ModelFault;
  if (known && !error.transient) return fail(services, held, error.message);
  const reason = storable(known ? error.message : "An internal error interrupted the generation.");
  if (!known) services.log.error({ generation: held.id, error: describe(error) }, "a step of a generation failed");
  const { db } = services.store;
  const asked = known ? error.retryAfterMs : undefined;
  const next = cameTwice(error, held) ?? (await nextTry(db, clarityGenerations, held, asked, services.config.model.retryForMs));
  if ("gaveUp" in next) return fail(services, held, `${next.gaveUp} ${reason}`);
  await writeHeld(db, held, {
    attempt: held.attempt + 1,
    retry_reason: reason,
    next_attempt_at: storeNowPlus(next.delayMs),
    worker_id: null,
    ...(held.attempt === 0 && { retrying_since: storeNow }),
  });
}
