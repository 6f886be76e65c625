import { useQuery } from "@tanstack/react-query";
import { pathTo } from "#api/path-to.ts";
import { AnyLink } from "#ui/link.tsx";
import { automationRead } from "./automation-queries.ts";

/** The automation that an agent is a member of. */
export function AutomationLine({ teamId, automationId }: { teamId: string; automationId: string }) {
  const automation = useQuery(automationRead(automationId)).data?.automation;
  if (!automation) return null;
  return (
    <span className="min-w-0">
      <span className="text-ink-3">Member of: </span>
      <AnyLink link={pathTo("/t/$teamId/automations/$automationId", { teamId, automationId })} className="font-medium hover:underline">
        {automation.name}
      </AnyLink>
    </span>
  );
}
