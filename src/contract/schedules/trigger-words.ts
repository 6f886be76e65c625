// Free of zod, so that screens have the words without the schemas.

/** Where events come from. */
export const triggerSlugs = ["cases", "runs", "webhook"] as const;
export type TriggerSlug = (typeof triggerSlugs)[number];

/** What can happen there. */
export const triggerTypes = [
  "case_created",
  "case_completed",
  "case_failed",
  "case_status_changed",
  "run_completed",
  "run_failed",
  "run_interrupted",
  "run_waiting",
  "webhook_received",
] as const;
export type TriggerType = (typeof triggerTypes)[number];
/** What happens in the service itself. */
export type HouseType = Exclude<TriggerType, "webhook_received">;

/**
 * What came of an event for a trigger. `waiting`: its run starts once there is room. `filtered`: a field of the filter does not match. `own_run`:
 * a run of this trigger caused the event. `too_many_hops`: runs and events have followed each other too often. `replayed`: a person started a run
 * with an event that was there.
 */
export const matchOutcomes = [
  "started",
  "replayed",
  "waiting",
  "filtered",
  "own_run",
  "too_many_hops",
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
