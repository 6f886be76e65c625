import type { SQL } from "drizzle-orm";
import type { Events } from "#contract/event.ts";
import type { Config } from "#server/platform/config.ts";
import type { Consumer } from "#server/platform/events/consumers.ts";
import type { LiveBus } from "#server/platform/live/live-bus.ts";
import type { Liveness } from "./claims/liveness.ts";
import type { EngineServices } from "./services.ts";

/** Background work in one process. */
export interface Worker {
  /** Something may be due: looks at once. */
  wake?(): void;
  /** Ends the work on a row in this process, if it is here. */
  abort?(id: string): void;
  close(): Promise<void>;
}

/** Background work of an area: the engine starts it, wakes it and closes it. */
export interface Work {
  readonly name: string;
  start(services: EngineServices, liveness: Liveness): Worker;
  /** What the engine says that concerns it: a case may be waiting for a run, or a webhook to be sent. */
  readonly on?: "cases" | "webhooks" | "triggers";
  /** How much of it a process does at the same time, as the process reports of itself. */
  readonly places?: { readonly kind: "generation" | "evaluation"; most(config: Config): number };
  /** For a store that one process has to itself: the statement that lets go of what a process that is gone held. */
  readonly letGo?: string;
}

export const everySecond = 1_000;
export const everyMinute = 60_000;
export const everyTenMinutes = 600_000;

/** What has to be done now and then. A step can be cut off at any point and done by any process. */
export interface Sweep {
  readonly name: string;
  /** In milliseconds. */
  readonly every: number;
  /** What is done often and has mostly nothing to do: when it has. As for `Looks`. */
  readonly due?: SQL;
  /** Returns the step. `closed` says that the process ends. */
  start(services: EngineServices, closed: () => boolean): () => Promise<unknown>;
}

/** What follows from events. Where background work goes on with it, `wakeOn` says that it may be due; `live` tells windows. `events`: the types of all areas. */
export type ConsumerOf = (wakeOn: (what: Work["on"]) => void, live: LiveBus, events: Events, config: Config) => Consumer;
