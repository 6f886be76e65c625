import { mapTexts, withPlainNumbers } from "#contract/exact-json.ts";
import type { Failure } from "#contract/runs/failures.ts";
import type { Config } from "#contract/agents/config.ts";
import { lockAgent, patchAgent } from "#server/agents/agents/agents.store.ts";
import { checkConfig } from "#server/agents/revisions/check-config.ts";
import type { AnswerState } from "#server/engine/models/answer-state.ts";
import { ModelFault, type Turn } from "#server/engine/models/port.ts";
import { refusalOf } from "#server/library/room/room.ts";
import { describe } from "#server/platform/work/describe.ts";
import { storeNow, storeNowPlus } from "#server/platform/db/columns.ts";
import { builderRuns } from "./builder-runs.table.ts";
import { cameTwice, nextTry } from "#server/engine/models/backoff.ts";
import { type BuilderAnswer, type Calling, readAnswer } from "./builder-answer.ts";
import { bringBundle, storeBundle } from "./builder-bundle.ts";
import { strayFrom } from "./builder-frame.ts";
import {
  type BuilderPatch,
  type ClaimedBuilderRun,
  applyBuilderEvent,
  generationChanged,
  lockHeldGeneration,
  patchBuilderRun,
} from "./builder-log.ts";
import { builderRequest } from "./builder-request.ts";
import { createBuilderSilence } from "./builder-wait.ts";
import type { BuilderEvent } from "./builder-run-state.ts";
import { LeaseLost } from "#server/engine/log/run-log.ts";
import { storable, storableJson } from "#server/engine/log/log-messages.ts";
import type { EngineServices } from "#server/engine/services.ts";
import { figures } from "#server/engine/figures.ts";

/** How often a model is told what is wrong with its answer before the builder run fails. */
const maxCorrections = 2;
/** A model that asks more often than this is going round in circles. */
const maxAsks = 10;

/** Takes a claimed builder run as far as it goes. Every way it can end is written to the store, unless the lease was lost. */
export async function advanceBuilder(services: EngineServices, run: ClaimedBuilderRun, signal: AbortSignal): Promise<void> {
  try {
    let turns: Turn[] | undefined = run.turns;
    while (turns && !signal.aborted) turns = await oneAnswer(services, run, turns, signal);
  } catch (error) {
    if (error instanceof LeaseLost || signal.aborted) return;
    await handleFault(services, run, error).catch((failure: unknown) => {
      if (!(failure instanceof LeaseLost))
        services.log.error(
          { builder_run: run.id, error: describe(failure) },
          "a fault of a builder run could not be handled; the builder run is taken up again",
        );
    });
  }
}

/** Asks the model once and does what it says. Returns the conversation to go on with, or undefined when the worker is done. */
async function oneAnswer(
  services: EngineServices,
  run: ClaimedBuilderRun,
  turns: Turn[],
  signal: AbortSignal,
): Promise<Turn[] | undefined> {
  const { text, calls, state } = await askModel(services, run, turns, signal);
  const answer = readAnswer(run.type, calls);
  const said: Turn = {
    role: "assistant",
    text: storable(text),
    calls: answer.call ? [toStored(answer.call)] : [],
    ...(state && { state: mapTexts(state, storable) as AnswerState }),
  };
  const next = [...turns, said];
  if (answer.kind === "invalid") return correct(services, run, next, answer);
  if (answer.kind === "propose") return save(services, run, next, answer);
  if (asksIn(turns) >= maxAsks) {
    await fail(services, run, { code: "turn_limit", message: `The model asked ${maxAsks} times without coming to a configuration.` });
    return undefined;
  }
  await change(services, run, { type: "ask" }, { turns: next, questions: answer.questions, attempt: 0, retry_reason: null });
  return undefined;
}

function toStored(call: Calling) {
  const given = call.type === "call" ? withPlainNumbers(call.arguments) : {};
  return { id: call.id, name: call.name, arguments: storableJson(given) as Record<string, unknown> };
}

async function askModel(services: EngineServices, run: ClaimedBuilderRun, turns: Turn[], signal: AbortSignal) {
  const answer: { text: string; calls: Calling[]; state?: AnswerState } = { text: "", calls: [] };
  const request = await builderRequest(services, run, turns, signal);
  const silence = createBuilderSilence(services, run);
  try {
    for await (const part of services.model(run.model).answer(request)) {
      silence.heard();
      if (part.type === "text") answer.text += part.text;
      else if (part.type === "call" || part.type === "unreadable_call") answer.calls.push(part);
      else if (part.type === "state") answer.state = part.state;
      else if (part.type === "usage") {
        services.metrics.count(figures.modelTokens, { direction: "input" }, part.input);
        services.metrics.count(figures.modelTokens, { direction: "output" }, part.output);
      }
    }
  } finally {
    await silence.end();
  }
  return answer;
}

