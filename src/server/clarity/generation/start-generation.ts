import type { SnapshotKind } from "#contract/clarity/snapshot.ts";
import type { ProcessRecord } from "#server/clarity/processes/processes.store.ts";
import { findLive, type SnapshotRecord } from "#server/clarity/snapshots/snapshots.store.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";
import { scriptedModelName } from "#contract/agents/scripted-steps.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { clarityGenerationWork } from "./generation-queue.ts";
import { insertGeneration } from "./generations.store.ts";
import type { ProposalOptions } from "./generations.table.ts";
import { mostLetters, readableCaptures } from "./workspace.ts";

interface Asked {
  readonly userId: string;
  readonly kind: SnapshotKind;
  /** The version that is described again. */
  readonly described?: SnapshotRecord;
  readonly proposal?: ProposalOptions | undefined;
}

/** Has a model write a version, or describe one of them again. The caller holds the process, and nothing is under way. */
export async function startGeneration(
  context: EngineContext,
  process: ProcessRecord,
  { userId, kind, described, proposal }: Asked,
): Promise<void> {
  const { db, config } = context;
  const { captures, units, letters } = await readableCaptures(db, process.id);
  // A proposal changes steps that are there, whatever became of their captures.
  if (!described && !proposal && captures.length === 0) throw refuse("nothing_captured");
  if (!described && letters > mostLetters)
    throw refuse(
      "too_many",
      `The captures have ${letters.toLocaleString("en")} characters, and a model is given ${mostLetters.toLocaleString("en")} at most. Delete what matters least.`,
    );
  const follows = described ?? (await findLive(db, process.id, kind));
  const asked = {
    process_id: process.id,
    team_id: process.team_id,
    user_id: userId,
    kind,
    task: described ? "postprocess" : "generate",
    captures,
    snapshot_id: follows?.id ?? null,
    model: config.model.default ?? scriptedModelName,
    ...(described && { data: described.data }),
    ...(proposal && { proposal }),
  } as const;
  await insertGeneration(db, asked, units);
  context.afterCommit(() => context.engine.wake(clarityGenerationWork));
}
