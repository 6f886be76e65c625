import { useQuery } from "@tanstack/react-query";
import { runState } from "#api/states/run-states.ts";
import { pathTo } from "#api/path-to.ts";
import type { RunStatus } from "#contract/runs/run.ts";
import { type FiringOutcome, firingOutcomes } from "#contract/schedules/firing-outcomes.ts";
import type { ScheduleFiring, TeamSchedule } from "#contract/schedules/schedule-firings.ts";
import { AnyLink } from "#ui/link.tsx";
import { Status } from "#ui/status.tsx";
import { HistoryList, useHistory } from "./history-list.tsx";
import { firingsPerPage, firingsRead } from "./queries.ts";
import { latenessOf, onClock, outcomes, whyOf } from "./schedule-words.ts";

/** What came of the due times of a schedule; why nothing started is a filter. */
export function ScheduleHistory({ teamId, schedule }: { teamId: string; schedule: TeamSchedule }) {
  const history = useHistory<FiringOutcome>();
  const found = useQuery(firingsRead({ agent_id: schedule.agent_id, schedule_id: schedule.id }, history.outcome, history.offset));
  return (
    <HistoryList
      title="History"
      what="the history of this schedule"
      history={history}
      query={found}
      rowsOf={({ firings }) => firings}
      keyOf={({ due_at }) => due_at}
      perPage={firingsPerPage}
      outcomes={{ order: firingOutcomes, words: outcomes }}
      none={history.outcome ? "Nothing with this outcome in the last 90 days." : "It has not been due yet."}
    >
      {(firing) => <Firing teamId={teamId} schedule={schedule} firing={firing} />}
    </HistoryList>
  );
}

function Firing({ teamId, schedule, firing }: { teamId: string; schedule: TeamSchedule; firing: ScheduleFiring }) {
  const { outcome, due_at, last_due_at, count, run_id, run_status } = firing;
  const { look, word } = outcomes[outcome];
  const late = latenessOf(firing);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-0.5 px-3 py-1.5">
      <time dateTime={due_at} className="w-40 shrink-0 tabular-nums">
        {onClock(due_at)}
      </time>
      <span className="flex min-w-0 flex-1 flex-wrap gap-x-3 max-sm:basis-full">
        <Status look={look} word={word} />
        {late ? <span className="text-ink-2">{late}</span> : null}
        {count > 1 ? (
          <span className="text-ink-2">
            {count.toLocaleString("en")} times, until {onClock(last_due_at)}
          </span>
        ) : null}
        {run_id && run_status ? (
          <AnyLink link={pathTo("/t/$teamId/runs/$runId", { teamId, runId: run_id })} className="ms-auto text-accent-ink hover:underline">
            Run: {runState({ status: run_status as RunStatus }).word}
          </AnyLink>
        ) : (
          <span className="text-ink-2">{whyOf(firing, schedule)}</span>
        )}
      </span>
    </li>
  );
}
