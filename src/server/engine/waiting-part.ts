import type { SQL } from "drizzle-orm";
import type { TeamRole } from "#contract/roles.ts";
import type { InboxKind } from "#contract/runs/inbox.ts";
import type { Context } from "#server/platform/http/context.ts";

/** In whose inbox something waits. */
export interface Waiter {
  readonly teamId: string;
  readonly userId: string;
  readonly role: TeamRole;
}

/** A kind of thing that waits for people. */
export interface WaitingPart {
  readonly kind: InboxKind;
  /**
   * A statement with a row for each that waits; undefined: none of it can wait for this person. Of what has no list of its own a row says `id`,
   * `title`, `about`, `agent_id` and `since`.
   */
  rows(waiter: Waiter): SQL | undefined;
}

/** What the inbox is put together from. */
export interface WaitingContext extends Context {
  readonly waits: readonly WaitingPart[];
}
