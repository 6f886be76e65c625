import { mapTexts, parseExact } from "#contract/exact-json.ts";
import { stepLines, textOf } from "#contract/agents/scripted-steps.ts";
import { startStepName } from "#contract/runs/run-steps.ts";
import { type ModelPart, type ModelPort, type ModelRequest, type Turn, ModelFault } from "./port.ts";
import { readAsking } from "./scripted-asking.ts";

/** What the built-in model does where it is asked for more than a run. An area lists its own in `practice` of its manifest. */
export interface PracticeRole {
  /** Offered only to whoever plays this role. */
  readonly tool: string;
  answer(request: ModelRequest): ModelPart;
}

/**
 * The built-in model `scripted`. It understands nothing: it follows instructions that are written as explicit steps, one a line, so that
 * everything else can be tried and tested without a provider.
 *
 *   call read_file {"path": "invoices.csv"}
 *   ask "Which month?" options: January, February
 *   approve "Send 3 reminders?"
 *   say Done: {{last}}
 *   fail The supplier is unknown
 *   do {{step 2}}
 *
 * `{{message}}` is the last message of a person, `{{last}}` the last result, `{{step 2}}` the result of a step; `{{last quoted}}` is the same as
 * one quoted string with everything escaped, for use inside a program.
 *
 * `call complete_case {} where offered` is left out where there is no such tool.
 *
 * `do` goes on with the steps that a result writes, which is how a program decides what comes next.
 *
 * Below a heading that names a step of a process, such as `## step-check-invoice`, it says first that it is at that step. Neither numbers nor
 * `{{last}}` count that.
 *
 * In a role, such as that of a judge, it follows rules of that role.
 */
export const scriptedModel = (roles: readonly PracticeRole[]): ModelPort => ({
  async *answer(request) {
    const role = roles.find(({ tool }) => request.tools.some(({ name }) => name === tool));
    if (role) {
      yield role.answer(request);
      return;
    }
    const steps = parseSteps(textOf(request.instructions)).filter((step) => isOffered(step, request));
    const position = place(steps, request.turns);
    yield { type: "usage", input: 0, output: 0 };
    if (steps.length === 0) throw new ModelFault("scripted_no_steps", noSteps);
    if (position.next >= steps.length) yield { type: "text", text: allDone };
    // An answer goes on to the next step that needs a result; words on the way belong to it.
    for (let i = position.next; i < steps.length; i++) {
      const step = steps[i] as Step;
      yield perform(step, i, position, request.turns.length);
      if (needsResult(step)) return;
    }
  },
});

/** Whether there is the tool of a step that is left out without it. */
function isOffered(step: Step, { tools }: ModelRequest): boolean {
  const tool = step.verb === "start" ? startStepName : step.verb === "call" && step.whereOffered ? step.tool : undefined;
  return tool === undefined || tools.some(({ name }) => name === tool);
}

const noSteps =
  "The instructions have no step that the practice model (scripted) can follow. Write steps, one a line, such as “call list_files {}”, “ask Which month?” or “say Done”, or choose another model.";
const allDone = "All my steps are done. I am the practice model (scripted): I follow written steps and cannot answer freely.";

type Step =
  | { verb: "call"; tool: string; json: string; whereOffered?: true }
  | { verb: "ask" | "approve"; question: string; options: string[] }
  | { verb: "start"; stepId: string }
  | { verb: "say" | "think" | "fail" | "do"; text: string };

/** Reads the steps out of instructions; every other line is prose and means nothing. */
export function parseSteps(text: string): Step[] {
  let at: string | undefined;
  return stepLines(text).flatMap(({ verb, rest, stepId }): Step[] => {
    const starts = stepId !== undefined && stepId !== at;
    at = stepId;
    return [...(starts ? [{ verb: "start", stepId } as const] : []), ...parseLine(verb, rest)];
  });
}

function parseLine(verb: string, rest: string): Step[] {
  switch (verb) {
    case "call": {
      const [, tool = "", json = "", condition] = /^(\w+)\s*(.*?)(\s+where offered)?$/.exec(rest) ?? [];
      return [{ verb: "call", tool, json: json.trim() || "{}", ...(condition !== undefined && { whereOffered: true }) }];
    }
    case "ask":
    case "approve": {
      return [{ verb, ...readAsking(rest) }];
    }
    case "say":
    case "think":
    case "fail":
    case "do":
      return [{ verb, text: rest.replace(/^"(.*)"$/, "$1").replaceAll("\\n", "\n") }];
    default:
      return [];
  }
}

