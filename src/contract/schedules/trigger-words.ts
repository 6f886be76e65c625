// Free of zod, so that screens have the words without the schemas.

/** What can happen in the service itself, by where. */
const houseTypes = {
  cases: ["case_created", "case_completed", "case_failed", "case_status_changed"],
  runs: ["run_completed", "run_failed", "run_interrupted", "run_waiting"],
  "team-files": ["file_added", "file_changed", "file_removed"],
} as const;
/** What can be found by looking at what a connection leads to. */
const connectionTypes = {
  "mcp-resources": ["resource_added", "resource_changed", "resource_removed"],
  imap: ["mail_received"],
} as const;
/** Where events come from, and what can happen there. */
export const typesOf = { ...houseTypes, ...connectionTypes, webhook: ["webhook_received"] } as const;

export type HouseSlug = keyof typeof houseTypes;
export type HouseType = (typeof houseTypes)[HouseSlug][number];
type ConnectionSlug = keyof typeof connectionTypes;
export type TriggerSlug = keyof typeof typesOf;
export type TriggerType = (typeof typesOf)[TriggerSlug][number];
export const triggerSlugs = Object.keys(typesOf) as [TriggerSlug, ...TriggerSlug[]];
export const triggerTypes = Object.values(typesOf).flat() as [TriggerType, ...TriggerType[]];

const slugs = new Map(triggerSlugs.flatMap((slug) => typesOf[slug].map((type) => [type, slug] as const)));
export function slugOf(type: TriggerType): TriggerSlug {
  const slug = slugs.get(type);
  if (!slug) throw new Error(`Nothing has events of the type ${type}.`);
  return slug;
}

/** What a person chooses for an integration with more than one of a kind. */
export const choiceWords: Partial<Record<TriggerSlug, string>> = {
  webhook: "Choose the webhook source",
  "mcp-resources": "Choose the connection",
  imap: "Choose the mailbox",
};

/** Whether its triggers listen to one connection each. */
export function isOfConnections(slug: TriggerSlug): slug is ConnectionSlug {
  return slug in connectionTypes;
}

/**
 * What came of an event for a trigger. `waiting`: its run starts once there is room. `filtered`: a field of the filter does not match. `own_run`:
 * a run of this trigger caused the event. `own_agent`: a run of its agent did. `too_many_hops`: runs and events have followed each other too often.
 * `too_many_runs`: as many runs as may have followed from the run that is the first cause of the event. `replayed`: a person started a run with an event that was there.
 */
export const matchOutcomes = [
  "started",
  "replayed",
  "waiting",
  "filtered",
  "own_run",
  "own_agent",
  "too_many_hops",
  "too_many_runs",
  "paused",
  "no_live",
  "missing_connection",
  "owner_left",
] as const;
export type MatchOutcome = (typeof matchOutcomes)[number];

/** Ours: so many runs of a trigger start in a minute. The others wait. */
export const mostStartsPerMinute = 60;
/** Ours: so often an event may start a run whose own events start the next one. */
export const maxTriggerHops = 5;
/** Ours: a filter is tried on so many events. */
export const mostTried = 50;
