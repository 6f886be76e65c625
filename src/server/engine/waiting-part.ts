import type { TeamRole } from "#contract/roles.ts";
import type { InboxKind, InboxThing } from "#contract/runs/inbox.ts";
import type { Db } from "#server/platform/db/open.ts";
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
  /** How much of it waits, and what no list of its own shows in the inbox, the longest wait first and at most 100. */
  find(db: Db, waiter: Waiter): Promise<{ readonly total: number; readonly things?: readonly InboxThing[] }>;
}

/** What the inbox is put together from. */
export interface WaitingContext extends Context {
  readonly waits: readonly WaitingPart[];
}
