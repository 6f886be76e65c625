import { text, timestamp } from "#contract/fields.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";

/** How looking at what a connection leads to goes, which is done about once a minute for all triggers that listen to it. */
export const Looks = record("Looks", {
  /** When it last worked; null: not yet. */
  looked_at: timestamp.nullable(),
  /** Since when it fails, and why in a sentence; null while it works. */
  failing_since: timestamp.nullable(),
  problem: text(1, 500).nullable(),
  /** Of a mailbox: folders that event triggers name and that are not there. What arrives in the others is found. */
  missing_folders: z.array(z.string()),
  next_at: timestamp,
});
export type Looks = z.output<typeof Looks>;
