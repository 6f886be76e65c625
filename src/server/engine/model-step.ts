import type { ModelStepData } from "#contract/agents/config.ts";
import { newId } from "#server/db/columns.ts";
import { findCaseQueues } from "#server/engine/cases/case-queues.ts";
import type { ModelPart } from "#server/engine/models/port.ts";
import { toolSpecs } from "#server/engine/models/tool-specs.ts";
import { browserTools } from "#server/engine/tools/browser.ts";
import { caseTools } from "#server/engine/tools/cases.ts";
import { peerTools } from "#server/engine/tools/peers.ts";
import { type Tool, enabledTools } from "#server/engine/tools/tool.ts";
import { findSkills, type SkillSummary } from "#server/library/skills.store.ts";
import { toTurns } from "./conversation.ts";
import { endRun } from "./end-run.ts";
import { usableLogins } from "./run-secrets.ts";
import { findPeers } from "./peers.ts";
import type { MessageRecord, NewMessage, HeldRun } from "./run-log.ts";
import { storable, storableJson, toolResult } from "./log-messages.ts";
import type { EngineServices } from "./services.ts";
import { answerCalls } from "./tool-calls.ts";
import { readLog } from "./read-log.ts";
import { commitAnswer } from "./commit-answer.ts";
import { createDraft } from "./answer-draft.ts";

/** A run that has not come to an end after this many answers of its model is going round in circles. */
const maxTurns = 200;
/** Characters that are kept of arguments that cannot be read. */
const maxRaw = 100_000;

/**
 * Works on a model step until it ends, waits for a person, or is stopped. Each round reads the log and does the one thing that is next:
 * answer open calls, or ask the model. The log is the only state, so any process can go on at any point.
 */
export async function runModelStep(
  services: EngineServices,
  run: HeldRun,
  data: ModelStepData,
  initial: readonly MessageRecord[],
  signal: AbortSignal,
): Promise<void> {
  const log = [...initial];
  const peers = peerTools(await findPeers(services.store.db, run));
  const cases = caseTools(await findCaseQueues(services.store.db, run));
  const logins = await usableLogins(services, run);
  const tools = enabledTools([...services.tools, ...cases, ...peers, ...browserTools(logins)], data).filter(
    (tool) => tool.type !== "memory" || run.memory,
  );
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
      const waiting = await answerCalls(services, { run, files: data.files ?? [], skills, signal, services }, tools, open);
      if (waiting) return;
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
  services: EngineServices,
  run: HeldRun,
  data: ModelStepData,
  { tools, skills, log, turn, signal }: Turn,
): Promise<boolean> {
  const draft = createDraft(services, run);
  const answer = { text: "", thinking: "", calls: [] as Calling[], input: 0, output: 0 };
  const request = {
    settings: data,
    instructions: data.input,
    skills,
    turns: toTurns(log),
    tools: toolSpecs(tools.filter((t) => t.offered !== false)),
    signal,
  };
  try {
    for await (const part of services.model(data.model).answer(request)) {
      if (part.type === "text") {
        answer.text += part.text;
        draft.add(part.text);
      } else if (part.type === "thinking") answer.thinking += part.text;
      else if (part.type === "usage") Object.assign(answer, { input: part.input, output: part.output });
      else answer.calls.push(part);
    }
  } finally {
    await draft.end();
  }
  services.metrics.count("caseload_model_tokens_total", { direction: "input" }, answer.input);
  services.metrics.count("caseload_model_tokens_total", { direction: "output" }, answer.output);
  const parts: NewMessage[] = [];
  if (answer.thinking) parts.push({ type: "thinking", role: "assistant", turn, text_content: storable(answer.thinking) });
  if (answer.text) parts.push({ id: draft.id, type: "text", role: "assistant", turn, text_content: storable(answer.text.trimEnd()) });
  const calls = uniqueCalls(answer.calls, log).flatMap((call) => callMessages(call, turn));
  return commitAnswer(services, run, [...parts, ...calls], {
    news: log.some((m) => m.delivery === "queued" || m.delivery === "read"),
    input: answer.input,
    output: answer.output,
    final: calls.length === 0,
    draft: draft.stored(),
    log: log.length,
  });
}

type Calling = Extract<ModelPart, { type: "call" | "unreadable_call" }>;

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
