import type { EffectKind } from "#contract/deletion.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { Context } from "#server/platform/http/context.ts";

/** What a person has in a team. */
export interface Membership {
  readonly teamId: string;
  readonly userId: string;
}

/** What hangs on the membership of a person in a team, and stops with it. */
export interface MembershipPart {
  readonly name: string;
  /** How much of each kind there is, for whoever is about to end it. */
  count(db: Db, membership: Membership): Promise<Partial<Record<EffectKind, number>>>;
  /** In the transaction that ended the membership. Absent where nothing has to be done for it to stop. */
  end?(tx: Db, membership: Membership): Promise<void>;
}

/** What handlers get that end memberships. */
export interface MembershipContext extends Context {
  readonly memberships: readonly MembershipPart[];
}
