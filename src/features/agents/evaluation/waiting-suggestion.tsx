import { useQuery } from "@tanstack/react-query";
import { Loaded } from "#ui/loaded.tsx";
import { pendingSuggestionsRead } from "./evaluation-queries.ts";
import { SuggestionCard } from "./suggestion-card.tsx";

interface WaitingSuggestionProps {
  teamId: string;
  agentId: string;
  id: string;
  keys: boolean;
  onDone: () => void;
}

/** One suggestion, with what decides it. */
export function WaitingSuggestion({ teamId, agentId, id, keys, onDone }: WaitingSuggestionProps) {
  const query = useQuery(pendingSuggestionsRead(agentId));
  return (
    <Loaded query={query} what="this suggestion" inline>
      {({ data }) => (
        <ul aria-label="Suggestion">
          {data
            .filter((one) => one.id === id)
            .map((one) => (
              <SuggestionCard key={id} teamId={teamId} suggestion={one} keys={keys} onDone={onDone} />
            ))}
        </ul>
      )}
    </Loaded>
  );
}
