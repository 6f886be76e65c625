import { sql } from "drizzle-orm";
import { type OrganizationRole, type TeamRole, atLeast, effectiveRole, inheriting } from "#contract/roles.ts";
import { lowered } from "#server/platform/db/letters.ts";
import type { Db } from "#server/platform/db/open.ts";

/** The ids of people in a team (role Member or higher), under the e-mail addresses and ids, in lower case, that they were called by. */
export async function findMembers(db: Db, teamId: string, called: readonly string[]): Promise<Map<string, string>> {
  const email = lowered(sql`u.email`);
  const wanted = sql.param(called.map((one) => one.trim().toLowerCase()));
  const { rows } = await db.execute<{ id: string; email: string; role: TeamRole | null; organization_role: OrganizationRole | null }>(sql`
    select u.id, ${email} as email, tm.role, om.role as organization_role
    from users u join teams t on t.id = ${teamId} left join team_members tm on tm.team_id = t.id and tm.user_id = u.id
    left join organization_members om on om.organization_id = t.organization_id and om.user_id = u.id and om.role in ${inheriting}
    where ${email} = any(${wanted}::text[]) or u.id::text = any(${wanted}::text[])`);
  const members = rows.filter((row) => atLeast(effectiveRole(row.role, row.organization_role) ?? "team:clarity-member", "team:member"));
  return new Map(
    members.flatMap((row) => [
      [row.email, row.id],
      [row.id, row.id],
    ]),
  );
}
