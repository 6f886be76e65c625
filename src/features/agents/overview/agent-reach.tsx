import { useQuery } from "@tanstack/react-query";
import { Bot, CalendarClock, FileText, KeyRound, Layers, Library, type LucideIcon, Plug, User, Wrench, Zap } from "lucide-react";
import { pathTo } from "#api/path-to.ts";
import { read } from "#api/query.ts";
import type { AccessEntry, AccessKind } from "#contract/agents/access.ts";
import type { Agent } from "#contract/agents/agents.ts";
import type { ListedRevision } from "#contract/agents/revisions.ts";
import type { QueryAnswer } from "#contract/dashboards/answers.ts";
import { type CaseTrigger, listAgentCaseTriggers } from "#contract/queues/case-triggers.ts";
import { countOf } from "#api/figures.ts";
import { type EventTrigger, listAgentTriggers } from "#contract/schedules/event-triggers.ts";
import type { Schedule } from "#contract/schedules/schedule.ts";
import { listAgentSchedules } from "#contract/schedules/schedules.ts";
import { accessRead } from "#features/agents/queries.ts";
import { counted } from "#ui/counted.ts";
import { AnyLink } from "#ui/link.tsx";
import { Loaded } from "#ui/loaded.tsx";

import { ReachLines } from "./reach-lines.tsx";

interface Reached {
  readonly key: string;
  readonly icon: LucideIcon;
  readonly name: string;
  readonly note: string;
  readonly link: string;
}

interface AgentReachProps {
  teamId: string;
  agent: Agent;
  live: ListedRevision;
  /** Runs by what started them; undefined where they could not be counted. */
  sources: QueryAnswer | undefined;
}

const shown = 4;

/** What starts an agent, and what its runs can use. */
export function AgentReach({ teamId, agent, live, sources }: AgentReachProps) {
  const ofAgent = { params: { agent_id: agent.id } };
  const triggers = useQuery(read(listAgentCaseTriggers, ofAgent));
  const schedules = useQuery(read(listAgentSchedules, ofAgent));
  const events = useQuery(read(listAgentTriggers, { params: { agentId: agent.id } }));
  const access = useQuery(accessRead(live));
  if (!triggers.data || !schedules.data || !events.data || !access.data) {
    const { error, failureReason, refetch } = [triggers, schedules, events].find(({ data }) => data === undefined) ?? access;
    return (
      <Loaded inline query={{ data: undefined, error, failureReason, refetch }} what="what starts this agent and what it can use">
        {() => null}
      </Loaded>
    );
  }
  const reached = { triggers: triggers.data.case_triggers, schedules: schedules.data.schedules, events: events.data.triggers };
  return <Drawn {...{ teamId, agent, live, sources }} {...reached} access={access.data.entries} />;
}

interface DrawnProps extends AgentReachProps {
  triggers: readonly CaseTrigger[];
  schedules: readonly Schedule[];
  events: readonly EventTrigger[];
  access: readonly AccessEntry[];
}

