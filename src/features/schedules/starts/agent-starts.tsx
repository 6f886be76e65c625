import { useQuery } from "@tanstack/react-query";
import { CalendarClock, Layers, type LucideIcon, Zap } from "lucide-react";
import type { ReactNode } from "react";
import { pathTo } from "#api/path-to.ts";
import { read } from "#api/query.ts";
import { useRule } from "#api/roles.ts";
import { useSession } from "#api/session.ts";
import type { Agent } from "#contract/agents/agents.ts";
import { type CaseTrigger, listAgentCaseTriggers } from "#contract/queues/case-triggers.ts";
import type { EventTrigger } from "#contract/schedules/event-triggers.ts";
import { seesAllSchedules } from "#contract/schedules/rights.ts";
import type { TeamSchedule } from "#contract/schedules/schedule-firings.ts";
import type { TriggerType } from "#contract/schedules/trigger-words.ts";
import { schedulesPerPage, schedulesRead } from "#features/schedules/queries.ts";
import { onClock, outcomes, stateOf, timingInWords } from "#features/schedules/schedule-words.ts";
import { triggersRead } from "#features/schedules/triggers/queries.ts";
import { TriggerFilterWords, useSourcePaused } from "#features/schedules/triggers/trigger-filter-words.tsx";
import { sourcePaused, typeWords } from "#features/schedules/triggers/trigger-words.ts";
import { LinkButton } from "#ui/link-button.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { type State, Status } from "#ui/status.tsx";
import { Table } from "#ui/table.tsx";
import type { Column } from "#ui/table-column.ts";

type Start =
  | { readonly kind: "case"; readonly id: string; readonly of: CaseTrigger }
  | { readonly kind: "schedule"; readonly id: string; readonly of: TeamSchedule }
  | { readonly kind: "event"; readonly id: string; readonly of: EventTrigger };

const icons: Readonly<Record<Start["kind"], LucideIcon>> = { case: Layers, schedule: CalendarClock, event: Zap };

interface AgentStartsProps {
  teamId: string;
  agent: Agent;
}

/** Everything that starts an agent by itself, in one list: a queue, the clock, events. Each leads to where it is set. */
export function AgentStarts({ teamId, agent }: AgentStartsProps) {
  const cases = useQuery(read(listAgentCaseTriggers, { params: { agent_id: agent.id } }));
  const schedules = useQuery(schedulesRead(teamId, { agent: agent.id }));
  const events = useQuery(triggersRead(agent.id));
  const all = useRule(seesAllSchedules);
  const { user } = useSession();
  const missing = [cases, schedules, events].find(({ data }) => data === undefined);
  const starts: Start[] | undefined =
    cases.data && schedules.data && events.data
      ? [
          ...cases.data.case_triggers.map((of) => ({ kind: "case" as const, id: of.id, of })),
          ...schedules.data.schedules.map((of) => ({ kind: "schedule" as const, id: of.id, of })),
          ...events.data.triggers.map((of) => ({ kind: "event" as const, id: of.id, of })),
        ]
      : undefined;
  const to = (tab: string, open?: string) =>
    pathTo("/t/$teamId/agents/$agentId", { teamId, agentId: agent.id }, { tab, ...(open && { open }) });
  const query = { ...(missing ?? cases), data: starts };
  const left = (schedules.data?.total ?? 0) - schedulesPerPage;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <Loaded query={query} what="what starts this agent">
        {(rows) => (
          <>
            {rows.length === 0 ? (
              <p className="px-3 pt-4 text-sm text-ink-2 md:px-5">
                No queue, schedule or event starts this agent. People, the API and other agents start its runs.
              </p>
            ) : (
              <Table
                label="Starts when"
                rows={rows}
                rowId={({ id }) => id}
                rowLink={({ kind, id }) => (kind === "case" ? to("trigger") : kind === "event" ? to("events") : to("schedules", id))}
                columns={columns(teamId, user.name ?? user.email)}
                total={rows.length}
              />
            )}
            {left > 0 ? (
              <p className="px-3 pt-3 text-sm text-ink-2 md:px-5">{left.toLocaleString("en")} more schedules are under Schedules.</p>
            ) : null}
            <div className="flex flex-wrap items-center gap-2 px-3 py-4 md:px-5">
              <LinkButton icon={CalendarClock} link={to("schedules", "new")}>
                New schedule
              </LinkButton>
              <LinkButton icon={Layers} link={to("trigger")}>
                Cases of a queue
              </LinkButton>
              <LinkButton icon={Zap} link={to("events")}>
                An event
              </LinkButton>
              <span className="text-sm text-ink-3">
                {all ? "Events are those that you set." : "Schedules and events are those that you set."}
              </span>
            </div>
          </>
        )}
      </Loaded>
    </div>
  );
}

function columns(teamId: string, me: string): Column<Start>[] {
  return [
    {
      id: "when",
      header: "Starts when",
      cell: (start) => <Rule teamId={teamId} start={start} />,
      wrap: true,
      beneath: (start) => whoIn(start, me),
    },
    { id: "for", header: "For", width: "168px", quiet: true, from: "md", cell: (start) => whoIn(start, me) },
    { id: "state", header: "State", width: "152px", cell: (start) => <StateOf teamId={teamId} start={start} /> },
    { id: "last", header: "Last", width: "136px", from: "lg", cell: lastIn },
    { id: "next", header: "Next", width: "152px", quiet: true, from: "sm", cell: nextIn },
  ];
}

function Rule({ teamId, start }: { teamId: string; start: Start }) {
  const Icon = icons[start.kind];
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Icon size={16} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-3" />
      <span className="min-w-0 sm:truncate">{rule(teamId, start)}</span>
    </span>
  );
}

function rule(teamId: string, start: Start): ReactNode {
  if (start.kind === "case") return `A case is pending in ${start.of.case_queue_name}`;
  if (start.kind === "schedule") return timingInWords(start.of);
  return (
    <>
      {typeWords[start.of.trigger_type as TriggerType]}
      <TriggerFilterWords teamId={teamId} trigger={start.of} />
    </>
  );
}

/** For whom the runs act. Events are those of whoever looks. */
function whoIn(start: Start, me: string): string {
  if (start.kind === "event") return me;
  return (start.kind === "case" ? start.of.creator_display_name : start.of.user_name) ?? "–";
}

function StateOf({ teamId, start }: { teamId: string; start: Start }) {
  if (start.kind === "event") return <EventState teamId={teamId} trigger={start.of} />;
  if (start.kind === "schedule") return <Status {...stateOf(start.of)} />;
  return <Status {...caseState(start.of)} />;
}

function caseState({ enabled, has_conflict }: CaseTrigger): State {
  if (!enabled) return { look: "idle", word: "Paused" };
  return has_conflict ? { look: "failed", word: "Several agents" } : { look: "live", word: "Active" };
}

function EventState({ teamId, trigger }: { teamId: string; trigger: EventTrigger }) {
  const silent = useSourcePaused(teamId, trigger) && trigger.enabled;
  if (trigger.enabled && !trigger.connection_available) return <Status look="failed" word="No connection" />;
  return <Status {...(silent ? sourcePaused : stateOf(trigger))} />;
}

function lastIn(start: Start): ReactNode {
  if (start.kind !== "schedule" || !start.of.last_firing) return <span className="text-ink-3">–</span>;
  const { look, word } = outcomes[start.of.last_firing.outcome];
  return <Status look={look} word={word} />;
}

function nextIn(start: Start): ReactNode {
  return start.kind === "schedule" && start.of.next_fire_at ? onClock(start.of.next_fire_at) : <span className="text-ink-3">–</span>;
}
