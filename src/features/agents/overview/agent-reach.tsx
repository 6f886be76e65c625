import { useQuery } from "@tanstack/react-query";
import { Bot, CalendarClock, FileText, KeyRound, Layers, Library, type LucideIcon, Plug, User, Wrench, Zap } from "lucide-react";
import { pathTo } from "#api/path-to.ts";
import { read } from "#api/query.ts";
import type { AccessEntry, AccessKind } from "#contract/agents/access.ts";
import type { Agent } from "#contract/agents/agents.ts";
import type { ListedRevision } from "#contract/agents/revisions.ts";
import type { QueryAnswer } from "#contract/dashboards/answers.ts";
import { listAddress } from "#contract/dashboards/list-address.ts";
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
  /** Of exactly what the note counts; absent where no list shows just that. */
  readonly counted?: string | undefined;
}

interface AgentReachProps {
  teamId: string;
  agent: Agent;
  live: ListedRevision;
  /** Runs by what started them; undefined where they could not be counted. */
  sources: QueryAnswer | undefined;
  /** Runs that case triggers started, by their queue. */
  queues: QueryAnswer | undefined;
}

/** What starts an agent, and what its runs can use. */
export function AgentReach({ teamId, agent, live, sources, queues }: AgentReachProps) {
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
  return <Drawn {...{ teamId, agent, live, sources, queues }} {...reached} access={access.data.entries} />;
}

interface DrawnProps extends AgentReachProps {
  triggers: readonly CaseTrigger[];
  schedules: readonly Schedule[];
  events: readonly EventTrigger[];
  access: readonly AccessEntry[];
}

function Drawn({ teamId, agent, live, sources, queues, triggers, schedules, events, access }: DrawnProps) {
  const counts = (answer: QueryAnswer | undefined, ...groups: string[]) => noteOf(teamId, answer, groups);
  const started = (source: string) => (sources?.rows ?? []).some(({ by: [group] }) => group === source);
  const tab = (value: string) => pathTo("/t/$teamId/agents/$agentId", { teamId, agentId: agent.id }, { tab: value });
  const starts: Reached[] = [
    ...triggers.map(({ id, case_queue_id, case_queue_name, enabled }) => ({
      key: id,
      icon: Layers,
      name: case_queue_name,
      ...(enabled ? counts(queues, case_queue_id) : { note: "paused" }),
      link: tab("trigger"),
    })),
    ...(schedules.length > 0 || started("scheduling")
      ? [
          {
            key: "schedules",
            icon: CalendarClock,
            name: schedules.length > 0 ? counted(schedules.length, "schedule of yours", "schedules of yours") : "Schedules",
            ...counts(sources, "scheduling"),
            link: tab("schedules"),
          },
        ]
      : []),
    ...(events.length > 0 || started("event_trigger")
      ? [
          {
            key: "events",
            icon: Zap,
            name: events.length > 0 ? counted(events.length, "event of yours", "events of yours") : "Events",
            ...counts(sources, "event_trigger"),
            link: tab("events"),
          },
        ]
      : []),
    ...(started("handover") || started("sub_agent")
      ? [{ key: "agents", icon: Bot, name: "Other agents", ...counts(sources, "handover", "sub_agent"), link: tab("runs") }]
      : []),
    { key: "people", icon: User, name: "People and the API", ...counts(sources, "console", "api"), link: tab("runs") },
  ];
  const permissions = pathTo("/t/$teamId/agents/$agentId/revisions/$buildId/access", { teamId, agentId: agent.id, buildId: live.id });
  const uses = usesIn(access, permissions);
  const [left, right] = [starts.length, Math.max(1, uses.length)];
  return (
    <section
      aria-label="What starts it, and what it can use"
      className="grid gap-4 md:grid-cols-[minmax(0,1fr)_1fr_minmax(0,1fr)] md:gap-0"
    >
      <Side title="Starts when" rows={starts} />
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
        {rows.map(({ key, icon: Icon, name, note, link, counted: list }) => (
          <li key={key} className="flex h-7 items-center rounded-md border border-line bg-surface text-sm">
            <AnyLink link={link} className="flex h-full min-w-0 flex-1 items-center gap-2 rounded-md px-2.5 hover:bg-hover">
              <Icon size={14} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-3" />
              <span className="min-w-0 flex-1 truncate">{name}</span>
              {list === undefined ? <span className="max-w-1/2 shrink-0 truncate text-xs text-ink-2">{note}</span> : null}
            </AnyLink>
            {list === undefined ? null : (
              <AnyLink
                link={list}
                className="flex h-full shrink-0 items-center rounded-md px-2.5 text-xs text-ink-2 hover:bg-hover hover:text-ink"
              >
                {note}
              </AnyLink>
            )}
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

/** The runs of some groups of an answer. Only one group has a list of its own. */
function noteOf(teamId: string, answer: QueryAnswer | undefined, groups: readonly string[]): Pick<Reached, "note" | "counted"> {
  if (!answer) return { note: "not counted" };
  const rows = answer.rows.filter(({ by: [group] }) => groups.includes(group ?? ""));
  const link = rows.length === 1 ? rows[0]?.link : undefined;
  return {
    note: counted(
      rows.reduce((all, row) => all + countOf(row), 0),
      "run",
      "runs",
    ),
    counted: link ? listAddress(teamId, link) : undefined,
  };
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
  return kinds.flatMap(({ kind, icon, words }): Reached[] => {
    const own = entries.filter((entry) => entry.kind === kind);
    const [first] = own;
    if (!first) return [];
    const alone = own.length === 1;
    const note = alone ? (first.detail ?? "") : own.map(({ name }) => name).join(", ");
    return [{ key: kind, icon, name: alone ? first.name : counted(own.length, ...words), note, link }];
  });
}

function modelOf({ config }: ListedRevision): string | undefined {
  return config && "model" in config.data ? config.data.model : undefined;
}
