import type { Who } from "#contract/rights.ts";
import { atLeast } from "#contract/roles.ts";

/** The team's views are the Managers'; a personal one is seen by its owner alone. */
export function mayChangeView({ scope }: { readonly scope: "personal" | "team" }, { role }: Who): boolean {
  return scope === "personal" || atLeast(role, "team:manager");
}
