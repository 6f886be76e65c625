import { type Who, isBy } from "#contract/rights.ts";
import { atLeast } from "#contract/roles.ts";

/** What decides who may do what with a dashboard. */
export interface Shared {
  readonly created_by_user_id: string;
  readonly visibility: "private" | "team" | "organization" | "teams";
  readonly publish_permission: "view" | "edit";
}

const isPublished = ({ visibility }: Shared) => visibility !== "private";

/** Its creator, and members of its team once it is published. Clarity members see none. */
export function seesDashboard(one: Shared, who: Who): boolean {
  return isBy(one.created_by_user_id, who) || (isPublished(one) && atLeast(who.role, "team:member"));
}

/** Its creator, and Builders of its team where it was published for editing. */
export function editsDashboard(one: Shared, who: Who): boolean {
  return isBy(one.created_by_user_id, who) || (isPublished(one) && one.publish_permission === "edit" && atLeast(who.role, "team:builder"));
}

/** Who decides on private dashboards whose creators have left the team. Nothing of them is shown before they are taken over. */
export function inheritsDashboards({ role }: Pick<Who, "role">): boolean {
  return atLeast(role, "team:superadmin");
}

/** Its creator; of a published one Administrators too. */
export function ownsDashboard(one: Shared, who: Who): boolean {
  return isBy(one.created_by_user_id, who) || (isPublished(one) && atLeast(who.role, "team:superadmin"));
}
