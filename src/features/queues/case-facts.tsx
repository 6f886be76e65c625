import type { Case, CaseEvent } from "#contract/queues/case.ts";
import { AnyLink } from "#ui/link.tsx";
import { Facts } from "#ui/side-panel.tsx";
import { Status } from "#ui/status.tsx";
import { FullTime, Time } from "#ui/time.tsx";
import { Priority } from "./case-columns.tsx";
import { caseStatusWord } from "./case-words.ts";

/** The side of a case's page: where it stands, and which runs had it. */
export function CaseFacts({ teamId, one, events }: { teamId: string; one: Case; events: readonly CaseEvent[] }) {
  const runs = runsOf(events);
  return (
    <>
      <Facts
        rows={[
          ["Status", <Status key="status" value={one.display_status} word={caseStatusWord(one.display_status)} />],
          ["Priority", <Priority key="priority" value={one.priority} />],
          ...(one.postponed_to && one.display_status === "postponed"
            ? [["Postponed to", <FullTime key="postponed" at={one.postponed_to} />] as const]
            : []),
          ["Made by", one.created_by_user_name ?? one.created_by_user_email ?? (events[0]?.agent_name || "–")],
          ["Made", <Time key="made" at={one.created_at} />],
          ["Changed", <Time key="changed" at={one.updated_at} />],
          ...(one.completed_at ? [["Settled", <Time key="settled" at={one.completed_at} />] as const] : []),
        ]}
      />
      <section aria-label="Runs" className="border-t border-line p-4 text-sm">
        <h2 className="mb-2 font-semibold">Runs</h2>
        {runs.length === 0 ? <p className="text-ink-3">No run has worked on it.</p> : null}
        <ul className="flex flex-col gap-1">
          {runs.map(({ id, agent }) => (
            <li key={id} className="flex items-center justify-between gap-2">
              <AnyLink
                link={`/t/${teamId}/runs/${id}`}
                className="min-w-0 truncate rounded-sm text-accent-ink underline-offset-2 hover:underline"
              >
                {agent}
              </AnyLink>
              {id === one.claimed_by_run_id && one.agent_run_status ? <Status value={one.agent_run_status} short /> : null}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

/** The runs that its history names, the last one first. */
function runsOf(events: readonly CaseEvent[]): { id: string; agent: string }[] {
  const runs = new Map<string, string>();
  for (const { agent_run_id: id, agent_name } of events.toReversed())
    if (id !== null && !runs.has(id)) runs.set(id, agent_name ?? "A deleted agent");
  return [...runs].map(([id, agent]) => ({ id, agent }));
}
