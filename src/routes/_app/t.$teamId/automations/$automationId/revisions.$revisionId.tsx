import { createFileRoute } from "@tanstack/react-router";
import { automationRead, automationRevisionRead, currentRead } from "#features/agents/automations/automation-queries.ts";
import { AutomationRevisionPage } from "#features/agents/automations/automation-revision-page.tsx";
import { knownSearch } from "#ui/known-search.ts";

export const Route = createFileRoute("/_app/t/$teamId/automations/$automationId/revisions/$revisionId")({
  validateSearch: knownSearch<{ tab?: "flow" }>(({ tab }) => (tab === "flow" ? { tab } : {})),
  loader: ({ context: { queryClient }, params: { automationId, revisionId } }) => {
    void queryClient.prefetchQuery(automationRead(automationId));
    void queryClient.prefetchQuery(automationRevisionRead(automationId, revisionId));
    void queryClient.prefetchQuery(currentRead(automationId));
  },
  component: AutomationRevisionPage,
});
