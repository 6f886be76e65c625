import type { ModelStepData } from "#contract/agents/config.ts";
import { newId } from "#server/platform/db/columns.ts";
import { keptState } from "./kept-state.ts";
import { ModelFault } from "./port.ts";
import { toolSpecs } from "./tool-specs.ts";
import { type StepServices, type Tool, ToolChanged, enabledTools } from "#server/engine/tools/tool.ts";
import type { SkillSummary } from "#server/engine/tools/skill-summary.ts";
import { findSkills } from "#server/library/skills/skills.store.ts";
import { toTurns } from "#server/engine/log/conversation.ts";
import { endRun } from "#server/engine/end-run.ts";
import type { MessageRecord, NewMessage, HeldRun } from "#server/engine/log/run-record.ts";
import { storable, storableJson, systemMessage, toolResult } from "#server/engine/log/log-messages.ts";
import { answerCalls } from "#server/engine/tools/tool-calls.ts";
import { showPictures } from "#server/engine/log/run-pictures.ts";
import { takesPictures } from "./model-names.ts";
import { readLog } from "#server/engine/log/read-log.ts";
import { commitAnswer } from "#server/engine/log/commit-answer.ts";
import { createDraft } from "#server/engine/log/answer-draft.ts";
import { createRunSilence } from "./model-silence.ts";
import { type Answer, type Calling, maxGoOns, wholeAnswer } from "#server/engine/log/whole-answer.ts";
import { figures } from "#server/engine/figures.ts";

/** A run that has not come to an end after this many answers of its model is going round in circles. */
const maxTurns = 200;
/** Times that a step looks at its tools again because one has changed. */
const maxRenewals = 3;
/** Characters that are kept of arguments that cannot be read. */
const maxRaw = 100_000;

/**
 * Works on a model step until it ends, waits for a person, or is stopped. Each round reads the log and does the one thing that is next:
 * answer open calls, or ask the model. The log is the only state, so any process can go on at any point.
 */
export async function runModelStep(
  services: StepServices,
  run: HeldRun,
  data: ModelStepData,
  initial: readonly MessageRecord[],
  signal: AbortSignal,
): Promise<void> {
  const log = [...initial];
  const offered = async () => {
    const own = await services.toolsOf(services, run, "model");
    // What they found to say stands in the log.
    if (own.some(({ type }) => type === "mcp")) log.push(...(await readLog(services, run.id, log.length)));
    return enabledTools([...services.tools, ...own], data).filter((tool) => tool.type !== "memory" || run.memory);
  };
  let tools = await offered();
  let renewals = 0;
  const skills = await findSkills(services.store.db, run.team_id, data.skills ?? []);
  const missing = (data.skills ?? []).filter((id) => !skills.some((skill) => skill.id === id));
  if (missing.length > 0) {
    const message = `The revision uses a skill that no longer exists: ${missing.join(", ")}. Take it out of the revision, or choose another.`;
    return endRun(services, run, "failed", { failure: { code: "missing_skill", message } });
  }
  while (!signal.aborted) {
    const answered = new Set(log.filter((m) => m.type === "tool_result").map((m) => m.tool_call_id));
    const open = log.filter((m) => m.type === "tool_call" && !answered.has(m.tool_call_id));
    if (open.length > 0) {
      const context = { run, files: data.files ?? [], skills, signal, services };
      try {
        if (await answerCalls(services, context, tools, open, renewals < maxRenewals)) return;
      } catch (error) {
        if (!(error instanceof ToolChanged)) throw error;
        renewals++;
        tools = await offered();
      }
    } else {
      const turn = 1 + Math.max(0, ...log.map((m) => m.turn));
      if (turn > maxTurns) {
        const message = `The model gave ${maxTurns} answers without finishing.`;
        return endRun(services, run, "failed", { failure: { code: "turn_limit", message } });
      }
      const ended = await askModel(services, run, data, { tools, skills, log, turn, signal });
      if (ended) return;
    }
    log.push(...(await readLog(services, run.id, log.length)));
  }
}

interface Turn {
  readonly tools: readonly Tool[];
  readonly skills: readonly SkillSummary[];
  readonly log: readonly MessageRecord[];
  readonly turn: number;
  readonly signal: AbortSignal;
}

