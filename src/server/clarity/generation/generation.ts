import type * as contract from "#contract/clarity/generation.ts";
import { patchProcess } from "#server/clarity/processes/processes.store.ts";
import { recordProcess } from "#server/clarity/processes/record-process.ts";
import { lockedProcess, requireIdle } from "#server/clarity/processes/require-process.ts";
import { findSnapshot } from "#server/clarity/snapshots/snapshots.store.ts";
import { requireSnapshotRoom } from "#server/clarity/snapshots/require-snapshot.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { invalid, refuse } from "#server/platform/http/refusal.ts";
import { optionsOf } from "#server/clarity/proposals/proposal-options.ts";
import { findGeneration, removeGeneration } from "./generations.store.ts";
import { startGeneration } from "./start-generation.ts";

const idFields = ["current_process_id", "transformation_proposal_id"] as const;

export const clarityGenerationHandlers: Handlers<typeof contract, EngineContext> = {
  async generateClarityProcessSnapshot({ params: { process_id, kind }, body }, context) {
    const process = await lockedProcess(context, process_id);
    requireIdle(process);
    // Version 1 is upgraded first.
    if (process.version !== 2) throw refuse("not_found");
    const [given] = Object.keys(body);
    if (kind === "current_process" && given !== undefined) throw invalid([given], "Only a proposal has this");
    const proposal = kind === "current_process" ? undefined : await optionsOf(context.db, process.id, body);
    await requireSnapshotRoom(context.db, process.id, kind);
    await startGeneration(context, process, { userId: context.caller.userId, kind, proposal });
    return { success: true as const };
  },

  async postprocessClaritySnapshot({ params, body }, context) {
    const { db, caller } = context;
    const process = await lockedProcess(context, params.process_id);
    requireIdle(process);
    const [field, other] = body.type === "current_process" ? idFields : ([idFields[1], idFields[0]] as const);
    const id = body[field];
    if (id === undefined) throw invalid([field], "This is required");
    if (body[other] !== undefined) throw invalid([other], "This is of the other type");
    const snapshot = await findSnapshot(db, process.id, body.type, id);
    if (!snapshot) throw invalid([field], "This process has no such version");
    await startGeneration(context, process, { userId: caller.userId, kind: body.type, described: snapshot });
    return { success: true as const };
  },

  async stopClarityProcessSnapshot({ params }, context) {
    const { db } = context;
    const process = await lockedProcess(context, params.process_id);
    const under = await findGeneration(db, process.id);
    if (!under || under.kind !== params.kind) {
      context.unchanged();
      return { success: true as const };
    }
    await removeGeneration(db, process.id);
    await patchProcess(db, process.id, { status: "review", generation_id: null, generation_progress: null, generation_error: null });
    await recordProcess(context, process, "clarity_process.generation_stopped");
    context.changed("clarity_process", process.id);
    context.afterCommit(() => context.live.publishStop(under.id));
    return { success: true as const };
  },
};
