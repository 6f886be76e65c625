import type { TurnStep } from "#contract/dashboards/dashboard.ts";
import type { Page } from "#contract/dashboards/page.ts";
import type { Question } from "#contract/runs/human-requests.ts";
import { artifactTurns } from "#server/dashboards/dashboards.table.ts";
import { storable, storableJson } from "#server/engine/log/log-messages.ts";
import { LeaseLost } from "#server/engine/log/run-log.ts";
import { cameTwice, nextTry } from "#server/engine/models/backoff.ts";
import { ModelFault, type Turn } from "#server/engine/models/port.ts";
import type { EngineServices } from "#server/engine/services.ts";
import { askPersonTool } from "#server/engine/tools/ask-person.ts";
import { storeNow, storeNowPlus } from "#server/platform/db/columns.ts";
import { describe } from "#server/platform/work/describe.ts";
import { type Call, answersIn, openCall, questionSteps, saidIn, withResult, workedSinceCheck } from "./conversation.ts";
import { confirmation } from "./turn-connections.ts";
import { checkWords, findingsOf, namedFindings } from "./self-check.ts";
import { askModel } from "./turn-answer.ts";
import { carryOut } from "./turn-call.ts";
import { type ClaimedTurn, type TurnPatch, basePage, endHeld, turnChanged, writeHeld } from "./turn-log.ts";
import { readerOf } from "./turn-reader.ts";
import { type TurnReader, readAnswers } from "./turn-reading.ts";
import { checkHeading } from "./turn-request.ts";
import { readingTool, type TurnCall, turnCalls } from "./turn-tools.ts";
import { WrongCall, readArguments } from "./wrong-call.ts";

/** A model that has not come to an end after so many answers is going round in circles. */
const mostAnswers = 60;
/** How often a model is told what its page lacks. */
const mostChecks = 2;
const mostSteps = 300;

/** What is stored of the work so far, as the worker that holds it knows it. */
interface Work {
  readonly turns: Turn[];
  readonly page: Page;
  readonly steps: TurnStep[];
  readonly checks: number;
}

/** Takes a claimed turn as far as it goes. Every way it can end is stored, unless the lease was lost. */
export async function advanceTurn(services: EngineServices, held: ClaimedTurn, signal: AbortSignal): Promise<void> {
  try {
    const base = await basePage(services.store.db, held);
    let work: Work | undefined = held;
    while (work && !signal.aborted) work = await oneStep(services, held, work, base, signal);
  } catch (error) {
    if (error instanceof LeaseLost || signal.aborted) return;
    await handleFault(services, held, error).catch((failure: unknown) => {
      if (!(failure instanceof LeaseLost))
        services.log.error(
          { turn: held.id, error: describe(failure) },
          "a fault of a dashboard's turn could not be handled; it is taken up again",
        );
    });
  }
}

/** Does the one thing that is next: a call that has no result, or the model's next answer. Undefined: the turn has ended. */
async function oneStep(
  services: EngineServices,
  held: ClaimedTurn,
  work: Work,
  base: Page,
  signal: AbortSignal,
): Promise<Work | undefined> {
  const reader = await readerOf(services, held);
  if (!reader) {
    await endHeld(services, held, "failed", {
      failure: { code: "author_left", message: "The person who asked is no longer in this team." },
    });
    return undefined;
  }
  const call = openCall(work.turns);
  if (call?.name === askPersonTool.name) return ask(services, held, work, call, askedIn);
  if (call?.name === readingTool) return readOrAsk(services, held, work, call, reader);
  if (call) return answerCall(services, held, work, call, reader);
  const last = work.turns.at(-1);
  if (last?.role === "assistant") return finish(services, held, work, reader);
  if (answersIn(work.turns) >= mostAnswers) {
    const message = `The model answered ${mostAnswers} times without coming to an end.`;
    await endHeld(services, held, "failed", { failure: { code: "turn_limit", message } });
    return undefined;
  }
  return keep(
    services,
    held,
    { ...work, turns: await askModel(services, held, work.turns, { base, reads: reader.connections !== undefined }, signal) },
    ["artifact_message"],
  );
}

/** A tool that the creator has not let the dashboard read with yet is a question to them. */
async function readOrAsk(
  services: EngineServices,
  held: ClaimedTurn,
  work: Work,
  call: Call,
  reader: TurnReader,
): Promise<Work | undefined> {
  try {
    const question = await confirmation(reader.connections, call.arguments);
    if (question) return await ask(services, held, work, call, () => [question]);
  } catch (error) {
    if (!(error instanceof WrongCall)) throw error;
    return keep(
      services,
      held,
      { ...work, turns: withResult(work.turns, { callId: call.id, name: call.name, error: storable(error.message) }) },
      [],
    );
  }
  return answerCall(services, held, work, call, reader);
}

