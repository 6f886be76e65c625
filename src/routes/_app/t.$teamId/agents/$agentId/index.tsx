import { createFileRoute } from "@tanstack/react-router";
import { AgentEvaluation } from "#features/agents/agent-evaluation.tsx";
import { AgentMemory } from "#features/agents/agent-memory.tsx";
import { AgentPage, type AgentTabs } from "#features/agents/agent-page.tsx";
import { AgentRevisions, RevisionCount } from "#features/agents/agent-revisions.tsx";
import { AgentRuns } from "#features/agents/agent-runs.tsx";
import { AgentSettings } from "#features/agents/agent-settings.tsx";
import { SuggestionCount } from "#features/agents/agent-suggestions.tsx";
import { AgentTrigger } from "#features/queues/agent-trigger.tsx";
import { agentRead, liveRevisionRead, revisionsRead } from "#features/agents/queries.ts";
import { knownSearch } from "#ui/known-search.ts";

interface Search {
  tab?: string;
  offset?: number;
  /** What is open in the tab. */
  open?: string;
}

/** In the order they stand. A tab of another area is added here. */
const tabs: AgentTabs = [
  { value: "revisions", label: "Revisions", Panel: AgentRevisions, Count: RevisionCount },
  { value: "runs", label: "Runs", Panel: AgentRuns },
  { value: "trigger", label: "Trigger", Panel: AgentTrigger },
  { value: "memory", label: "Memory", Panel: AgentMemory },
  { value: "evaluation", label: "Evaluation", Panel: AgentEvaluation, Count: SuggestionCount },
  { value: "settings", label: "Settings", Panel: AgentSettings },
];

export const Route = createFileRoute("/_app/t/$teamId/agents/$agentId/")({
  validateSearch: knownSearch<Search>(({ tab, offset, open }) => ({
    ...(typeof tab === "string" ? { tab } : {}),
    ...(typeof offset === "number" && Number.isSafeInteger(offset) && offset > 0 ? { offset } : {}),
    ...(typeof open === "string" || typeof open === "number" ? { open: String(open) } : {}),
  })),
  loader: ({ context: { queryClient }, params: { agentId } }) => {
    void queryClient.prefetchQuery(agentRead(agentId));
    void queryClient.prefetchQuery(revisionsRead(agentId));
    void queryClient.prefetchQuery(liveRevisionRead(agentId));
  },
  component: () => <AgentPage tabs={tabs} />,
});
