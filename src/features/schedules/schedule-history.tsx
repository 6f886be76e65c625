import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { runState } from "#api/states/run-states.ts";
import { pathTo } from "#api/path-to.ts";
import type { RunStatus } from "#contract/runs/run.ts";
import { type FiringOutcome, firingOutcomes } from "#contract/schedules/firing-outcomes.ts";
import type { ScheduleFiring, TeamSchedule } from "#contract/schedules/schedule-firings.ts";
import { Button } from "#ui/button.tsx";
import { AnyLink } from "#ui/link.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Select } from "#ui/select.tsx";
import { Status } from "#ui/status.tsx";
import { firingsPerPage, firingsRead } from "./queries.ts";
import { onClock, outcomes } from "./schedule-words.ts";

/** What came of the due times of a schedule; why nothing started is a filter. */
export function ScheduleHistory({ teamId, schedule }: { teamId: string; schedule: TeamSchedule }) {
  const [outcome, setOutcome] = useState<FiringOutcome>();
  const [offset, setOffset] = useState(0);
  const found = useQuery(firingsRead({ agent_id: schedule.agent_id, schedule_id: schedule.id }, outcome, offset));
  return (
    <section aria-label="History">
      <div className="mb-2 flex items-center gap-3">
        <h3 className="me-auto font-semibold">History</h3>
        <Select
          aria-label="Outcome"
          className="h-7 w-44 text-sm"
          empty="Every outcome"
          value={outcome ?? ""}
          options={firingOutcomes.map((value) => ({ value, label: outcomes[value].word }))}
          onChange={({ target }) => {
            setOutcome(firingOutcomes.find((each) => each === target.value));
            setOffset(0);
          }}
        />
      </div>
      <Loaded query={found} what="the history of this schedule" inline>
        {({ firings, total }) =>
          firings.length === 0 ? (
            <p className="text-sm text-ink-2">{outcome ? "Nothing came to this in the last 90 days." : "It has not been due yet."}</p>
          ) : (
            <>
              <ul className="divide-y divide-line rounded-md border border-line text-sm">
                {firings.map((firing) => (
                  <Firing key={firing.due_at} teamId={teamId} firing={firing} />
                ))}
              </ul>
              {total > firingsPerPage ? (
                <div className="mt-2 flex items-center gap-2 text-sm text-ink-2">
                  <span className="me-auto">
                    {offset + 1}–{offset + firings.length} of {total.toLocaleString("en")}
                  </span>
                  <Button size="sm" disabled={offset === 0} onClick={() => setOffset(Math.max(0, offset - firingsPerPage))}>
                    Newer
                  </Button>
                  <Button size="sm" disabled={offset + firings.length >= total} onClick={() => setOffset(offset + firingsPerPage)}>
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

function Firing({ teamId, firing }: { teamId: string; firing: ScheduleFiring }) {
  const { outcome, due_at, last_due_at, count, run_id, run_status } = firing;
  const { why, ...state } = outcomes[outcome];
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-0.5 px-3 py-1.5">
      <time dateTime={due_at} className="w-40 shrink-0 tabular-nums">
        {onClock(due_at)}
      </time>
      <span className="flex min-w-0 flex-1 flex-wrap gap-x-3 max-sm:basis-full">
        <Status {...state} />
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
          <span className="text-ink-2">{why}</span>
        )}
      </span>
    </li>
  );
}
