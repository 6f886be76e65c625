import type { EventFacts } from "#contract/schedules/trigger-filter.ts";
import type { TriggerType } from "#contract/schedules/trigger-words.ts";
import type { AttachedFile } from "#server/connections/mailbox/attached-files.ts";
import type { StoredFile } from "#server/runs/sandboxes/sandbox-files.store.ts";

/** What was found, to be told once. */
export interface Found {
  readonly type: TriggerType;
  /** The same event has the same one, however often it is found. */
  readonly key: string;
  readonly facts: EventFacts;
  readonly content: string | null;
  /** What came with it, for the runs that it starts. */
  readonly files?: readonly AttachedFile[];
}

/** An event that gets this id, with its files, of which only the bytes are stored yet. */
export interface StoredFound extends Omit<Found, "files"> {
  readonly id: string;
  readonly stored: readonly StoredFile[];
}
