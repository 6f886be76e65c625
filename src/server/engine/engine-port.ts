import type { ToolType } from "#contract/agents/config.ts";
import type { EngineState } from "#contract/runs/engine.ts";
import type { Capabilities } from "#contract/teams/capabilities.ts";
import type { ModelPort } from "./models/port.ts";
import type { OfferedModels } from "./models/offered-models.ts";
import type { Context } from "#server/platform/http/context.ts";
import type { RunRecord } from "./log/run-record.ts";
import type { JobTable } from "./jobs/job-kind.ts";
import type { Work } from "./work.ts";

/** What happens without a request. */
export interface Engine {
  /** Call after the commit that made a run due, with the run where it is known. */
  wakeRuns(due?: Pick<RunRecord, "program">): void;
  /** Call after the commit that brought cases for which a run may start. */
  wakeCases(): void;
  /** Call after the commit that ended runs. */
  runsEnded(ended: readonly RunRecord[]): void;
  /** Who answers for a model. Ask outside of a transaction. */
  model(name: string): ModelPort;
  /** Call after the commit that left something to do for this work, or a job in this table. */
  wake(work: Work | JobTable): void;
  /** Without what the providers list, which nothing that runs waits for. */
  capabilities(): Promise<Omit<Capabilities, "unlisted_providers">>;
  /** What the providers list. */
  offeredModels(): Promise<OfferedModels>;
  /** How the engine of all processes does. */
  state(): Promise<EngineState>;
  /** The kinds of tools that a configuration can bring here. */
  toolTypes(): readonly ToolType[];
  close(): Promise<void>;
}

/** What handlers get that have work done without a request. */
export interface EngineContext extends Context {
  readonly engine: Engine;
}
