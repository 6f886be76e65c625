import type { Step } from "#contract/clarity/step.ts";
import type { ProcessRecord } from "#server/clarity/processes/processes.store.ts";
import type { VersionData } from "#server/clarity/processes/version-data.ts";
import type { Turn } from "#server/engine/models/port.ts";
import type { EngineServices } from "#server/engine/services.ts";
import type { ClaimedGeneration } from "./generations.store.ts";

/** How the versions of one kind are written. Each asks once; what the model is told instead of a result is in `turns`. Throws {@link ModelFault}. */
export interface Writer {
  steps(
    services: EngineServices,
    held: ClaimedGeneration,
    process: ProcessRecord,
    signal: AbortSignal,
  ): Promise<{ turns: Turn[]; flow?: Step[] }>;
  words(
    services: EngineServices,
    held: ClaimedGeneration,
    data: VersionData,
    process: ProcessRecord,
    signal: AbortSignal,
  ): Promise<{ turns: Turn[]; said?: Partial<VersionData> }>;
}
