import { intended, isCutOff, settled } from "#server/engine/log/tool-intents.ts";
import { OutcomeUnknown, type Tool, ToolChanged, type ToolContext, ToolError, readArguments } from "./tool.ts";
import { type Ask, type Asked, isApproved, openRequest } from "#server/engine/control/asking.ts";
import { asksChanged, runChanged } from "#server/engine/end-run.ts";
import { cameTo } from "#server/engine/log/came-to.ts";
import { writeHeld } from "#server/engine/log/run-log.ts";
import type { MessageRecord, HeldRun, NewMessage } from "#server/engine/log/run-record.ts";
import { toolResult } from "#server/engine/log/log-messages.ts";
import type { EngineServices } from "#server/engine/services.ts";
import { type DelegateCall, type EndCall, delegate, endBy } from "#server/engine/log/tool-ends.ts";
import { figures } from "#server/engine/figures.ts";

/**
 * Answers the open calls of a run, one after the other. Those that the run has to wait for come later: first what other agents do, then
 * what people are asked. What ends the run comes last. `renews`: the caller looks at the tools again after a ToolChanged. Returns whether this worker has nothing more to do with the run.
 */
export async function answerCalls(
  services: EngineServices,
  context: ToolContext,
  tools: readonly Tool[],
  open: readonly MessageRecord[],
  renews: boolean,
): Promise<boolean> {
  const { run } = context;
  const byName = new Map(tools.map((t) => [t.name, t]));
  const asks: MessageRecord[] = [];
  const delegations: DelegateCall[] = [];
  const ends: EndCall[] = [];
  for (const call of open) {
    if (context.signal.aborted) return true;
    const definition = byName.get(call.tool_name ?? "");
    if (definition?.effect === "ask") asks.push(call);
    else if (definition?.effect === "delegate") delegations.push({ call, tool: definition });
    else if (definition && (await needsApproval(services, context, definition, call))) asks.push(call);
    else if (definition?.effect === "end") ends.push({ call, tool: definition });
    else if (await answerCall(services, context, definition, call, renews)) return true;
    runChanged(services, run);
  }
  for (const { tool } of [...delegations, ...ends]) services.metrics.count(figures.toolCalls, { tool: tool.name });
  if (delegations.length > 0 && (await delegate(services, context, delegations))) return true;
  if (asks.length > 0 && (await askPeople(services, context, byName, asks))) return true;
  return ends.length > 0 && (await endBy(services, context, ends));
}

/** Whether a person has to say yes before this call is made. What a crash cut off was approved, and is asked about otherwise. */
async function needsApproval(services: EngineServices, context: ToolContext, definition: Tool, call: MessageRecord): Promise<boolean> {
  if (definition.effect !== "outside" || !definition.approval) return false;
  const { run } = context;
  const callId = call.tool_call_id ?? "";
  if (await isCutOff(services.store.db, run.id, callId)) return false;
  try {
    const { bound } = definition.approval(readArguments(definition, call.tool_arguments ?? {}), context);
    return !(await isApproved(services.store.db, run.id, callId, bound));
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    // Whoever asks says so.
    return true;
  }
}

/** One call's result; a failure of the tool is a result too. Returns whether the run waits because an outcome is unknown. */
async function answerCall(
  services: EngineServices,
  context: ToolContext,
  definition: Tool | undefined,
  call: MessageRecord,
  renews: boolean,
): Promise<boolean> {
  const { run } = context;
  const { db } = services.store;
  const callId = call.tool_call_id ?? "";
  const name = call.tool_name ?? "";
  const record = (outcome: { value: unknown } | { error: string }) =>
    writeHeld(db, run, {}, [toolResult(callId, name, outcome)], definition?.effect === "outside" ? [settled(callId)] : []);
  services.metrics.count(figures.toolCalls, { tool: definition ? name : "unknown" });
  try {
    // What another service offered may be gone while it is not known what became of a call.
    if (!definition && (await isCutOff(services.store.db, run.id, callId))) return await askOutcome(services, run, call, cutOffWords);
    if (!definition) throw new ToolError(`There is no tool ${name} here.`);
    const args = readArguments(definition, call.tool_arguments ?? {});
    if (definition.effect === "store") {
      await takeEffect(services, context, definition, args, (value) => [toolResult(callId, name, { value })]);
    } else if (definition.effect === "none") {
      await record({ value: await definition.execute(args, { ...context, callId }) });
    } else if (definition.effect === "outside") {
      if (await isCutOff(services.store.db, run.id, callId)) return await askOutcome(services, run, call, cutOffWords);
      await writeHeld(db, run, {}, [], [intended(callId)]);
      await record({ value: await definition.execute(args, { ...context, callId }) });
    }
  } catch (error) {
    if (error instanceof OutcomeUnknown) return askOutcome(services, run, call, error.message);
    if (error instanceof ToolChanged && renews) {
      await writeHeld(db, run, {}, [], [settled(callId)]);
      throw error;
    }
    // A refusal of the store (a path that is a folder, say) is for the model to read, like the tool's own errors.
    const said = error instanceof ToolError ? error : services.refusalOf(error);
    if (!said) throw error;
    await record({ error: said.message });
  }
  return false;
}

