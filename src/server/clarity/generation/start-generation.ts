import type { ProcessRecord } from "#server/clarity/processes/processes.store.ts";
import { findLive, type SnapshotRecord } from "#server/clarity/snapshots/snapshots.store.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";
import { scriptedModelName } from "#contract/agents/scripted-steps.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { clarityGenerationWork } from "./generation-queue.ts";
import { insertGeneration } from "./generations.store.ts";
import { mostLetters, readableCaptures } from "./workspace.ts";

/** Has a model write the current process, or describe one of its versions again. The caller holds the process, and nothing is under way. */
export async function startGeneration(
  context: EngineContext,
  process: ProcessRecord,
  userId: string,
  described?: SnapshotRecord,
): Promise<void> {
  const { db, config } = context;
  const { captures, units, letters } = await readableCaptures(db, process.id);
  if (!described && captures.length === 0) throw refuse("nothing_captured");
  if (!described && letters > mostLetters)
    throw refuse(
      "too_many",
      `The captures have ${letters.toLocaleString("en")} characters, and a model is given ${mostLetters.toLocaleString("en")} at most. Delete what matters least.`,
    );
  const follows = described ?? (await findLive(db, process.id, "current_process"));
  const asked = {
    process_id: process.id,
    team_id: process.team_id,
    user_id: userId,
    kind: "current_process",
    task: described ? "postprocess" : "generate",
    captures,
    snapshot_id: follows?.id ?? null,
    model: config.model.default ?? scriptedModelName,
    ...(described && { data: described.data }),
  } as const;
  await insertGeneration(db, asked, units);
  context.afterCommit(() => context.engine.wake(clarityGenerationWork));
}
