import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "#server/platform/db/open.ts";
import { agents } from "#server/agents/agents/agents.table.ts";
import { runs } from "#server/engine/runs.table.ts";
import { DescendantsSpent, noteSpent } from "#server/engine/descendants.ts";
import { type TakenOver, ToolError } from "./tool.ts";
import { type Peer, startChild } from "./child-runs.ts";
import type { HeldRun, NewMessage, RunRecord } from "#server/engine/log/run-record.ts";
import { systemMessage } from "#server/engine/log/log-messages.ts";
import type { EngineServices } from "#server/engine/services.ts";

/**
 * Ends a run that did its work by `end`, and begins a run of the agent that its revision says comes next in the same transaction: once,
 * however often the work is taken up again. That agent being gone fails nothing but the handover, which the transcript says.
 */
export async function withNext(
  services: EngineServices,
  run: HeldRun,
  closing: string,
  end: (db: Db, notes: NewMessage[]) => Promise<void>,
): Promise<void> {
  const { db } = services.store;
  const next = run.handover_to;
  if (!next) return end(db, []);
  const started = await db.transaction(async (tx) => {
    const { child, note } = await startNext(tx, run, next, { message: closing, most: services.config.mostDescendants });
    await end(tx, note ? [note] : []);
    return child;
  });
  if (started) childStarted(services, started);
}

async function startNext(
  tx: Db,
  run: HeldRun,
  agentId: string,
  next: { message: string; most: number },
): Promise<{ child?: RunRecord; note?: NewMessage }> {
  const before = await tx
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.parent_run_id, run.id), isNull(runs.parent_call_id)));
  if (before.length > 0) return {};
  const [agent] = await tx.select({ id: agents.id, name: agents.name }).from(agents).where(eq(agents.id, agentId));
  const peer: Peer = agent ?? { id: agentId, name: "The next agent" };
  try {
    const child = await startChild(tx, run, peer, {
      kind: "handover",
      callId: null,
      most: next.most,
      message: run.secrets.redactor.text(next.message),
    });
    return { child, note: handedOver(takenOver(peer, child)) };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    if (error instanceof DescendantsSpent) await noteSpent(tx, error.root);
    return { note: systemMessage("handover_failed", error.message) };
  }
}

export function takenOver(peer: Peer, child: RunRecord) {
  return { agent: peer.name, run_id: child.id, run_number: child.run_number };
}

export function handedOver(taken: TakenOver): NewMessage {
  const where = "run_number" in taken ? `, run ${taken.run_number}` : " with its case";
  return systemMessage("handed_over", `Handed off to ${taken.agent}${where}.`);
}

/** Gets a stored run going and tells screens of it. */
export function childStarted(services: EngineServices, child: Pick<RunRecord, "id" | "team_id" | "user_id">): void {
  services.wakeRuns();
  services.live.publish({ teamId: child.team_id, topic: "run", id: child.id, userId: child.user_id });
}
