import type { AccessEntry } from "#contract/agents/access.ts";
import type { AgentMove } from "#contract/agents/agent-move.ts";
import type { Config } from "#contract/agents/config.ts";
import type { PreflightProblem } from "#contract/agents/preflight.ts";
import type { Revision } from "#contract/agents/revisions.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { EngineContext } from "./engine-port.ts";
import type { HeldRun } from "./log/run-record.ts";
import type { EngineServices } from "./services.ts";
import type { CalledBy, Tool } from "./tools/tool.ts";

/** A revision that has a configuration, and what it runs on. */
export interface Candidate {
  readonly build: Revision;
  readonly config: Config;
  readonly context: Pick<EngineContext, "db" | "team" | "caller" | "envelope" | "objects" | "engine">;
}

/** Looks for one kind of problem. Reads only, in few queries: every opening of the promote dialog runs it. */
export type Check = (candidate: Candidate) => Promise<PreflightProblem[]>;

interface Reach {
  readonly build: Revision;
  readonly config: Config | null;
  readonly context: Pick<EngineContext, "db" | "team" | "caller" | "engine">;
}

/** One kind of thing that runs of a revision can reach. Names only: a value of a secret never passes here. */
export type AccessSource = (reach: Reach) => Promise<AccessEntry[]>;

/** A revision that is made from another one, by whom. */
export interface Successor {
  readonly buildId: string;
  readonly agentId: string;
  readonly userId: string;
}

/** Agents that go to another team, and the queues that go with them. */
export interface Moving {
  readonly agentIds: readonly string[];
  readonly queueIds: readonly string[];
}

export type LeftBehind = AgentMove["warnings"]["outcome"]["instances_disconnected"];

/**
 * Something that a revision has, and all that must be done about it wherever revisions are copied, checked, shown or moved. An area lists its
 * parts in `revisionParts`. They are asked in the order of the areas: what an agreement is about is copied before the agreement.
 */
export interface RevisionPart {
  readonly name: string;
  /** Gives a revision what the one it is made from has. */
  copy?(db: Db, from: string, to: Successor): Promise<void>;
  /** What is looked at before a revision goes live. */
  readonly checks?: readonly Check[];
  /** What runs reach by it. */
  readonly reach?: AccessSource;
  /** What runs may call because of it. Asked at each beginning of a step. */
  tools?(services: EngineServices, run: HeldRun, by: CalledBy): Promise<readonly Tool[]>;
  /** What does not go with moved agents, for a person to read before. */
  leftBehind?(db: Db, moving: Moving): Promise<LeftBehind>;
  /** Takes away what would lead from one team into another. */
  cutTies?(db: Db, moving: Moving): Promise<void>;
}

/** What handlers get that do something about every part of a revision. */
export interface PartsContext extends EngineContext {
  readonly revisionParts: readonly RevisionPart[];
}
