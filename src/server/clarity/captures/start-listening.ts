import { clarityGenerationWork } from "#server/clarity/generation/generation-queue.ts";
import { insertListening } from "#server/clarity/generation/generations.store.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { setListened } from "./captures.store.ts";

/** A model writes down what is said in a recording. It goes on after the request. */
export async function startListening(context: EngineContext, process_id: string, capture_id: string): Promise<void> {
  const { db, caller, team, config } = context;
  const model = config.model.transcription;
  if (model === undefined) throw refuse("transcript_needed");
  await setListened(db, capture_id, "processing");
  await insertListening(db, { process_id, capture_id, team_id: team.id, user_id: caller.userId, model });
  context.afterCommit(() => context.engine.wake(clarityGenerationWork));
}
