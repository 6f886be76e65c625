import { mayChangeAutomation } from "#contract/agents/rights.ts";
import { whoOf } from "#server/platform/http/access.ts";
import type { Context } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import type { AutomationRecord } from "./automations.store.ts";

/** Throws 404 for an automation that is gone, and 403 for one that the caller may not change. */
export function requireAutomationChange<A extends Pick<AutomationRecord, "created_by">>(
  context: Pick<Context, "caller" | "team">,
  automation: A | undefined,
): A {
  if (!automation) throw refuse("not_found");
  if (!mayChangeAutomation(automation, whoOf(context)))
    throw refuse("forbidden", "You can change automations that you created. Other automations require the role Manager or higher.");
  return automation;
}
