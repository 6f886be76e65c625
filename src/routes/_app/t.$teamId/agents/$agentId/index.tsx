import { createFileRoute } from "@tanstack/react-router";
import { AgentPage, type AgentTabs } from "#features/agents/agent/agent-page.tsx";
import { AgentRevisions, RevisionCount } from "#features/agents/agent/agent-revisions.tsx";
import { AgentRuns } from "#features/agents/agent/agent-runs.tsx";
import { AgentSettings } from "#features/agents/agent/agent-settings.tsx";
import { AgentEvaluation } from "#features/agents/evaluation/agent-evaluation.tsx";
import { SuggestionCount } from "#features/agents/evaluation/agent-suggestions.tsx";
import { AgentMemory } from "#features/agents/memory/agent-memory.tsx";
import { agentRead, liveRevisionRead, revisionsRead } from "#features/agents/queries.ts";
import { AgentTrigger } from "#features/queues/triggers/agent-trigger.tsx";
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
