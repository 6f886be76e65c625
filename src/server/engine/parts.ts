import type { SQL } from "drizzle-orm";
import type { Events } from "#contract/event.ts";
import type { LiveBus } from "#server/platform/live/live-bus.ts";
import type { RefusalOf } from "#server/platform/http/failures.ts";
import type { RunRecord } from "./log/run-record.ts";
import type { JobKind } from "./jobs/job-kind.ts";
import type { PracticeRole } from "./models/scripted.ts";
import type { FindAttached, ProgramCall } from "./program/program-call.ts";
import type { RevisionPart } from "./revision-part.ts";
import type { SecretsOfRuns } from "./secrets/secrets-of-runs.ts";
import type { EngineServices } from "./services.ts";
import type { Tool } from "./tools/tool.ts";
import type { ConsumerOf, Sweep, Work } from "./work.ts";

/** What areas hand to the engine. */
export interface EngineParts {
  readonly tools: readonly Tool[];
  readonly work: readonly Work[];
  readonly jobs: readonly JobKind[];
  readonly sweeps: readonly Sweep[];
  readonly events: Events;
  readonly on: readonly ConsumerOf[];
  readonly practice: readonly PracticeRole[];
  readonly secrets: SecretsOfRuns;
  readonly programCalls: readonly ProgramCall[];
  readonly attachedFiles: FindAttached;
  readonly refusals: readonly RefusalOf[];
  readonly revisionParts: readonly RevisionPart[];
  /** Written by the statement that ends a run by itself, which it knows as `written`. */
  readonly withEnd: readonly SQL[];
  /** Told after the commit that ended runs, for good or for now. */
  readonly runsEnded: readonly ((services: EngineServices, ended: readonly RunRecord[]) => void)[];
  /** Told after the commit in which a run asked a person, or gave its work away. */
  readonly runMoved: readonly ((live: LiveBus, run: RunRecord) => void)[];
}
