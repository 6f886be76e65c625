import { mayChangeAgent } from "#contract/agents/rights.ts";
import { type Who, isBy } from "#contract/rights.ts";
import { atLeast } from "#contract/roles.ts";

/** What is shared, or is to be shared, is the Managers' to change. A personal one is seen by its owner alone. */
export function mayChangeCredential({ user_id }: { readonly user_id: string | null }, { role }: Who): boolean {
  return user_id !== null || atLeast(role, "team:manager");
}

/** Whether a secret, login or connection is there for somebody. Another person's does not exist. */
export function seesCredential({ user_id }: { readonly user_id: string | null }, who: Pick<Who, "userId">): boolean {
  return user_id === null || user_id === who.userId;
}

/** A personal one is attached by its owner, a shared one by whoever may change the agent. */
export function mayAttach(
  { user_id, agent }: { readonly user_id: string | null; readonly agent: Parameters<typeof mayChangeAgent>[0] },
  who: Who,
): boolean {
  return user_id === null ? mayChangeAgent(agent, who) : isBy(user_id, who);
}
