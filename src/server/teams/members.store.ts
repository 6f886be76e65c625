import { sql } from "drizzle-orm";
import { type TeamRole, atLeast } from "#contract/roles.ts";
import type { Db } from "#server/db/open.ts";

/** The ids of members (role Member or higher) that are called by e-mail address or id, under what they were called in lower case. */
export async function findMembers(db: Db, teamId: string, called: readonly string[]): Promise<Map<string, string>> {
  const wanted = called.map((one) => one.trim().toLowerCase());
  const { rows } = await db.execute<{ id: string; email: string; role: TeamRole }>(sql`
    select u.id, lower(u.email) as email, m.role from team_members m join users u on u.id = m.user_id
    where m.team_id = ${teamId} and (lower(u.email) = any(${sql.param(wanted)}::text[]) or u.id::text = any(${sql.param(wanted)}::text[]))`);
  return new Map(
    rows
      .filter((row) => atLeast(row.role, "team:member"))
      .flatMap((row) => [
        [row.email, row.id],
        [row.id, row.id],
      ]),
  );
}
