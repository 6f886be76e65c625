import type { AutomationRevision } from "#contract/agents/automation-revisions.ts";

/** As in "Revision 3"; one that was never activated has no number. */
export function automationRevisionTitle({ revision_number: number }: Pick<AutomationRevision, "revision_number">): string {
  return number === null ? "Draft" : `Revision ${number.toLocaleString("en")}`;
}
