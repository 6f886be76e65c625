import { pathTo } from "#api/path-to.ts";
import { caseStates } from "#api/states/case-states.ts";
import { useRetention } from "#api/retention.ts";
import {
  type CaseEvent,
  type CaseEventType,
  caseStatuses,
  type CaseStatus,
  displayStatuses,
  type DisplayStatus,
} from "#contract/queues/case.ts";
import { counted } from "#ui/counted.ts";
import { AnyLink } from "#ui/link.tsx";
import { FullTime, Time } from "#ui/time.tsx";

const words: Record<CaseEventType, string> = {
  created: "Created",
  claimed: "Taken by a run",
  updated: "Changed",
  postponed: "Postponed",
  completed: "Completed",
  failed: "Failed",
  canceled: "Canceled",
  handed_over: "Handed over",
  released: "Available again",
  reprocessed: "Assigned to an agent",
  status_changed: "Status set",
  undone: "Undone",
  human_request_created: "Asked a person",
  human_request_answered: "Answered",
};

/** As many as a case shows. */
const mostShown = 500;

/** What happened to a case, the first thing first. */
export function CaseTimeline({ teamId, queueId, events }: { teamId: string; queueId: string; events: readonly CaseEvent[] }) {
  return (
    <section aria-label="History">
      <h2 className="mb-2 font-semibold">History</h2>
      {events.length >= mostShown ? (
        <p className="mb-2 text-sm text-ink-3">Shows the last {mostShown} events. Earlier ones are kept.</p>
      ) : null}
      {events.length < mostShown && !events.some(({ type }) => type === "created") ? <RemovedHistory /> : null}
      <ol className="flex flex-col border-s border-line">
        {events.map((event) => (
          <li key={event.id} className="relative flex flex-wrap items-baseline gap-x-3 gap-y-0.5 py-1.5 ps-5 text-sm">
            <span aria-hidden className="absolute -start-1 top-3 size-2 rounded-full bg-control" />
            <span className="font-medium">{words[event.type]}</span>
            <Reason event={event} />
            <span className="text-ink-3">
              {whoOf(event)}
              {event.agent_run_removed ? <RemovedRun /> : null}
              {event.agent_run_id && !event.agent_run_removed ? (
                <>
                  {" "}
                  <AnyLink
                    link={pathTo("/t/$teamId/runs/$runId", { teamId, runId: event.agent_run_id })}
                    className="rounded-sm underline underline-offset-2"
                  >
                    Open the run
                  </AnyLink>
                </>
              ) : null}
              {event.import_job_id ? (
                <>
                  {" "}
                  <AnyLink
                    link={pathTo("/t/$teamId/queues/$queueId/jobs/$jobId", { teamId, queueId, jobId: event.import_job_id })}
                    className="rounded-sm underline underline-offset-2"
                  >
                    Open the import
                  </AnyLink>
                </>
              ) : null}
            </span>
            <span className="ms-auto text-ink-3">
              <Time at={event.created_at} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Every case begins with an event that says who made it. */
function RemovedHistory() {
  const days = useRetention()?.case_events;
  const when = days ? ` ${counted(days, "day", "days")} after the case was closed` : "";
  return <p className="mb-2 text-sm text-ink-3">Earlier events were removed{when}.</p>;
}

function RemovedRun() {
  const days = useRetention()?.runs;
  return days ? ` The run was removed after ${counted(days, "day", "days")}.` : " The run was removed.";
}

function Reason({ event: { type, reason, human_request_title: asked } }: { event: CaseEvent }) {
  if (asked) return <span className="min-w-0 break-words">{asked}</span>;
  if (reason === null) return null;
  if (type === "postponed" && !Number.isNaN(Date.parse(reason)))
    return (
      <span>
        to <FullTime at={reason} />
      </span>
    );
  // What was changed, as in `title, data, priority: high`.
  if (type === "updated") return <span className="min-w-0 break-words">{new Intl.ListFormat("en").format(reason.split(", "))}</span>;
  if (type === "status_changed" && isStatus(reason)) return <span>to “{caseStates[reason].word}”</span>;
  if (type === "human_request_answered" && reason === "rejected") return <span>declined</span>;
  if (type === "undone" && isState(reason)) return <span>back to “{caseStates[reason].word}”</span>;
  return <span className="min-w-0 break-words">{reason}</span>;
}

function isStatus(reason: string): reason is CaseStatus {
  return caseStatuses.some((status) => status === reason);
}

function isState(reason: string): reason is DisplayStatus {
  return displayStatuses.some((state) => state === reason);
}

function whoOf({ agent_name, user_name, user_email }: CaseEvent): string {
  return agent_name ?? user_name ?? user_email ?? "";
}
