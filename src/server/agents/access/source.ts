import type { AccessEntry } from "#contract/agents/access.ts";
import type { Config } from "#contract/agents/config.ts";
import type { Revision } from "#contract/agents/revisions.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";

export interface Reach {
  readonly build: Revision;
  readonly config: Config | null;
  readonly context: Pick<EngineContext, "db" | "team" | "caller" | "engine">;
}

/** One kind of thing that runs of a revision can reach. Names only: a value of a secret never passes here. */
export type AccessSource = (reach: Reach) => Promise<AccessEntry[]>;
