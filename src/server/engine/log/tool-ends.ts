import { storeNow } from "#server/platform/db/columns.ts";
import { and, eq } from "drizzle-orm";
import type { Db } from "#server/platform/db/open.ts";
import { runMessages } from "./run-messages.table.ts";
import { type Tool, type ToolContext, ToolError, readArguments } from "#server/engine/tools/tool.ts";
import { answerOf, askedRuns, resumeIfReady } from "#server/engine/tools/child-runs.ts";
import { tellingSpent } from "#server/engine/descendants.ts";
import { runChanged } from "#server/engine/end-run.ts";
import { childStarted, handedOver } from "#server/engine/tools/handover.ts";
import { cameTo } from "./came-to.ts";
import { delivered, writeHeld } from "./run-log.ts";
import type { HeldRun, MessageRecord, RunRecord } from "./run-record.ts";
import { toolResult } from "./log-messages.ts";
import { isTerminal } from "#server/engine/run-state.ts";
import type { EngineServices } from "#server/engine/services.ts";
import { noteEnd } from "#server/engine/note-end.ts";

type Of<E extends Tool["effect"]> = Extract<Tool, { effect: E }>;
export type EndCall = { readonly call: MessageRecord; readonly tool: Of<"end"> };
export type DelegateCall = { readonly call: MessageRecord; readonly tool: Of<"delegate"> };

type Delegating = Pick<EngineServices, "store" | "live" | "wakeRuns">;

const idOf = (call: MessageRecord) => call.tool_call_id ?? "";
const resultOf = (call: MessageRecord, outcome: { value: unknown } | { error: string }) =>
  toolResult(idOf(call), call.tool_name ?? "", outcome);

/**
 * Begins the runs that calls ask for and records the answers of those that have ended. Returns whether the run waits now: without a worker,
 * as running, until all of them have ended.
 */
export async function delegate(services: Delegating, context: ToolContext, calls: readonly DelegateCall[]): Promise<boolean> {
  const { run } = context;
  const { db } = services.store;
  const asked = await askedRuns(
    db,
    run.id,
    calls.map(({ call }) => idOf(call)),
  );
  let waits = false;
  for (const { call, tool } of calls) {
    const child = asked.get(idOf(call));
    if (child && isTerminal(child.status)) await writeHeld(db, run, {}, [resultOf(call, await outcomeOf(services, child))]);
    else if (child) waits = true;
    else waits = (await begin(services, context, call, tool)) || waits;
  }
  if (!waits) return false;
  await writeHeld(db, run, { worker_id: null });
  runChanged(services, run);
  services.wakeRuns();
  // One that ended before this had let go found nobody waiting.
  await resumeIfReady(services, run.id);
  return true;
}

/** Returns false when the tool refused, which is then the call's result. */
async function begin(services: Delegating, context: ToolContext, call: MessageRecord, tool: Of<"delegate">): Promise<boolean> {
  const { run } = context;
  try {
    const args = readArguments(tool, call.tool_arguments ?? {});
    await tellingSpent(services.store.db, async (tx) => {
      await tool.begin(tx, args, { ...context, callId: idOf(call) });
      await writeHeld(tx, run, {});
    });
    return true;
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    await writeHeld(services.store.db, run, {}, [resultOf(call, { error: error.message })]);
    return false;
  }
}

async function outcomeOf(services: Delegating, child: RunRecord): Promise<{ value: unknown } | { error: string }> {
  if (child.status === "completed") return { value: { run_id: child.id, content: await answerOf(services.store.db, child.id) } };
  if (child.status === "interrupted") return { error: `Its run was stopped before it had an answer (run ${child.run_number}).` };
  return { error: `Its run failed (run ${child.run_number}): ${child.failure?.message ?? "no reason was recorded"}` };
}

/**
 * Lets the first of the calls that can do so end the run; its effect, every result and the end are one transaction. A message that came
 * after what the model has seen keeps the run going. Returns whether it has ended.
 */
export async function endBy(services: EngineServices, context: ToolContext, calls: readonly EndCall[]): Promise<boolean> {
  const { run } = context;
  for (const [i, { call, tool }] of calls.entries()) {
    const rest = calls.slice(i + 1).map((c) => resultOf(c.call, { error: "The work was already handed off." }));
    try {
      const { taken, ended } = await tellingSpent(services.store.db, async (tx) => {
        const args = readArguments(tool, call.tool_arguments ?? {});
        const given = await tool.execute(tx, args, { ...context, callId: idOf(call) });
        // Locks the run: whoever writes to it waits from here on, and whoever has written is seen.
        await writeHeld(tx, run, {}, [resultOf(call, { value: given }), ...rest, handedOver(given)]);
        return { taken: given, ended: await endUnlessAddressed(services, tx, run) };
      });
      if ("run_id" in taken) childStarted(services, { ...run, id: taken.run_id });
      else services.wakeCases();
      if (ended) noteEnd(services, run, "completed");
      if (ended) services.runsEnded([run]);
      runChanged(services, run);
      return ended;
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      await writeHeld(services.store.db, run, {}, [resultOf(call, { error: error.message })]);
    }
  }
  return false;
}

/** Returns false, and leaves the run going, where a message of a person lies unread. */
async function endUnlessAddressed({ withEnd }: EngineServices, tx: Db, run: HeldRun): Promise<boolean> {
  const unread = await tx
    .select({ id: runMessages.id })
    .from(runMessages)
    .where(and(eq(runMessages.run_id, run.id), eq(runMessages.delivery, "queued")))
    .limit(1);
  if (unread.length > 0) return false;
  const ending = { event: "complete", completed_at: storeNow, attempt: 0 } as const;
  const also = [delivered(["read"], "acted_on"), ...withEnd, cameTo("run.completed")];
  await writeHeld(tx, run, { ...ending, retry_reason: null }, [], also);
  return true;
}
