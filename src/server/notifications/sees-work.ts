import { type SQL, sql } from "drizzle-orm";
import { atLeast, inheriting, teamRoles } from "#contract/roles.ts";

const members = teamRoles.filter((role) => atLeast(role, "team:member"));

/** SQL: whether somebody may see the work of the team `t`. Whoever looks after its organization does. */
export function seesWork(userId: SQL): SQL {
  return sql`(exists (select from team_members tm where tm.team_id = t.id and tm.user_id = ${userId} and tm.role in ${members})
    or exists (select from organization_members om where om.organization_id = t.organization_id and om.user_id = ${userId} and om.role in ${inheriting}))`;
}
