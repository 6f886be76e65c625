import { toolResult } from "#server/engine/log/log-messages.ts";
import { writeHeld } from "#server/engine/log/run-log.ts";
import type { HeldRun, MessageRecord, NewMessage } from "#server/engine/log/run-record.ts";
import { intended, settled } from "#server/engine/log/tool-intents.ts";
import type { EngineServices } from "#server/engine/services.ts";
import { askIfCutOff } from "#server/engine/tools/tool-calls.ts";
import { OutcomeUnknown, readArguments, type Tool, type ToolContext, ToolError } from "#server/engine/tools/tool.ts";
import type { ProgramServices } from "./program-services.ts";

export type Outcome = { readonly value: unknown } | { readonly error: string };
type OutsideTool = Extract<Tool, { effect: "outside" }>;

/** Asks about a call of a program that a crash cut off, before the program is begun again. Returns whether the run waits. */
export async function askAboutCutOff(services: EngineServices, run: HeldRun, log: readonly MessageRecord[]): Promise<boolean> {
  const answered = new Set(log.filter(({ type }) => type === "tool_result").map((m) => m.tool_call_id));
  for (const call of log) {
    if (call.type !== "tool_call" || answered.has(call.tool_call_id)) continue;
    if (await askIfCutOff(services, run, call)) return true;
  }
  return false;
}

/**
 * Makes a program's call that reaches somebody else. The call and an intent stand in the run before it, its result after it. `stands`: the call is in the run
 * already, and a person said that it is to be made again. Throws a ToolError where nothing was written.
 */
export async function callOutside(
  context: ToolContext & { services: ProgramServices },
  tool: OutsideTool,
  given: unknown,
  call: NewMessage,
  shown: (value: unknown) => unknown,
  stands: boolean,
): Promise<Outcome> {
  const { services, run } = context;
  const { db } = services.store;
  const callId = call.tool_call_id ?? "";
  const args = readArguments(tool, given);
  if (tool.approval)
    throw new ToolError(
      `A person has to approve each call of ${tool.name}, and a program cannot wait for that. Allow the tool in the revision, or let a model step call it.`,
    );
  await services.inTurn(() => writeHeld(db, run, {}, stands ? [] : [call], [intended(callId)]));
  const outcome = await tool.execute(args, { ...context, callId }).then((value) => ({ value: shown(value) }), refusedBy(services));
  await services.inTurn(() => writeHeld(db, run, {}, [toolResult(callId, tool.name, outcome)], [settled(callId)]));
  return outcome;
}

/** What a program reads of a failure. Throws what is no answer. */
function refusedBy({ refusalOf }: EngineServices): (error: unknown) => Outcome {
  return (error) => {
    if (error instanceof OutcomeUnknown)
      return { error: `${error.message} It is not known whether this call took effect. It was not repeated.` };
    const said = error instanceof ToolError ? error : refusalOf(error);
    if (!said) throw error;
    return { error: said.message };
  };
}
