import { createFileRoute } from "@tanstack/react-router";
import { AutomationPage } from "#features/agents/automations/automation-page.tsx";
import { automationRead, automationRevisionsRead, currentRead } from "#features/agents/automations/automation-queries.ts";
import { address, readOffset, oneOf } from "#ui/address.ts";

interface Search {
  tab?: "flow" | "revisions" | "settings";
  offset?: number;
}

export const Route = createFileRoute("/_app/t/$teamId/automations/$automationId/")({
  validateSearch: address<Search>({ tab: oneOf(["flow", "revisions", "settings"]), offset: readOffset }),
  loader: ({ context: { queryClient }, params: { automationId } }) => {
    void queryClient.prefetchQuery(automationRead(automationId));
    void queryClient.prefetchQuery(currentRead(automationId));
    void queryClient.prefetchQuery(automationRevisionsRead(automationId));
  },
  component: AutomationPage,
});
