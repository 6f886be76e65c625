import { and, eq } from "drizzle-orm";
import { buildClarityAutomation, getClarityAutomation } from "#contract/clarity/automation.ts";
import { dataVersion } from "#contract/clarity/snapshot.ts";
import type { Step } from "#contract/clarity/step.ts";
import { insertRequests } from "#server/clarity/extra-captures/requests.store.ts";
import { claritySnapshots } from "#server/clarity/processes/processes.table.ts";
import { findLive } from "#server/clarity/snapshots/snapshots.store.ts";
import { newId } from "#server/platform/db/columns.ts";
import { comes } from "#server/testing/patience/comes.ts";
import { checking } from "./clarity-steps.ts";
import { processOf } from "./clarity.ts";
import { runAtStep } from "./runs.ts";
import { maker, type Stage } from "./stage.ts";

export interface Asked {
  readonly process_id: string;
  readonly transformation_proposal_id: string;
  readonly request_id: string;
}

export const gap = "No capture names the system for “Check the invoice”.";

/** A process of the caller whose live proposal asks for a capture. */
export async function askedOf(stage: Stage): Promise<Asked> {
  const { db } = stage.service.app.services.store;
  const process_id = await processOf(stage);
  const live = await findLive(db, process_id, "transformation_proposal");
  if (!live) throw new Error("the process has no proposal");
  const id = newId();
  const prompt = "Who does it, and in which system?";
  const steps = checking().map((step): Step =>
    step.id === "check" ? { ...step, extraCaptureNeeded: { id, gap, proposal: prompt } } : step,
  );
  await db
    .update(claritySnapshots)
    .set({ data: { version: dataVersion, steps, summary: "An agent checks it." } })
    .where(and(eq(claritySnapshots.id, live.id)));
  await insertRequests(db, [{ id, process_id, proposal_id: live.id, step_id: "check", gap, suggested_prompt: prompt, priority: "medium" }]);
  return { process_id, transformation_proposal_id: live.id, request_id: id };
}

/** A process with an agent, one of whose runs does a step of it. */
export async function doneOf(stage: Stage): Promise<string> {
  const { process_id } = await builtOf(stage);
  const { agent_id } = await runAtStep(stage);
  await stage.service.pool.query("update clarity_automations set agent_id = $1 where process_id = $2", [agent_id, process_id]);
  return process_id;
}

/** A draft that was built from the live proposal of a process of the caller, and waits for a decision. */
export async function builtOf(stage: Stage): Promise<{ process_id: string; agent_id: string; build_id: string }> {
  const { process_id } = await askedOf(stage);
  const as = maker(stage, "team:builder");
  await stage.service.ok(buildClarityAutomation, { params: { process_id }, body: {} }, as);
  const { agent_id, build_id } = await comes("a draft that waits for review", async () => {
    const { automation } = await stage.service.ok(getClarityAutomation, { params: { process_id } }, as);
    return automation?.builder_run_status === "waiting_for_approve" ? automation : undefined;
  });
  return { process_id, agent_id, build_id };
}
