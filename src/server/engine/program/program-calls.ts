import { isDeepStrictEqual } from "node:util";
import { type Tool, type ToolContext, ToolError, readArguments } from "#server/engine/tools/tool.ts";
import { describe } from "#server/platform/work/describe.ts";
import { runChanged } from "#server/engine/end-run.ts";
import { tellingSpent } from "#server/engine/descendants.ts";
import { childStarted, handedOver } from "#server/engine/tools/handover.ts";
import { callOutside, type Outcome } from "./outside-calls.ts";
import { unknownCall } from "./code-calls.ts";
import type { ProgramServices } from "./program-services.ts";
import { writeHeld } from "#server/engine/log/run-log.ts";
import type { HeldRun, MessageRecord, NewMessage } from "#server/engine/log/run-record.ts";
import { storableJson, toolResult } from "#server/engine/log/log-messages.ts";
import { takeEffect } from "#server/engine/tools/tool-calls.ts";
import { figures } from "#server/engine/figures.ts";

/** Ours: each call is two messages of the run. A program that makes more is going round in circles. */
const maxCalls = 2_000;

type Arguments = Record<string, unknown>;
interface Recorded {
  readonly id: string;
  readonly name: string;
  readonly args: Arguments | null;
  /** Absent of a call to somebody else that is to be made again. */
  readonly outcome: Outcome | undefined;
}

/**
 * Answers what the program of a code step calls of the tools that a model would be offered, one call after the other. A call's effect
 * commits together with the call and its result, at the next place in the run. A program that a restart began again is answered from there
 * as far as it had come, so that nothing happens twice. `before` lets what the program has said until now be written first.
 */
export function createProgramCalls(
  context: ToolContext & { services: ProgramServices },
  offered: readonly Tool[],
  log: readonly MessageRecord[],
  before: () => Promise<void>,
): (name: string, args: unknown) => Promise<unknown> {
  const { services, run } = context;
  const tools = programTools(offered);
  const past = recordedCalls(run, log).values();
  let made = log.filter((m) => m.type === "tool_call").length;
  let handed = false;
  let last: Promise<unknown> = Promise.resolve();

  async function answer(name: string, given: unknown): Promise<unknown> {
    const args = argumentsOf(run, given);
    const repeated = past.next().value;
    const outcome = repeated
      ? (answerAgain(repeated, name, args) ?? (await callAgain(repeated, given, args)))
      : await answerFirst(name, given, args);
    if ("error" in outcome) throw new ToolError(outcome.error);
    handed ||= name === "request_handover";
    return outcome.value;
  }

  async function answerFirst(name: string, given: unknown, args: Arguments): Promise<Outcome> {
    if (made >= maxCalls) throw new ToolError(`A run can make at most ${maxCalls} tool calls.`);
    await before();
    made++;
    const id = `program_${made}`;
    const call: NewMessage = { type: "tool_call", role: "assistant", tool_call_id: id, tool_name: name, tool_arguments: args };
    services.metrics.count(figures.toolCalls, { tool: tools.has(name) ? name : "unknown" });
    try {
      if (handed) throw new ToolError("This run has handed off its work.");
      const tool = toolNamed(context, tools, name);
      if (tool.effect === "outside") return await callOutside(context, tool, given ?? {}, call, (value) => shown(run, value), false);
      return { value: await services.inTurn(() => execute(context, tool, given ?? {}, call)) };
    } catch (error) {
      const said = error instanceof ToolError ? error : services.refusalOf(error);
      if (!said) throw error;
      const outcome = { error: said.message };
      await services.inTurn(() => writeHeld(services.store.db, run, {}, [call, toolResult(id, name, outcome)]));
      return outcome;
    } finally {
      runChanged(services, run);
    }
  }

  /** A call that a crash cut off, of which a person said that it is to be made again. */
  async function callAgain({ id, name }: Recorded, given: unknown, args: Arguments): Promise<Outcome> {
    const call: NewMessage = { type: "tool_call", role: "assistant", tool_call_id: id, tool_name: name, tool_arguments: args };
    try {
      const tool = toolNamed(context, tools, name);
      if (tool.effect !== "outside") throw new ToolError(`${name} cannot be called again.`);
      return await callOutside(context, tool, given ?? {}, call, (value) => shown(run, value), true);
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      const outcome = { error: error.message };
      await services.inTurn(() => writeHeld(services.store.db, run, {}, [toolResult(id, name, outcome)]));
      return outcome;
    } finally {
      runChanged(services, run);
    }
  }

  return (name, args) => {
    const answered = last.then(() => answer(name, args)).catch(hideFault(context));
    last = answered.catch(() => undefined);
    return answered;
  };
}

