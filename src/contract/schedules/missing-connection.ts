import { uuid } from "#contract/fields.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";

/** A connection that the live revision needs and that does not work for a person. */
export const MissingConnection = record("MissingConnection", {
  build_id: uuid,
  slot_id: uuid,
  name: z.string(),
  /** One is chosen, and its sign-in is broken. */
  broken: z.boolean(),
});
export type MissingConnection = z.output<typeof MissingConnection>;
