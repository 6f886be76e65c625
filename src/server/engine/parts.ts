import type { RunRecord } from "./log/run-record.ts";
import type { RevisionPart } from "./revision-part.ts";
import type { EngineServices } from "./services.ts";
import type { Tool } from "./tools/tool.ts";
import type { ConsumerOf, Sweep, Work } from "./work.ts";

/** What areas hand to the engine. */
export interface EngineParts {
  readonly tools: readonly Tool[];
  readonly work: readonly Work[];
  readonly sweeps: readonly Sweep[];
  readonly on: readonly ConsumerOf[];
  readonly revisionParts: readonly RevisionPart[];
  /** Told after the commit that ended runs, for good or for now. */
  readonly runsEnded: readonly ((services: EngineServices, ended: readonly RunRecord[]) => void)[];
}