/** What a program can wait for: no person and no other run. */
function programTools(tools: readonly Tool[]): Map<string, ProgramTool> {
  const own = tools.filter((tool): tool is ProgramTool => tool.effect !== "ask" && tool.effect !== "delegate");
  return new Map(own.map((tool) => [tool.name, tool]));
}
type ProgramTool = Extract<Tool, { effect: "store" | "none" | "outside" | "end" }>;

function toolNamed({ services }: ToolContext, tools: Map<string, ProgramTool>, name: string): ProgramTool {
  const found = tools.get(name);
  if (found) return found;
  const offered = [...tools.values()].flatMap((tool) => (tool.offered === false ? [] : [tool.name]));
  const brought = offered.length > 0 ? `, and by the queues and agents of this revision: ${offered.join(", ")}` : "";
  throw new ToolError(unknownCall(services, name, brought));
}

/** Does what is called, records it and returns its result. */
async function execute(
  context: ToolContext,
  tool: Exclude<ProgramTool, { effect: "outside" }>,
  given: unknown,
  call: NewMessage,
): Promise<unknown> {
  const { services, run } = context;
  const { db } = services.store;
  const args = readArguments(tool, given);
  const callId = call.tool_call_id ?? "";
  let result: unknown;
  const recorded = (value: unknown): NewMessage[] => {
    result = shown(run, value);
    return [call, toolResult(callId, tool.name, { value: result })];
  };
  if (tool.effect === "store") await takeEffect(services, context, tool, args, recorded);
  else if (tool.effect === "end") {
    const taken = await tellingSpent(db, async (tx) => {
      const given_to = await tool.execute(tx, args, { ...context, callId });
      await writeHeld(tx, run, {}, [...recorded(given_to), handedOver(given_to)]);
      return given_to;
    });
    if ("run_id" in taken) childStarted(services, { ...run, id: taken.run_id });
    else services.wakeCases();
    services.runMoved(run);
  } else {
    const value = await tool.execute(args, { ...context, callId });
    await writeHeld(db, run, {}, recorded(value));
  }
  return result;
}

/** The calls that this program has made before the service was restarted. */
function recordedCalls(run: HeldRun, log: readonly MessageRecord[]): Recorded[] {
  if (run.code_starts === 0) return [];
  const first = log.filter((m) => m.subtype === "session_started").at(-run.code_starts)?.seq ?? 0;
  const results = new Map(log.filter((m) => m.type === "tool_result").map((m) => [m.tool_call_id, m]));
  return log
    .filter((m) => m.type === "tool_call" && m.seq > first)
    .map((m) => {
      const result = results.get(m.tool_call_id);
      const outcome = result?.tool_error ? { error: result.tool_error } : { value: result?.tool_result?.["value"] };
      return { id: m.tool_call_id ?? "", name: m.tool_name ?? "", args: m.tool_arguments, outcome: result && outcome };
    });
}

function answerAgain(recorded: Recorded, name: string, args: Arguments): Outcome | undefined {
  if (recorded.name === name && isDeepStrictEqual(recorded.args, args)) return recorded.outcome;
  throw new ToolError(
    `This program was started again after a restart, and ${name} differs from the call that it had made at this place: ${recorded.name} ${JSON.stringify(recorded.args).slice(0, 500)}. It has to make the same calls in the same order.`,
  );
}

/** A value as the run's log says it, and as a program gets it: the first time as after a restart. */
function shown(run: HeldRun, value: unknown): unknown {
  return storableJson(run.secrets.redactor.json(value));
}

/** What was called with, as a message of the run takes it. */
function argumentsOf(run: HeldRun, given: unknown): Arguments {
  const args = shown(run, given ?? {});
  return typeof args === "object" && args !== null && !Array.isArray(args) ? (args as Arguments) : { arguments: args };
}

/** What failed inside of the service is for its log, not for a program that prints it. */
function hideFault({ services, run }: ToolContext): (error: unknown) => never {
  return (error) => {
    if (error instanceof ToolError) throw error;
    services.log.warn({ run: run.id, error: describe(error) }, "a call of a program was not answered");
    throw new Error("The service could not answer this call.");
  };
}
