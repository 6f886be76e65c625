import { titleOfEvent } from "#contract/schedules/event-title.ts";
import { useQuery } from "@tanstack/react-query";
import { pathTo } from "#api/path-to.ts";
import { runState } from "#api/states/run-states.ts";
import type { RunStatus } from "#contract/runs/run.ts";
import type { EventMatch, EventTrigger } from "#contract/schedules/event-triggers.ts";
import { type MatchOutcome, matchOutcomes } from "#contract/schedules/trigger-words.ts";
import { AnyLink } from "#ui/link.tsx";
import { HistoryList, useHistory } from "#features/schedules/history-list.tsx";
import { onClock } from "#features/schedules/schedule-words.ts";
import { EventRow } from "./event-row.tsx";
import { matchesPerPage, matchesRead } from "./queries.ts";
import { ReplayButton } from "./replay-button.tsx";
import { matchWords } from "./trigger-words.ts";
import { UnmatchedFields } from "./unmatched-fields.tsx";

/** What came of the events of a trigger; why nothing started is a filter. */
export function TriggerMatches({ teamId, trigger }: { teamId: string; trigger: EventTrigger }) {
  const history = useHistory<MatchOutcome>();
  const found = useQuery(matchesRead({ agentId: trigger.agent_id, trigger_id: trigger.id }, history.outcome, history.offset));
  return (
    <HistoryList
      title="What happened"
      what="the events of this trigger"
      history={history}
      query={found}
      rowsOf={({ matches }) => matches}
      keyOf={({ event_id, replay }) => `${event_id} ${replay}`}
      perPage={matchesPerPage}
      outcomes={{ order: matchOutcomes, words: matchWords }}
      none={history.outcome ? "No event came to this in the last 30 days." : "No event yet."}
    >
      {(match) => (
        <EventRow
          at={match.replayed_at ?? match.occurred_at}
          title={titleOfEvent(match.facts)}
          state={matchWords[match.outcome]}
          act={match.replay === 0 && match.replayable ? <ReplayButton teamId={teamId} match={match} /> : null}
        >
          <Why teamId={teamId} match={match} />
          {match.replay > 0 ? <span className="block text-xs text-ink-3">The event of {onClock(match.occurred_at)}</span> : null}
        </EventRow>
      )}
    </HistoryList>
  );
}

/** The run that an event started, or why it started none. */
export function Why({ teamId, match: { outcome, unmatched, run_id, run_status } }: { teamId: string; match: EventMatch }) {
  if (run_id && run_status)
    return (
      <AnyLink link={pathTo("/t/$teamId/runs/$runId", { teamId, runId: run_id })} className="text-accent-ink hover:underline">
        Run: {runState({ status: run_status as RunStatus }).word}
      </AnyLink>
    );
  return unmatched.length === 0 ? (matchWords[outcome].why ?? null) : <UnmatchedFields fields={unmatched} />;
}
