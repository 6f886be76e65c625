import type { PreflightProblem } from "#contract/agents/preflight.ts";
import type { Config } from "#contract/agents/config.ts";
import type { Revision } from "#contract/agents/revisions.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";

/** What a check looks at: a revision that has a configuration, and what it runs on. */
export interface Candidate {
  readonly build: Revision;
  readonly config: Config;
  readonly context: Pick<EngineContext, "db" | "team" | "caller" | "envelope" | "objects" | "engine">;
}

/** Looks for one kind of problem. Reads only, in few queries: every opening of the promote dialog runs it. */
export type Check = (candidate: Candidate) => Promise<PreflightProblem[]>;
