import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { pathTo } from "#api/path-to.ts";
import { runState } from "#api/states/run-states.ts";
import type { RunStatus } from "#contract/runs/run.ts";
import type { EventMatch, EventTrigger } from "#contract/schedules/event-triggers.ts";
import { type MatchOutcome, matchOutcomes } from "#contract/schedules/trigger-words.ts";
import { Button } from "#ui/button.tsx";
import { AnyLink } from "#ui/link.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Select } from "#ui/select.tsx";
import { EventRow, titleOf } from "./event-row.tsx";
import { matchesPerPage, matchesRead } from "./queries.ts";
import { ReplayButton } from "./replay-button.tsx";
import { matchWords } from "./trigger-words.ts";
import { UnmatchedFields } from "./unmatched-fields.tsx";

/** What came of the events of a trigger; why nothing started is a filter. */
export function TriggerMatches({ teamId, trigger }: { teamId: string; trigger: EventTrigger }) {
  const [outcome, setOutcome] = useState<MatchOutcome>();
  const [offset, setOffset] = useState(0);
  const found = useQuery(matchesRead({ agentId: trigger.agent_id, trigger_id: trigger.id }, outcome, offset));
  return (
    <section aria-label="What happened">
      <div className="mb-2 flex items-center gap-3">
        <h3 className="me-auto font-semibold">What happened</h3>
        <Select
          aria-label="Outcome"
          className="h-7 w-44 text-sm"
          empty="Every outcome"
          value={outcome ?? ""}
          options={matchOutcomes.map((value) => ({ value, label: matchWords[value].word }))}
          onChange={({ target }) => {
            setOutcome(matchOutcomes.find((each) => each === target.value));
            setOffset(0);
          }}
        />
      </div>
      <Loaded query={found} what="the events of this trigger" inline>
        {({ matches, total }) =>
          matches.length === 0 ? (
            <p className="text-sm text-ink-2">{outcome ? "No event came to this in the last 30 days." : "No event yet."}</p>
          ) : (
            <>
              <ul className="divide-y divide-line rounded-md border border-line text-sm">
                {matches.map((match) => (
                  <EventRow
                    key={`${match.event_id} ${match.replay}`}
                    at={match.occurred_at}
                    title={titleOf(match.facts)}
                    state={matchWords[match.outcome]}
                    act={match.replay === 0 ? <ReplayButton teamId={teamId} trigger={trigger} match={match} /> : null}
                  >
                    <Why teamId={teamId} match={match} />
                  </EventRow>
                ))}
              </ul>
              {total > matchesPerPage ? (
                <div className="mt-2 flex items-center gap-2 text-sm text-ink-2">
                  <span className="me-auto">
                    {offset + 1}–{offset + matches.length} of {total.toLocaleString("en")}
                  </span>
                  <Button size="sm" disabled={offset === 0} onClick={() => setOffset(Math.max(0, offset - matchesPerPage))}>
                    Newer
                  </Button>
                  <Button size="sm" disabled={offset + matches.length >= total} onClick={() => setOffset(offset + matchesPerPage)}>
                    Older
                  </Button>
                </div>
              ) : null}
            </>
          )
        }
      </Loaded>
    </section>
  );
}

function Why({ teamId, match: { outcome, unmatched, run_id, run_status } }: { teamId: string; match: EventMatch }) {
  if (run_id && run_status)
    return (
      <AnyLink link={pathTo("/t/$teamId/runs/$runId", { teamId, runId: run_id })} className="text-accent-ink hover:underline">
        Run: {runState({ status: run_status as RunStatus }).word}
      </AnyLink>
    );
  return unmatched.length === 0 ? (matchWords[outcome].why ?? null) : <UnmatchedFields fields={unmatched} />;
}