interface Position {
  /** The step that comes next. */
  next: number;
  message: string;
  results: unknown[];
  last: unknown;
}

const needsResult = ({ verb }: Step) => verb === "call" || verb === "ask" || verb === "approve" || verb === "start";
/** The number of a written step, by its index. */
const numberOf = (steps: readonly Step[], index: number) => steps.slice(0, index + 1).filter(({ verb }) => verb !== "start").length;

/**
 * The conversation itself says which step is next. Once all are done, a person's message starts them over. Puts what results write into
 * `steps`, in the place of each `do` that is reached.
 */
function place(steps: Step[], turns: Turn[]): Position {
  const written = [...steps];
  const position: Position = { next: 0, message: "", results: [], last: undefined };
  for (const turn of turns) {
    if (turn.role === "user") {
      position.message = turn.text;
      if (position.next >= steps.length) {
        Object.assign(position, { next: 0, results: [] });
        steps.splice(0, steps.length, ...written);
      }
    } else if (turn.role === "assistant") {
      const call = steps.findIndex((step, i) => i >= position.next && needsResult(step));
      position.next = turn.calls.length > 0 && call >= 0 ? call + 1 : steps.length;
    } else if (steps[position.next - 1]?.verb !== "start") {
      const result = turn.results[0];
      position.last = result?.error ?? result?.value;
      position.results[numberOf(steps, position.next - 1) - 1] = position.last;
    }
    if (turn.role !== "assistant") writeNext(steps, position);
  }
  return position;
}

function writeNext(steps: Step[], position: Position): void {
  const at = steps.findIndex((step, i) => i >= position.next && (step.verb === "do" || needsResult(step)));
  const step = steps[at];
  if (step?.verb !== "do") return;
  const found = parseSteps(fill(step.text, position)).filter(({ verb }) => verb !== "do" && verb !== "start");
  steps.splice(at, 1, ...found);
}

function perform(step: Step, index: number, position: Position, turn: number): ModelPart {
  const id = `turn${turn}_step${index + 1}`;
  switch (step.verb) {
    case "fail":
      throw new ModelFault("scripted_failure", fill(step.text, position));
    case "say":
      return { type: "text", text: `${fill(step.text, position)}\n` };
    case "do":
      throw new ModelFault("invalid_input", "A step with `do` was not written before it was reached.");
    case "start":
      return { type: "call", id, name: startStepName, arguments: { step_id: step.stepId } };
    case "think":
      return { type: "thinking", text: fill(step.text, position) };
    case "approve":
      return { type: "call", id, name: "ask_person", arguments: { type: "approval", title: fill(step.question, position) } };
    case "ask": {
      const question = fill(step.question, position);
      const options = step.options.length > 0 ? { options: step.options.map((label) => ({ label })) } : {};
      return {
        type: "call",
        id,
        name: "ask_person",
        arguments: { type: "question", title: question, questions: [{ question, ...options }] },
      };
    }
    default:
      return { type: "call", id, name: step.tool, arguments: readArguments(step.json, position) };
  }
}

function readArguments(json: string, position: Position): Record<string, unknown> {
  let value: unknown;
  try {
    value = parseExact(json);
  } catch {
    throw new ModelFault(
      "invalid_input",
      `The scripted model cannot read the arguments of this step, which must be one line of JSON: ${json.slice(0, 200)}`,
    );
  }
  return mapTexts(
    value,
    (text) => fill(text, position),
    (key) => key,
  ) as Record<string, unknown>;
}

function fill(text: string, position: Position): string {
  return text.replace(/\{\{\s*(message|last|step\s+(\d+))(\s+quoted)?\s*\}\}/g, (_, name: string, number?: string, quoted?: string) => {
    const value = name === "message" ? position.message : asText(number ? position.results[Number(number) - 1] : position.last);
    return quoted ? JSON.stringify(value) : value;
  });
}

function asText(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "object" && "content" in value && typeof value.content === "string") return value.content;
  if (typeof value === "object" && "output" in value && typeof value.output === "string") return value.output.trim();
  if (typeof value === "object" && "answers" in value) return onlyAnswer(value.answers) ?? JSON.stringify(value);
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** What a person answered to the one question of `ask`. */
function onlyAnswer(answers: unknown): string | undefined {
  const [answer, ...more] = Object.values(answers ?? {});
  return typeof answer === "string" && more.length === 0 ? answer : undefined;
}
