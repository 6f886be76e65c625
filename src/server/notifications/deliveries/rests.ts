import type { Due } from "./deliveries.store.ts";

/** After each try that failed, in seconds; every later rest is the longest. */
const rests = [10, 60, 600];
const longestRest = 3_600;
/** After that, what happened is no news any more. */
const givenUpHours = 24;

/** Seconds until a delivery that failed is tried again; null: never. */
export function restOf({ attempts, age }: Pick<Due, "attempts" | "age">): number | null {
  return age < givenUpHours ? (rests[attempts - 1] ?? longestRest) : null;
}
