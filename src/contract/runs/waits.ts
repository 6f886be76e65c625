import { timestamp } from "#contract/fields.ts";
import { z } from "#contract/zod.ts";

// What work waits for that is not a person, in the words that runs, generations and evaluations share. All of it is ours: the specification
// names states and no waits.

/** The beginning of a model's answer, or more of it. */
export const waitForModel = { for: z.enum(["answer", "more"]), since: timestamp };

/** The next try after a passing fault. `attempt`: faults in a row so far; `since`: the first of them; `gives_up_at`: no try starts later. */
export const waitForRetry = {
  for: z.literal("retry"),
  since: timestamp,
  attempt: z.int(),
  next_at: timestamp,
  gives_up_at: timestamp,
  reason: z.string(),
};

/** A free worker. */
export const waitForPlace = { for: z.literal("place"), since: timestamp };
