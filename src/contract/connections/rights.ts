import type { Who } from "#contract/rights.ts";
import { atLeast } from "#contract/roles.ts";

/** What is shared, or is to be shared, is the Managers' to change. A personal secret or login is seen by its owner alone. */
export function mayChangeCredential({ user_id }: { readonly user_id: string | null }, { role }: Who): boolean {
  return user_id !== null || atLeast(role, "team:manager");
}
