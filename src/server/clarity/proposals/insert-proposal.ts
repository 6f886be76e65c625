import { clarityEvents } from "#contract/clarity/events.ts";
import { lanesOf, modeOf } from "#contract/clarity/flow/lanes.ts";
import type { ExtraCaptureRequest } from "#contract/clarity/extra-capture.ts";
import type { Step } from "#contract/clarity/step.ts";
import { insertRequests, listOpenRequests, resolveOthers } from "#server/clarity/extra-captures/requests.store.ts";
import type { GenerationRecord } from "#server/clarity/generation/generations.store.ts";
import { insertSnapshot, type SnapshotValues } from "#server/clarity/snapshots/snapshots.store.ts";
import { newId } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { record } from "#server/platform/events/record.ts";

/**
 * A generated proposal, as a draft, with what it asks for. What was asked before and is still not known stays asked of the same person; what it knows by
 * now, or was answered and read, is asked no more. The caller holds the process.
 */
export async function insertProposal(
  db: Db,
  values: SnapshotValues,
  { captures, team_id }: Pick<GenerationRecord, "captures" | "team_id">,
): Promise<void> {
  const { process_id } = values;
  const id = newId();
  const open = (await listOpenRequests(db, process_id)).filter(
    ({ answered, capture_id }) => !(answered && capture_id !== null && captures.includes(capture_id)),
  );
  const named = values.data.steps.map((step): Step => {
    const needed = step.extraCaptureNeeded;
    const same = needed && open.find(({ step_id, gap }) => step_id === step.id && gap === needed.gap);
    return needed ? { ...step, extraCaptureNeeded: { ...needed, id: same?.id ?? needed.id } } : step;
  });
  await insertSnapshot(db, { ...values, id, data: { ...values.data, steps: named } }, "draft");
  const lanes = lanesOf(named);
  const asked = named.flatMap((step) => {
    const needed = step.extraCaptureNeeded;
    if (!needed || open.some((one) => one.id === needed.id)) return [];
    const { gap, proposal = null } = needed;
    const priority = priorityOf(step, modeOf(step, lanes.get(step.id)) !== null);
    return { id: needed.id, process_id, proposal_id: id, step_id: step.id, gap, suggested_prompt: proposal, priority };
  });
  await insertRequests(db, asked);
  const gone = await resolveOthers(
    db,
    process_id,
    named.flatMap(({ extraCaptureNeeded }) => extraCaptureNeeded?.id ?? []),
  );
  const unasked = gone.flatMap((one) => (one.requested_user_id === null ? [] : [{ request_id: one.id, user_id: one.requested_user_id }]));
  for (const data of unasked)
    await record(db, clarityEvents, {
      type: "clarity_process.capture_unasked",
      team: team_id,
      actor: { kind: "service" },
      subject: process_id,
      data,
    });
}

/** What keeps a task from an agent comes first. */
function priorityOf({ readiness }: Step, isTask: boolean): ExtraCaptureRequest["priority"] {
  if (!isTask) return "low";
  return readiness === "low" ? "high" : "medium";
}
