// Free of zod, so that screens have the words without the schemas.

/** What became of a due time. `by_hand`: a person started a run without waiting for one. */
export const firingOutcomes = ["started", "by_hand", "overlap", "missed", "missing_connection", "no_live", "owner_left"] as const;
export type FiringOutcome = (typeof firingOutcomes)[number];
