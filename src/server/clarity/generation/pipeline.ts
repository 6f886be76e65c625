import type { ProcessRecord } from "#server/clarity/processes/processes.store.ts";
import type { EngineServices } from "#server/engine/services.ts";
import type { ClaimedGeneration } from "./generations.store.ts";

/** How one kind of generation is done. */
export interface Pipeline {
  /** Asks the model once, and stores what came of it. Undefined: the generation has ended. */
  step(
    services: EngineServices,
    held: ClaimedGeneration,
    process: ProcessRecord,
    signal: AbortSignal,
  ): Promise<ClaimedGeneration | undefined>;
  /** Ends it without a result. */
  fail(services: EngineServices, held: ClaimedGeneration, why: string): Promise<void>;
}
