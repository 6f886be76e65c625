import { sql } from "drizzle-orm";
import type { MembershipPart } from "#server/engine/membership-part.ts";

/** What only runs of its owner use: nobody else can start those, so it stops by itself. */
export const credentialsOfMember: MembershipPart = {
  name: "credentials",
  async count(db, { teamId, userId }) {
    const { rows } = await db.execute<{ ownCredentials: number }>(sql`
      select ((select count(*) from secrets where team_id = ${teamId} and user_id = ${userId} and deleted_at is null)
        + (select count(*) from logins where team_id = ${teamId} and user_id = ${userId} and deleted_at is null)
        + (select count(*) from connections where team_id = ${teamId} and user_id = ${userId}))::int as "ownCredentials"`);
    return rows[0] ?? {};
  },
};
