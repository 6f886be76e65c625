import { mainFile } from "#contract/agents/config.ts";
import { askTool, proposeTool } from "./builder-answer.ts";
import { draftIn } from "./builder-request.ts";
import { type ModelPart, type ModelRequest, type Turn, ModelFault } from "#server/engine/models/port.ts";
import type { PracticeRole } from "#server/engine/models/scripted.ts";
import { type Asking, readAsking } from "#server/engine/models/scripted-asking.ts";

/**
 * The built-in model as a builder: it follows a prompt that is written as steps, one a line, and changes the draft by them.
 *
 *   set instructions # GOAL\nRemind {{answer}}
 *   set temperature 0.2
 *   unset max_output_tokens
 *   ask "Which customers?" options: All, Late ones
 *   say Reminds late customers
 *
 * For a code step `set code <program>` gives one program, `write <path> <text>` and `remove <path>` change the files of a bundle and
 * `start <command>` begins it. `break` gives an answer that is no configuration, once for each time it is written; `fail <text>` gives up.
 * Instructions, a program and a file go on in the lines below, up to the next step. `\n` is a line break too, `{{answer}}` the last answer of
 * a person.
 */
function answerAsBuilder(request: ModelRequest): ModelPart {
  const steps = readSteps(request.turns);
  if (steps.length === 0) throw new ModelFault("scripted_no_steps", noSteps);
  const results = resultsIn(request.turns);
  const data = draftIn(request);
  let summary = "";
  let answer = "";
  let waits = 0;
  for (const step of steps) {
    const text = step.text.replaceAll("\\n", "\n").replaceAll("{{answer}}", answer);
    if (step.verb === "ask" || step.verb === "break") {
      const result = results[waits++];
      const id = `builder_${waits}`;
      if (!result) return step.verb === "ask" ? ask(id, readAsking(text)) : { type: "call", id, name: proposeTool, arguments: broken };
      if (step.verb === "ask") answer = answerIn(result.value);
    } else if (step.verb === "fail") throw new ModelFault("scripted_failure", text);
    else if (step.verb === "say") summary = text;
    else change(data, step.verb, text);
  }
  const id = `builder_${results.length + 1}`;
  return { type: "call", id, name: proposeTool, arguments: { summary: summary || "Changed what the steps say.", data } };
}

const noSteps =
  "The practice model (scripted) cannot write from free text. Write steps one a line, such as “set instructions Say hello”, or set up a provider: MODEL_BASE_URL (any OpenAI-compatible endpoint), OPENAI_API_KEY or ANTHROPIC_API_KEY, and a restart.";
const broken = { summary: "", data: { version: "none of this is a configuration" } };

type Verb = "set" | "unset" | "write" | "remove" | "start" | "ask" | "say" | "break" | "fail";
interface Step {
  readonly verb: Verb;
  readonly text: string;
}

// Sentences begin with a capital letter; steps do not.
const line = /^\s*(?:\d+[.)]\s+|[-*]\s+)?(set|unset|write|remove|start|ask|say|break|fail)\b\s*(.*)$/;

function readSteps(turns: readonly Turn[]): Step[] {
  const prompt = turns[0]?.role === "user" ? turns[0].text : "";
  const steps: { verb: Verb; text: string }[] = [];
  for (const raw of prompt.split("\n")) {
    const [, verb, text = ""] = line.exec(raw) ?? [];
    const before = steps.at(-1);
    if (verb) steps.push({ verb: verb as Verb, text });
    else if (before && takesLines(before)) before.text += `\n${raw}`;
  }
  return steps.map((step) => (takesLines(step) ? { ...step, text: step.text.trimEnd() } : step));
}

/** A text goes on in the lines below it, up to the next step. */
function takesLines({ verb, text }: Step): boolean {
  return verb === "write" || (verb === "set" && /^(instructions|code)\b/.test(text));
}

function resultsIn(turns: readonly Turn[]): { value?: unknown }[] {
  return turns.flatMap((turn) => (turn.role === "tool" ? turn.results.slice(0, 1) : []));
}

function ask(id: string, { question, options }: Asking): ModelPart {
  const offered = options.length > 0 ? { options: options.map((label) => ({ label })) } : {};
  return { type: "call", id, name: askTool, arguments: { questions: [{ question, ...offered }] } };
}

function answerIn(value: unknown): string {
  const { answers = {} } = (value ?? {}) as { answers?: Record<string, string> };
  return Object.values(answers)[0] ?? "";
}

function change(data: Record<string, unknown>, verb: Verb, text: string): void {
  const [, name = "", value = ""] = /^(\S+)\s*([\s\S]*)$/.exec(text) ?? [];
  if (verb === "unset") delete data[name];
  else if (verb === "set" && name === "instructions") data["input"] = value;
  else if (verb === "set" && name === "code") data["source"] = { kind: "inline", code: value };
  else if (verb === "set") data[name] = readValue(value);
  else if (verb === "start") data["source"] = { ...bundleOf(data), startCommand: text };
  else {
    const { files, ...source } = bundleOf(data);
    const others = files.filter((file) => file.path !== name);
    data["source"] = { ...source, files: verb === "write" ? [...others, { path: name, content: value }] : others };
  }
}

function bundleOf(data: Record<string, unknown>): { kind: "files"; startCommand: string; files: { path: string; content?: string }[] } {
  const source = data["source"] as { kind?: string; code?: string } | undefined;
  if (source?.kind === "files") return source as ReturnType<typeof bundleOf>;
  // One text runs as its main file: it stays that when further files join it.
  const files = source?.code === undefined ? [] : [{ path: mainFile, content: source.code }];
  return { kind: "files", startCommand: `python ${mainFile}`, files };
}

/** JSON where it is JSON, else the words themselves. */
function readValue(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

export const practiceBuilder: PracticeRole = { tool: proposeTool, answer: answerAsBuilder };