function Drawn({ teamId, agent, live, sources, triggers, schedules, events, access }: DrawnProps) {
  const runsOf = (...words: string[]) =>
    (sources?.rows ?? []).filter(({ by: [source] }) => words.includes(source ?? "")).reduce((all, row) => all + countOf(row), 0);
  const runs = (count: number) => (sources ? counted(count, "run", "runs") : "not counted");
  const tab = (value: string) => pathTo("/t/$teamId/agents/$agentId", { teamId, agentId: agent.id }, { tab: value });
  const starts: Reached[] = [
    ...triggers.map(({ id, case_queue_name, enabled }) => ({
      key: id,
      icon: Layers,
      name: case_queue_name,
      note: enabled ? runs(runsOf("case_trigger")) : "paused",
      link: tab("trigger"),
    })),
    ...(schedules.length > 0 || runsOf("scheduling") > 0
      ? [
          {
            key: "schedules",
            icon: CalendarClock,
            name: schedules.length > 0 ? counted(schedules.length, "schedule of yours", "schedules of yours") : "Schedules",
            note: runs(runsOf("scheduling")),
            link: tab("schedules"),
          },
        ]
      : []),
    ...(events.length > 0 || runsOf("event_trigger") > 0
      ? [
          {
            key: "events",
            icon: Zap,
            name: events.length > 0 ? counted(events.length, "event of yours", "events of yours") : "Events",
            note: runs(runsOf("event_trigger")),
            link: tab("events"),
          },
        ]
      : []),
    ...(runsOf("handover", "sub_agent") > 0
      ? [{ key: "agents", icon: Bot, name: "Other agents", note: runs(runsOf("handover", "sub_agent")), link: tab("runs") }]
      : []),
    { key: "people", icon: User, name: "People and the API", note: runs(runsOf("console", "api")), link: tab("runs") },
  ];
  const permissions = pathTo("/t/$teamId/agents/$agentId/revisions/$buildId/access", { teamId, agentId: agent.id, buildId: live.id });
  const uses = usesIn(access, permissions);
  const [left, right] = [Math.min(shown, starts.length), Math.max(1, uses.length)];
  return (
    <section
      aria-label="What starts it, and what it can use"
      className="grid gap-4 md:grid-cols-[minmax(0,1fr)_1fr_minmax(0,1fr)] md:gap-0"
    >
      <Side title="Starts when" rows={starts.slice(0, shown)} />
      <div className="flex items-center md:mt-6 md:self-start">
        <ReachLines rows={left} of={Math.max(left, right)} towards="end" />
        <div className="w-full min-w-0 rounded-md border border-line-strong bg-surface px-4 py-3 text-center md:w-52 md:shrink-0">
          <p className="truncate text-sm font-semibold">{agent.name}</p>
          <p className="mt-1 truncate text-xs text-ink-3">
            Revision {live.revision_number}
            {modelOf(live) ? `, ${modelOf(live)}` : ""}
          </p>
        </div>
        <ReachLines rows={right} of={Math.max(left, right)} towards="start" />
      </div>
      <Side title="Can use" rows={uses} none={{ words: "Nothing beside its own tools", link: permissions }} />
    </section>
  );
}

function Side({
  title,
  rows,
  none,
}: {
  title: string;
  rows: readonly Reached[];
  none?: { readonly words: string; readonly link: string };
}) {
  return (
    <div className="min-w-0">
      <h2 className="mb-2 h-4 text-xs text-ink-3">{title}</h2>
      <ul className="flex flex-col gap-1">
        {rows.map(({ key, icon: Icon, name, note, link }) => (
          <li key={key}>
            <AnyLink
              link={link}
              className="flex h-7 items-center gap-2 rounded-md border border-line bg-surface px-2.5 text-sm hover:bg-hover"
            >
              <Icon size={14} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-3" />
              <span className="min-w-0 flex-1 truncate">{name}</span>
              <span className="max-w-1/2 shrink-0 truncate text-xs text-ink-2">{note}</span>
            </AnyLink>
          </li>
        ))}
        {rows.length === 0 && none ? (
          <li>
            <AnyLink
              link={none.link}
              className="flex h-7 items-center rounded-md border border-line px-2.5 text-sm text-ink-3 hover:bg-hover"
            >
              {none.words}
            </AnyLink>
          </li>
        ) : null}
      </ul>
    </div>
  );
}

const kinds: readonly { readonly kind: AccessKind; readonly icon: LucideIcon; readonly words: readonly [string, string] }[] = [
  { kind: "queue", icon: Layers, words: ["queue", "queues"] },
  { kind: "connection", icon: Plug, words: ["connection", "connections"] },
  { kind: "agent", icon: Bot, words: ["agent", "agents"] },
  { kind: "file", icon: FileText, words: ["file", "files"] },
  { kind: "skill", icon: Library, words: ["skill", "skills"] },
  { kind: "login", icon: KeyRound, words: ["login", "logins"] },
  { kind: "secret", icon: KeyRound, words: ["secret", "secrets"] },
  { kind: "tool", icon: Wrench, words: ["built-in tool", "built-in tools"] },
];

/** A row for each kind: the one that there is by its name, several by their number. */
function usesIn(entries: readonly AccessEntry[], link: string): Reached[] {
  return kinds
    .flatMap(({ kind, icon, words }): Reached[] => {
      const own = entries.filter((entry) => entry.kind === kind);
      const [first] = own;
      if (!first) return [];
      const alone = own.length === 1;
      const note = alone ? (first.detail ?? "") : own.map(({ name }) => name).join(", ");
      return [{ key: kind, icon, name: alone ? first.name : counted(own.length, ...words), note, link }];
    })
    .slice(0, shown);
}

function modelOf({ config }: ListedRevision): string | undefined {
  return config && "model" in config.data ? config.data.model : undefined;
}
