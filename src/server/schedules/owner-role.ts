import { type SQL, sql } from "drizzle-orm";
import { atLeast, effectiveRole, type OrganizationRole, type TeamRole } from "#contract/roles.ts";

/** Roles of whom a schedule or trigger acts for, in a team and in its organization. */
export interface OwnerRoles {
  readonly role: TeamRole | null;
  readonly organization_role: OrganizationRole | null;
}

/** SQL: columns and joins that find {@link OwnerRoles}. */
export const ownerRoles = sql`tm.role, om.role as organization_role`;
export const joinOwner = (team: SQL, userId: SQL) => sql`
  left join team_members tm on tm.team_id = ${team}.id and tm.user_id = ${userId}
  left join organization_members om on om.organization_id = ${team}.organization_id and om.user_id = ${userId}`;

/** The role of an owner for whom runs may start; undefined for one who left, or who sees no work. */
export function roleOf({ role, organization_role }: OwnerRoles): TeamRole | undefined {
  const found = effectiveRole(role, organization_role);
  return found && atLeast(found, "team:member") ? found : undefined;
}