/** What a call does in our store, in one transaction with the messages that record it. */
export async function takeEffect(
  services: EngineServices,
  context: ToolContext,
  definition: Extract<Tool, { effect: "store" }>,
  args: unknown,
  recorded: (value: unknown) => NewMessage[],
): Promise<void> {
  const effects: (() => void)[] = [];
  await services.store.db.transaction(async (tx) => {
    await writeHeld(tx, context.run, {});
    const value = await definition.execute(tx, args, { ...context, afterCommit: (effect) => void effects.push(effect) });
    await writeHeld(tx, context.run, {}, recorded(value));
  });
  for (const effect of effects) effect();
}

const cutOffWords = "The service was interrupted during this call.";

/** Asks what became of a call, if that is not known. Returns whether the run waits. */
export async function askIfCutOff(services: EngineServices, run: HeldRun, call: MessageRecord): Promise<boolean> {
  return (await isCutOff(services.store.db, run.id, call.tool_call_id ?? "")) && askOutcome(services, run, call, cutOffWords);
}

async function askOutcome(services: EngineServices, run: HeldRun, call: MessageRecord, why: string): Promise<boolean> {
  const title = `Outcome unknown: ${call.tool_name}`;
  await wait(services, run, [
    {
      callId: call.tool_call_id ?? "",
      kind: "outcome",
      title,
      description: `${why} Check in the other system whether ${call.tool_name} took effect, then choose.`,
      questions: [{ question: title, options: [{ label: "Retry" }, { label: "Count as done" }, { label: "Stop the run" }] }],
    },
  ]);
  return true;
}

async function askPeople(
  services: EngineServices,
  context: ToolContext,
  tools: Map<string, Tool>,
  calls: MessageRecord[],
): Promise<boolean> {
  const asks: Ask[] = [];
  for (const call of calls) {
    const definition = tools.get(call.tool_name ?? "");
    try {
      const asked = await askedBy(definition, call, context);
      if (!asked) continue;
      asks.push({ callId: call.tool_call_id ?? "", ...asked });
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      const { message } = error;
      const refused = toolResult(call.tool_call_id ?? "", call.tool_name ?? "", { error: message });
      await writeHeld(services.store.db, context.run, {}, [refused]);
    }
  }
  if (asks.length > 0) await wait(services, context.run, asks);
  return asks.length > 0;
}

function askedBy(definition: Tool | undefined, call: MessageRecord, context: ToolContext): Asked | Promise<Asked> | undefined {
  if (!definition) return undefined;
  const args = readArguments(definition, call.tool_arguments ?? {});
  if (definition.effect === "outside") return definition.approval?.(args, context);
  return definition.effect === "ask" ? definition.ask(args, context) : undefined;
}

/** Opens requests and lets go of the run: it waits without holding anything. */
async function wait(services: EngineServices, run: HeldRun, asks: readonly Ask[]): Promise<void> {
  await services.store.db.transaction(async (tx) => {
    await writeHeld(tx, run, { event: "ask" }, [], [cameTo("run.waiting")]);
    for (const ask of asks) await openRequest(tx, run, ask);
  });
  runChanged(services, run);
  services.runMoved(run);
  asksChanged(services, [run]);
}