/** One answer of the model. Returns whether the run came to its end with it. */
async function askModel(
  services: StepServices,
  run: HeldRun,
  data: ModelStepData,
  { tools, skills, log, turn, signal }: Turn,
): Promise<boolean> {
  const draft = createDraft(services, run, log.length);
  const turns = toTurns(log);
  if (takesPictures(data.model)) await showPictures(services.store.db, run.id, turns);
  const request = {
    settings: data,
    instructions: data.input,
    skills,
    turns,
    tools: toolSpecs(tools.filter((t) => t.offered !== false)),
    signal,
  };
  const silence = createRunSilence(services, run, log.length);
  const listener = { ...draft, heard: silence.heard };
  const answer = await wholeAnswer(services.model(data.model), request, listener).finally(() => Promise.all([draft.end(), silence.end()]));
  requireReadable(answer, log);
  services.metrics.count(figures.modelTokens, { direction: "input" }, answer.input);
  services.metrics.count(figures.modelTokens, { direction: "output" }, answer.output);
  const parts: NewMessage[] = leftOutNotes(answer, log);
  if (answer.thinking) parts.push({ type: "thinking", role: "assistant", turn, text_content: storable(answer.thinking) });
  if (answer.text) parts.push({ id: draft.id, type: "text", role: "assistant", turn, text_content: storable(answer.text.trimEnd()) });
  if (answer.continued > 0) parts.push({ ...systemMessage("answer_continued", continuedNote(answer.continued)), turn });
  const calls = uniqueCalls(answer.calls, log).flatMap((call) => callMessages(call, turn));
  const answer_state = answer.state && keptState(answer.state, run.secrets.redactor);
  const all = [...parts, ...calls];
  const first = all.find(({ role }) => role === "assistant");
  return commitAnswer(services, run, answer_state ? all.map((part) => (part === first ? { ...part, answer_state } : part)) : all, {
    news: log.some((m) => m.delivery === "queued" || m.delivery === "read"),
    input: answer.input,
    output: answer.output,
    final: calls.length === 0,
    draft: draft.stored(),
    log: log.length,
  });
}

/** Tools that the provider does not take, each once in a run. */
function leftOutNotes({ leftOut }: Answer, log: readonly MessageRecord[]): NewMessage[] {
  const told = new Set(log.filter(({ subtype }) => subtype === "tool_left_out").map(({ text_content }) => text_content));
  const words = leftOut.map(
    ({ tool, why }) =>
      `The model works without ${tool.known_as ?? `the tool ${tool.name}`}, whose arguments its provider does not take. ${why}`,
  );
  return [...new Set(words)].filter((text) => !told.has(text)).map((text) => systemMessage("tool_left_out", text));
}

/** Providers repeat ids over answers; within a run a call's id has to be its own. */
function uniqueCalls(calls: readonly Calling[], log: readonly MessageRecord[]): Calling[] {
  const used = new Set(log.map((m) => m.tool_call_id));
  return calls.map((call) => {
    const id = call.id && !used.has(call.id) ? call.id : `${call.id || "call"}_${newId()}`;
    used.add(id);
    return { ...call, id };
  });
}

/** A call that cannot be read is stored with its result, so that no worker finds it open. */
function callMessages(call: Calling, turn: number): NewMessage[] {
  const message = { type: "tool_call", role: "assistant", turn, tool_call_id: call.id, tool_name: call.name } as const;
  if (call.type === "call") return [{ ...message, tool_arguments: storableJson(call.arguments) as Record<string, unknown> }];
  return [
    { ...message, text_content: storable(call.raw.slice(0, maxRaw)) },
    { ...toolResult(call.id, call.name, { error: call.error }), turn },
  ];
}

/** A model that has been told a few times, and still calls what cannot be read, will not learn it. Throws a {@link ModelFault}. */
function requireReadable({ calls, cut }: Answer, log: readonly MessageRecord[]): void {
  if (!calls.some(({ type }) => type === "unreadable_call")) return;
  const unreadable = new Set(log.filter((m) => m.type === "tool_call" && m.text_content !== null).map(({ turn }) => turn));
  const turns = [...new Set(log.filter((m) => m.role === "assistant").map(({ turn }) => turn))];
  const before = turns.toReversed().findIndex((turn) => !unreadable.has(turn));
  if ((before < 0 ? turns.length : before) < maxGoOns) return;
  const times = `${maxGoOns + 1} answers in a row`;
  if (cut)
    throw new ModelFault(
      "answer_cut",
      `The model reached its length limit within a call in ${times}. None of these calls was carried out.`,
    );
  throw new ModelFault("unreadable_calls", `The model gave ${times} with calls that cannot be read. None of these calls was carried out.`);
}

function continuedNote(times: number): string {
  return `The answer reached its length limit and was continued ${["once", "twice"][times - 1] ?? `${times} times`}.`;
}
