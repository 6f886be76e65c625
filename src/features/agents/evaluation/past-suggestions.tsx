import { useQuery } from "@tanstack/react-query";
import type { Suggestion } from "#contract/agents/suggestions.ts";
import { Disclosure } from "#ui/disclosure.tsx";
import { Time } from "#ui/time.tsx";
import { pastSuggestionsRead } from "./evaluation-queries.ts";

/** What became of earlier suggestions. */
export function PastSuggestions({ agentId }: { agentId: string }) {
  const { data } = useQuery(pastSuggestionsRead(agentId));
  if (!data || data.data.length === 0) return null;
  return (
    <Disclosure summary="Earlier suggestions" summaryClassName="w-fit text-ink-2 hover:text-ink" className="mt-3 text-sm">
      <ul aria-label="Earlier suggestions" className="mt-2 divide-y divide-line rounded-md border border-line">
        {data.data.map((suggestion) => (
          <li key={suggestion.id} className="flex flex-wrap items-baseline gap-x-3 px-3 py-2">
            <span className="min-w-0 flex-1 basis-56 break-words">{suggestion.title}</span>
            <span className="text-ink-2">{endOf(suggestion)}</span>
            <span className="text-ink-3">
              <Time at={suggestion.resolved_at ?? suggestion.updated_at} />
            </span>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

function endOf({ status, superseded_reason }: Suggestion): string {
  if (status === "consumed") return "Added to a draft";
  if (status === "rejected") return "Declined";
  return superseded_reason === "rubric_removed" ? "Closed: its rubric was deleted" : "Closed: another revision went live";
}