/** Tells the model what was wrong with its last answer, or gives up. */
async function correct(
  services: EngineServices,
  run: ClaimedBuilderRun,
  turns: Turn[],
  { call, message }: Pick<Extract<BuilderAnswer, { kind: "invalid" }>, "call" | "message">,
): Promise<Turn[] | undefined> {
  if (correctionsIn(turns) >= maxCorrections) {
    const times = `The model gave ${maxCorrections + 1} answers that are no configuration.`;
    await fail(services, run, { code: "invalid_output", message: `${times} What was wrong with the last one: ${message}` }, { turns });
    return undefined;
  }
  const told: Turn = call
    ? { role: "tool", results: [{ callId: call.id, name: call.name, error: storable(message) }] }
    : { role: "user", text: message };
  const next = [...turns, told];
  await services.store.db.transaction(async (tx) => {
    await lockHeldGeneration(tx, run);
    await patchBuilderRun(tx, run.id, { turns: next, attempt: 0, retry_reason: null });
  });
  run.attempt = 0;
  return next;
}

/** Puts the configuration into the draft: the draft, its files and the builder run change in one transaction or not at all. */
async function save(
  services: EngineServices,
  run: ClaimedBuilderRun,
  turns: Turn[],
  { call, data, summary }: Extract<BuilderAnswer, { kind: "propose" }>,
): Promise<Turn[] | undefined> {
  const outside = run.frame && strayFrom(run.frame, run.checkpoint_config, data);
  if (outside) return correct(services, run, turns, { call, message: outside });
  try {
    const brought = await bringBundle(services, run.team_id, data);
    await services.store.db.transaction(async (tx) => {
      const agent = await lockAgent(tx, run.agent_id);
      const locked = await lockHeldGeneration(tx, run);
      if (!agent) throw new LeaseLost();
      const written = {
        version: "v1",
        data: await storeBundle(tx, { teamId: agent.team_id, userId: run.user_id }, data, locked.draft, brought),
      } as Config;
      const config = await checkConfig(tx, agent, written, []);
      const patch = { turns, proposed_config: config, summary: storable(summary), attempt: 0, retry_reason: null };
      await applyBuilderEvent(tx, locked, { type: "save", config }, patch);
      if (run.user_id) await patchAgent(tx, agent.id, run.user_id);
    });
  } catch (error) {
    // What the contract cannot know, such as a file that the draft does not have, is for the model to mend like any other mistake.
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    const { code, message } = refusal;
    if (code !== "storage_full") return correct(services, run, turns, { call, message });
    await fail(services, run, { code, message }, { turns });
    return undefined;
  }
  generationChanged(services, run);
  return undefined;
}

async function change(
  services: EngineServices,
  run: ClaimedBuilderRun,
  event: BuilderEvent<Config | null>,
  patch: BuilderPatch,
): Promise<void> {
  await services.store.db.transaction(async (tx) => void (await applyBuilderEvent(tx, await lockHeldGeneration(tx, run), event, patch)));
  generationChanged(services, run);
}

function fail(services: EngineServices, run: ClaimedBuilderRun, failure: Failure, patch: BuilderPatch = {}): Promise<void> {
  return change(services, run, { type: "fail", at: services.clock().toISOString() }, { ...patch, failure, retry_reason: null });
}

async function handleFault(services: EngineServices, run: ClaimedBuilderRun, error: unknown): Promise<void> {
  const known = error instanceof ModelFault;
  if (known && !error.transient) return fail(services, run, { code: error.code, message: error.message });
  const reason = known ? error.message : "An internal error interrupted the generation.";
  if (!known) services.log.error({ builder_run: run.id, error: describe(error) }, "builder step failed");
  const asked = known ? error.retryAfterMs : undefined;
  const next = cameTwice(error, run) ?? (await nextTry(services.store.db, builderRuns, run, asked, services.config.model.retryForMs));
  if ("gaveUp" in next) return fail(services, run, { code: "retries_exhausted", message: `${next.gaveUp} ${reason}` });
  // It stays `running`, without a worker.
  const patch = {
    attempt: run.attempt + 1,
    retry_reason: reason,
    next_attempt_at: storeNowPlus(next.delayMs),
    worker_id: null,
    ...(run.attempt === 0 && { retrying_since: storeNow }),
  };
  await services.store.db.transaction(async (tx) => {
    await lockHeldGeneration(tx, run);
    await patchBuilderRun(tx, run.id, patch);
  });
  generationChanged(services, run);
}

/** Corrections so far: results that are errors, and what was said to an answer without a call. */
function correctionsIn(turns: readonly Turn[]): number {
  return turns.filter(
    (turn, i) => (turn.role === "user" && i > 0) || (turn.role === "tool" && turn.results.some((r) => r.error !== undefined)),
  ).length;
}

function asksIn(turns: readonly Turn[]): number {
  return turns.filter((turn) => turn.role === "tool" && turn.results.some((r) => r.error === undefined)).length;
}
