import { and, eq, sql } from "drizzle-orm";
import type { MembershipPart } from "#server/engine/membership-part.ts";
import { apiKeys } from "#server/teams/teams.table.ts";

/** Keys for one team. Those for all teams of a person lose that team by themselves. */
export const keysOfMember: MembershipPart = {
  name: "keys",
  async count(db, { teamId, userId }) {
    const [row] = await db
      .select({ keys: sql<number>`count(*)::int` })
      .from(apiKeys)
      .where(and(eq(apiKeys.team_id, teamId), eq(apiKeys.user_id, userId)));
    return row ?? {};
  },
  async end(tx, { teamId, userId }) {
    await tx.delete(apiKeys).where(and(eq(apiKeys.team_id, teamId), eq(apiKeys.user_id, userId)));
  },
};
