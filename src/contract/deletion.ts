import { int53, Named } from "./fields.ts";
import { record } from "./record.ts";
import { z } from "./zod.ts";

/**
 * What is deleted along with a thing. `triggers`: paused case triggers, named by their agents; `paused`: the same, named by their queues.
 */
export const deletedKinds = [
  "agents",
  "queues",
  "folders",
  "revisions",
  "cases",
  "attachments",
  "labels",
  "rubrics",
  "views",
  "triggers",
  "paused",
  "schedules",
  "eventTriggers",
  "connections",
  "memory",
  "suggestions",
  "files",
  "versions",
  "keys",
] as const;

/**
 * What stops working, or works without the thing from then on. `runs` counts all that are stopped, and `asked` those among them that belong
 * to other agents. `scheduled`: schedules, and `listening` event triggers, that start nothing until it comes back. `pausedSchedules`: the agents whose schedules are paused, and `pausedTriggers` whose event triggers are. `starts`: agents that the thing starts by itself; `started`: queues that start it by themselves; `waiting`: queues that
 * start no agent from then on, with `idle` cases. Agents that use it are named by their revisions: `live`, `drafts`, or else `previous`;
 * `automatic` are the live ones that something starts without a person; `ownSchedules`, `ownTriggers` and `ownCredentials` are those of somebody who leaves; `running` are the automations that run it in their active revision. `granted`: other teams that use it; `adders`: agents whose live revision adds cases that are refused.
 */
export const stoppedKinds = [
  "runs",
  "asked",
  "requests",
  "jobs",
  "generations",
  "scheduled",
  "listening",
  "pausedSchedules",
  "pausedTriggers",
  "starts",
  "started",
  "waiting",
  "idle",
  "live",
  "automatic",
  "drafts",
  "previous",
  "automations",
  "running",
  "routed",
  "adders",
  "ownSchedules",
  "ownTriggers",
  "ownCredentials",
  "granted",
] as const;

/** What stays, and is no longer as it was. `unfiled`: agents, and `unfiledQueues` queues, that are in no folder from then on. */
export const changedKinds = ["assigned", "labeled", "filters", "unfiled", "unfiledQueues"] as const;

const effectKinds = [...deletedKinds, ...stoppedKinds, ...changedKinds] as const;
export type EffectKind = (typeof effectKinds)[number];

/** As many are named; `count` counts all. */
export const maxNamed = 20;

const Effect = record("DeletionEffect", {
  kind: z.enum(effectKinds),
  count: int53,
  /** The agents, queues, folders or automations, by name. Empty where things are only counted. */
  named: z.array(Named).max(maxNamed),
});
export type Effect = z.output<typeof Effect>;

/** What deleting a thing would do beyond the thing itself. What does not happen is absent. */
export const Deletion = record("Deletion", { deleted: z.array(Effect), stops: z.array(Effect), changes: z.array(Effect) });
export type Deletion = z.output<typeof Deletion>;

/** Every effect of a deletion, in the order in which a person reads them. */
export function effectsOf({ deleted, stops, changes }: Deletion): readonly Effect[] {
  return [...deleted, ...stops, ...changes];
}

/** As many runs, and as many cases, are dealt with before the answer. Only more of them become a job. */
export const maxRunsAtOnce = 250;
export const maxCasesAtOnce = 1_000;

/** Whether so many runs to stop and cases to delete become a job. */
export function isForJob({ runs, cases }: { runs: number; cases: number }): boolean {
  return runs > maxRunsAtOnce || cases > maxCasesAtOnce;
}

/** Whether a deletion has more runs to stop, or cases to delete, than the answer to it can wait for. */
export function goesOnLater({ deleted, stops }: Deletion): { runs: boolean; cases: boolean } {
  const count = (effects: readonly Effect[], kind: string) => effects.find((effect) => effect.kind === kind)?.count ?? 0;
  return { runs: count(stops, "runs") - count(stops, "asked") > maxRunsAtOnce, cases: count(deleted, "cases") > maxCasesAtOnce };
}

/** Why there are previews, although no source lists them. */
export const deletionOurs = "A person has to see what a deletion does beyond the thing itself.";
