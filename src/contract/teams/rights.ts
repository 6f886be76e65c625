import type { Who } from "#contract/rights.ts";
import { atLeast } from "#contract/roles.ts";

/** The team's views are the Managers'; a personal one is seen by its owner alone. */
export function mayChangeView({ scope }: { readonly scope: "personal" | "team" }, { role }: Who): boolean {
  return scope === "personal" || atLeast(role, "team:manager");
}

/** Whether a view is there for somebody: the team's, and one's own. */
export function seesView({ owner_id }: { readonly owner_id: string | null }, { userId }: Pick<Who, "userId">): boolean {
  return owner_id === null || owner_id === userId;
}
