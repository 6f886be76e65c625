import type { Db } from "#server/platform/db/open.ts";
import type { Context } from "#server/platform/http/context.ts";
import { invalid } from "#server/platform/http/refusal.ts";
import { lockTeam } from "#server/teams/members/members.store.ts";

/** What each person, and the team as a whole, keeps a bounded number of. */
interface Bounded {
  readonly things: string;
  readonly most: number;
  /** `userId` null: the shared ones. */
  readonly count: (db: Db, teamId: string, userId: string | null) => Promise<number>;
}

/** Throws a 400 at `field` when there is no room for one more. Locks the team: of two at once, both would find the last room. */
export async function requireRoom(
  { db, team }: Pick<Context, "db" | "team">,
  { things, most, count }: Bounded,
  userId: string | null,
  field: string,
): Promise<void> {
  await lockTeam(db, team.id);
  if ((await count(db, team.id, userId)) >= most)
    throw invalid([field], `There are ${most} ${userId === null ? "shared" : "personal"} ${things} already. Delete some first`);
}
