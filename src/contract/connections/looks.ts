import { text, timestamp } from "#contract/fields.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";

const UnreadFolder = record("UnreadFolder", {
  name: z.string(),
  /** What the mail server answered when it was asked to open it; null: there is no such folder. */
  refusal: z.string().nullable(),
});
export type UnreadFolder = z.output<typeof UnreadFolder>;

/** How looking at what a connection leads to goes, which is done about once a minute for all triggers that listen to it. */
export const Looks = record("Looks", {
  /** When it last worked; null: not yet. */
  looked_at: timestamp.nullable(),
  /** Since when it fails, and why in a sentence; null while it works. */
  failing_since: timestamp.nullable(),
  problem: text(1, 500).nullable(),
  /** Of a mailbox: folders that event triggers name and that are not there or do not open. What arrives in the others is found. */
  unread_folders: z.array(UnreadFolder),
  next_at: timestamp,
});
export type Looks = z.output<typeof Looks>;
