import type * as contract from "#contract/clarity/legacy.ts";
import { startGeneration } from "#server/clarity/generation/start-generation.ts";
import { mostLetters, readableCaptures } from "#server/clarity/generation/workspace.ts";
import { listCaptures } from "#server/clarity/processes/contents.store.ts";
import { recordProcess } from "#server/clarity/processes/record-process.ts";
import { patchProcess } from "#server/clarity/processes/processes.store.ts";
import { lockedProcess, requireIdle, requireProcess } from "#server/clarity/processes/require-process.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { findPerson } from "#server/teams/teams/teams.store.ts";

export const clarityLegacyHandlers: Handlers<typeof contract, EngineContext> = {
  async getLegacyClarityProcess({ params }, context) {
    const process = await requireProcess(context, params.id);
    // Version 2 has a reading of its own.
    if (process.version !== 1) throw refuse("not_found");
    const creator = await findPerson(context.db, process.user_id);
    return {
      id: process.id,
      teamId: process.team_id,
      userId: process.user_id,
      name: process.name,
      status: process.status,
      visibility: process.visibility,
      version: process.version,
      analysis: process.analysis,
      generationError: process.generation_error,
      customPrompt: process.custom_prompt,
      createdAt: process.created_at,
      updatedAt: process.updated_at,
      captures: await listCaptures(context.db, process.id, "full"),
      ...(creator && { createdByName: creator.name }),
      creatorUserId: process.user_id,
      generationProgress: process.generation_progress,
      // Guidance of version 1 was never ours to give.
      transformationGuidance: null,
      transformationGuidanceAuthor: null,
      transformationGuidanceDate: null,
      usedGuidanceMessages: [],
    };
  },

  async upgradeClarityProcess({ params }, context) {
    const { db, caller } = context;
    const process = await lockedProcess(context, params.id);
    if (process.version !== 1) throw refuse("already_upgraded");
    requireIdle(process);
    const status = (await listCaptures(db, process.id, "lite")).length > 0 ? ("collecting" as const) : ("draft" as const);
    // What was generated in the shape of version 1 is no evidence: it is removed, and generated again from the captures.
    const resets = process.analysis !== null;
    const reset = resets ? { analysis: null, status, generation_error: null, generation_progress: null } : {};
    const upgraded = await patchProcess(db, process.id, { version: 2, ...reset });
    const { captures, letters } = await readableCaptures(db, process.id);
    if (resets && captures.length > 0 && letters <= mostLetters)
      await startGeneration(context, upgraded, { userId: caller.userId, kind: "current_process" });
    await recordProcess(context, process, "clarity_process.upgraded");
    context.changed("clarity_process", process.id);
    return { id: process.id };
  },
};
