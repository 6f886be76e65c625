import { scriptedModelName } from "#contract/agents/scripted-steps.ts";
import type { CaptureMessage } from "#contract/clarity/capture.ts";
import { maxInterviewQuestions } from "#contract/clarity/interview.ts";
import { withoutUnseen } from "#contract/unseen.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";
import { ModelFault, type ModelPart, type Turn } from "#server/engine/models/port.ts";
import { askTool, type Asked, finishTool, interviewRules, interviewTools, Nothing, Question } from "./interviewer.ts";
import { nextPrinted, type Plan, printedQuestions, topicsOf } from "./practice-interviewer.ts";
import { type Given, hasRoom, type Held, stepOf } from "./transcript.ts";

/** How often a model is told what is wrong with its call. */
const mostRounds = 2;
/** What all rounds may take together, in milliseconds: a person waits. */
const mostMs = 45_000;

type AsksModels = Pick<EngineContext, "config" | "log"> & { readonly engine: Pick<EngineContext["engine"], "model"> };

interface About extends Partial<Plan> {
  readonly process: string;
  readonly transcript: readonly CaptureMessage[];
}

const modelOf = ({ config }: Pick<AsksModels, "config">) => config.model.default ?? scriptedModelName;

/** Whether a model of a provider asks. */
export function isAskedByModel(services: Pick<AsksModels, "config">): boolean {
  return modelOf(services) !== scriptedModelName;
}

/** How many questions there are. Null: a model asks what it finds missing. */
export function plannedQuestions(services: Pick<AsksModels, "config">, plan: Plan): number | null {
  return isAskedByModel(services) ? null : printedQuestions(plan).length;
}

/** The first question, the same in every interview that is about the same. */
export function firstQuestion(plan: Plan): string | null {
  return nextPrinted([], plan);
}

/**
 * What is asked next; null where nothing more is. Takes as long as a model does, so no transaction waits for it. Where the model fails, the printed
 * list continues: an interview never stops because of a provider.
 */
export async function nextQuestion(
  services: AsksModels,
  { process, transcript, openQuestions = [], focused = false }: About,
  signal = AbortSignal.timeout(mostMs),
): Promise<string | null> {
  const questions = new Set(transcript.flatMap(({ source, message }) => (source === "ai" ? [message] : [])));
  if (!hasRoom(transcript) || questions.size >= maxInterviewQuestions) return null;
  const said = transcript.map(({ source, message }) => ({ source, message }));
  try {
    return await ask(services, { process, topics: topicsOf({ focused }), open_questions: openQuestions, transcript: said }, signal);
  } catch (error) {
    if (!(error instanceof ModelFault)) throw error;
    services.log.warn({ code: error.code }, "a model did not ask the next question of an interview: the printed list continues");
    return nextPrinted(transcript, { openQuestions, focused });
  }
}

/** What is asked after an answer. Undefined: it is there already. Where a member asks next, no model is asked. Throws as {@link stepOf}. */
export async function questionAfter(services: AsksModels, process: string, held: Held, given: Given): Promise<string | null | undefined> {
  const step = stepOf(held, given);
  if (!step) return undefined;
  return held.askedNext.length > 0
    ? null
    : nextQuestion(services, { process, transcript: step.transcript, openQuestions: held.openQuestions, focused: held.focused });
}

type Call = Extract<ModelPart, { type: "call" | "unreadable_call" }>;

async function ask({ engine, config }: AsksModels, asked: Asked, signal: AbortSignal): Promise<string | null> {
  const name = modelOf({ config });
  const turns: Turn[] = [{ role: "user", text: JSON.stringify(asked) }];
  for (let round = 1; ; round++) {
    const request = {
      settings: { model: name, input: "" },
      instructions: interviewRules,
      skills: [],
      turns,
      tools: [...interviewTools],
      signal,
    };
    let call: Call | undefined;
    try {
      for await (const part of engine.model(name).answer(request))
        if (part.type === "call" || part.type === "unreadable_call") call ??= part;
    } catch (error) {
      // A port says of this that its run was stopped.
      if (signal.aborted) throw new ModelFault("provider_unavailable", "The model took too long to answer.", { transient: true });
      throw error;
    }
    const read = readCall(asked, call);
    if (!("fault" in read)) return read.question;
    if (round === mostRounds) throw new ModelFault("answer_empty", `The model asked nothing that can be asked: ${read.fault}`);
    turns.push({ role: "user", text: `${read.fault} Call ${askTool} or ${finishTool}.` });
  }
}

function readCall({ transcript }: Asked, call: Call | undefined): { readonly question: string | null } | { readonly fault: string } {
  if (!call) return { fault: "There was no call." };
  if (call.type === "unreadable_call") return { fault: call.error };
  if (call.name === finishTool && Nothing.safeParse(call.arguments).success) return { question: null };
  const { data } = Question.safeParse(call.name === askTool ? call.arguments : undefined);
  const question = data && withoutUnseen(data.question).trim();
  if (!question) return { fault: "The call has no question of up to 1,000 characters." };
  if (transcript.some(({ source, message }) => source !== "user" && message === question)) return { fault: "That was asked already." };
  return { question };
}
