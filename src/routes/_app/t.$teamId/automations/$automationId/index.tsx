import { createFileRoute } from "@tanstack/react-router";
import { AutomationPage } from "#features/agents/automations/automation-page.tsx";
import { automationRead, automationRevisionsRead, currentRead } from "#features/agents/automations/automation-queries.ts";
import { knownSearch } from "#ui/known-search.ts";

interface Search {
  tab?: "flow" | "revisions" | "settings";
  offset?: number;
}

export const Route = createFileRoute("/_app/t/$teamId/automations/$automationId/")({
  validateSearch: knownSearch<Search>(({ tab, offset }) => ({
    ...(tab === "flow" || tab === "revisions" || tab === "settings" ? { tab } : {}),
    ...(typeof offset === "number" && Number.isSafeInteger(offset) && offset > 0 ? { offset } : {}),
  })),
  loader: ({ context: { queryClient }, params: { automationId } }) => {
    void queryClient.prefetchQuery(automationRead(automationId));
    void queryClient.prefetchQuery(currentRead(automationId));
    void queryClient.prefetchQuery(automationRevisionsRead(automationId));
  },
  component: AutomationPage,
});
