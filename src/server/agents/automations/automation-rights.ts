import { atLeast } from "#contract/roles.ts";
import type { Context } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import type { AutomationRecord } from "./automations.store.ts";

/** As for agents: Managers change every automation of their team, Builders the ones they made. Throws 404 for one that is gone. */
export function requireAutomationChange<A extends Pick<AutomationRecord, "created_by">>(
  { caller, team }: Pick<Context, "caller" | "team">,
  automation: A | undefined,
): A {
  if (!automation) throw refuse("not_found");
  if (automation.created_by !== caller.userId && !atLeast(team.role, "team:manager"))
    throw refuse("forbidden", "You can change automations that you created. Other automations require the role Manager or higher.");
  return automation;
}