/** The questions of a call. Throws {@link WrongCall}. A stored question has no key that holds `undefined`. */
const askedIn = (call: Call) => JSON.parse(JSON.stringify(readArguments(turnCalls.ask_person, call.arguments).questions)) as Question[];

async function answerCall(services: EngineServices, held: ClaimedTurn, work: Work, call: Call, reader: TurnReader): Promise<Work> {
  const { id: callId, name } = call;
  try {
    if (!Object.hasOwn(carryOut, name)) throw new WrongCall(`There is no tool ${name}. There are: ${Object.keys(turnCalls).join(", ")}`);
    const came = await carryOut[name as TurnCall](reader, work.page, call.arguments);
    const turns = withResult(work.turns, { callId, name, value: storableJson(came.value) });
    const steps = came.step ? [...work.steps, came.step].slice(-mostSteps) : work.steps;
    return keep(services, held, { ...work, turns, page: came.page, steps });
  } catch (error) {
    if (!(error instanceof WrongCall)) throw error;
    return keep(services, held, { ...work, turns: withResult(work.turns, { callId, name, error: storable(error.message) }) }, []);
  }
}

/** The turn ends with a question; its answer begins the next one. */
async function ask(
  services: EngineServices,
  held: ClaimedTurn,
  work: Work,
  call: Call,
  questionsOf: (call: Call) => Question[],
): Promise<Work | undefined> {
  let questions: Question[];
  try {
    questions = questionsOf(call);
  } catch (error) {
    if (!(error instanceof WrongCall)) throw error;
    const told = { callId: call.id, name: call.name, error: storable(error.message) };
    return keep(services, held, { ...work, turns: withResult(work.turns, told) }, []);
  }
  const steps = [...work.steps, ...questionSteps(call.id, questions)];
  await endHeld(services, held, "waiting_for_input", { ...patchOf({ ...work, steps }), questions });
  return undefined;
}

/** The model has nothing more to do: the page is looked at, and what it lacks goes back, or is named. */
async function finish(services: EngineServices, held: ClaimedTurn, work: Work, reader: TurnReader): Promise<Work | undefined> {
  const findings = work.page.blocks.length === 0 ? [] : findingsOf(work.page, await readAnswers(reader, work.page));
  if (findings.length > 0 && work.checks < mostChecks && (work.checks === 0 || workedSinceCheck(work.turns))) {
    const told = findings.map(({ block, says }) => `${block}: ${says}.`).join("\n");
    const text = `${checkHeading}${told}\nFix what you can. If nothing is wrong with it, say so to the person.`;
    return keep(services, held, { ...work, turns: [...work.turns, { role: "user", text: storable(text) }], checks: work.checks + 1 }, []);
  }
  const blocks = work.page.blocks.length;
  const said = [saidIn(work.turns), ...(findings.length > 0 ? [`Not every block shows something:\n${namedFindings(findings)}`] : [])];
  const steps: TurnStep[] = blocks === 0 ? work.steps : [...work.steps, { kind: "checked", detail: checkWords(blocks, findings) }];
  await endHeld(services, held, "completed", { ...patchOf({ ...work, steps }), said: said.filter(Boolean).join("\n\n") });
  return undefined;
}

const patchOf = ({ turns, page, steps, checks }: Work): TurnPatch => ({
  turns,
  page,
  steps,
  checks,
  said: storable(saidIn(turns)),
  attempt: 0,
  retry_reason: null,
});

/** Stores what was done before anyone is told of it. */
async function keep(
  services: EngineServices,
  held: ClaimedTurn,
  work: Work,
  topics?: readonly ("artifact" | "artifact_message")[],
): Promise<Work> {
  const turns = await writeHeld(services.store.db, held, patchOf(work));
  held.attempt = 0;
  turnChanged(services, held.artifact_id, held, topics);
  return { ...work, turns };
}

async function handleFault(services: EngineServices, held: ClaimedTurn, error: unknown): Promise<void> {
  const known = error instanceof ModelFault;
  const fail = (code: string, message: string) =>
    endHeld(services, held, "failed", { failure: { code, message: storable(message) }, retry_reason: null });
  if (known && !error.transient) return fail(error.code, error.message);
  const reason = storable(known ? error.message : "An internal error interrupted the work on this dashboard.");
  if (!known) services.log.error({ turn: held.id, error: describe(error) }, "a step of a dashboard's turn failed");
  const asked = known ? error.retryAfterMs : undefined;
  const next = cameTwice(error, held) ?? (await nextTry(services.store.db, artifactTurns, held, asked, services.config.model.retryForMs));
  if ("gaveUp" in next) return fail("retries_exhausted", `${next.gaveUp} ${reason}`);
  // It stays `running`, without a worker.
  await writeHeld(services.store.db, held, {
    attempt: held.attempt + 1,
    retry_reason: reason,
    next_attempt_at: storeNowPlus(next.delayMs),
    worker_id: null,
    ...(held.attempt === 0 && { retrying_since: storeNow }),
  });
  turnChanged(services, held.artifact_id, held);
}
