import { rejectAgentSuggestion } from "#contract/agents/suggestions.ts";
import { useQuery } from "@tanstack/react-query";
import { useMay } from "#api/roles.ts";
import type { AgentTabProps } from "#features/agents/agent-tab.ts";
import { Loaded } from "#ui/loaded.tsx";
import { Section } from "#ui/page.tsx";
import { TabCount } from "#ui/tabs.tsx";
import { pendingSuggestionsRead } from "./evaluation-queries.ts";
import { PastSuggestions } from "./past-suggestions.tsx";
import { SuggestionCard } from "./suggestion-card.tsx";

/** What the service would add to the instructions, for those who may change them. */
export function AgentSuggestions({ teamId, agent }: AgentTabProps) {
  const suggestions = useQuery(pendingSuggestionsRead(agent.id));
  return (
    <Section
      title="Suggestions"
      description="Proposed instructions, made when 3 of the last 10 evaluated runs of the live revision fail the same rubric."
    >
      <Loaded query={suggestions} what="the suggestions" inline>
        {({ data }) =>
          data.length === 0 ? (
            <p className="text-ink-2">No suggestions right now.</p>
          ) : (
            <ul aria-label="Suggestions" className="flex flex-col gap-3">
              {data.map((suggestion) => (
                <SuggestionCard key={suggestion.id} teamId={teamId} suggestion={suggestion} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <PastSuggestions agentId={agent.id} />
    </Section>
  );
}

/** How many wait for a decision; nothing for those who cannot decide. */
export function SuggestionCount({ agent }: AgentTabProps) {
  const mayEdit = useMay(rejectAgentSuggestion, agent);
  const { data } = useQuery({ ...pendingSuggestionsRead(agent.id), enabled: mayEdit && agent.type === "agent" });
  return data && data.pending_count > 0 ? <TabCount value={data.pending_count} /> : null;
}
