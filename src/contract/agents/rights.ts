import { type Who, isBy } from "#contract/rights.ts";
import { atLeast } from "#contract/roles.ts";

interface Made {
  readonly created_by: string | { readonly id: string } | null;
}

/** Managers change every agent of their team, Builders the ones they made. */
export function mayChangeAgent({ created_by }: Made, who: Who): boolean {
  return atLeast(who.role, "team:manager") || (atLeast(who.role, "team:builder") && isBy(created_by, who));
}

/** As for agents. */
export function mayChangeAutomation(automation: Made, who: Who): boolean {
  return mayChangeAgent(automation, who);
}
