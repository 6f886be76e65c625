import { pathTo } from "#api/path-to.ts";
import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { AgentPage, type AgentTabs } from "#features/agents/agent/agent-page.tsx";
import { AgentRevisions, RevisionCount } from "#features/agents/agent/agent-revisions.tsx";
import { AgentRuns } from "#features/agents/agent/agent-runs.tsx";
import { AgentSettings } from "#features/agents/agent/agent-settings.tsx";
import { AgentEvaluation } from "#features/agents/evaluation/agent-evaluation.tsx";
import { SuggestionCount } from "#features/agents/evaluation/agent-suggestions.tsx";
import { AgentMemory } from "#features/agents/memory/agent-memory.tsx";
import type { AgentTabProps } from "#features/agents/agent-tab.ts";
import { agentRead, liveRevisionRead, revisionsRead } from "#features/agents/queries.ts";
import { MadeFrom } from "#features/clarity/promise/made-from.tsx";
import { AgentOverview } from "#features/agents/overview/agent-overview.tsx";
import { firstSpan, spanIn } from "#ui/chart/chart-span.ts";
import { SpanChoice } from "#ui/chart/span-choice.tsx";
import { AgentWaiting } from "#features/runs/agent-waiting.tsx";
import { RunningJobs } from "#features/runs/jobs/running-jobs.tsx";
import { AgentSchedules } from "#features/schedules/agent-schedules.tsx";
import { AssignButton } from "#features/schedules/assign/assign-button.tsx";
import { AgentStarts } from "#features/schedules/starts/agent-starts.tsx";
import { AgentTriggers } from "#features/schedules/triggers/agent-triggers.tsx";
import { AgentTrigger } from "#features/queues/triggers/agent-trigger.tsx";
import { SubTabs } from "#ui/sub-tabs.tsx";
import { address, readOffset, textUpTo } from "#ui/address.ts";

interface Search {
  tab?: string;
  offset?: number;
  /** How far back the figures of the overview go. */
  last?: string;
  /** What is open in the tab. */
  open?: string;
}

/** While runs follow a moved agent, its list says what is not in it yet. */
function RunsPanel(props: AgentTabProps) {
  return (
    <>
      <RunningJobs teamId={props.teamId} kinds={["agent_moved"]} />
      <AgentRuns {...props} />
    </>
  );
}

/** How far back the figures go is in the address. */
function OverviewPanel(props: AgentTabProps) {
  const { last } = Route.useSearch();
  return (
    <>
      <FromProcess {...props} />
      <AgentOverview {...props} span={spanIn(last)} choice={<OverviewSpanChoice />} Waiting={AgentWaiting} />
    </>
  );
}

function OverviewSpanChoice() {
  const { last } = Route.useSearch();
  const navigate = Route.useNavigate();
  return <SpanChoice span={spanIn(last)} onChange={(span) => void navigate({ search: span === firstSpan ? {} : { last: span } })} />;
}

function OverviewEnd() {
  return (
    <div className="max-sm:hidden">
      <OverviewSpanChoice />
    </div>
  );
}

/** Which schedule is open is in the address. */
function SchedulesPanel(props: AgentTabProps) {
  const { open } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <AgentSchedules {...props} open={open} onOpen={(id) => void navigate({ search: { tab: "schedules", ...(id && { open: id }) } })} />
  );
}

/** All that starts the agent, or one kind of it: which is in the address. */
function StartsPanel(props: AgentTabProps) {
  const { tab } = Route.useSearch();
  const part = startParts.find(({ value }) => value === tab) ?? startParts[0];
  const to = (value: string) => pathTo("/t/$teamId/agents/$agentId", { teamId: props.teamId, agentId: props.agent.id }, { tab: value });
  return (
    <>
      <SubTabs label="Starts when" tabs={startParts.map(({ value, label }) => ({ label, link: to(value), here: value === part.value }))} />
      <part.Panel {...props} />
    </>
  );
}

const startParts = [
  { value: "starts", label: "Everything", Panel: AgentStarts },
  { value: "trigger", label: "Cases", Panel: AgentTrigger },
  { value: "schedules", label: "Schedules", Panel: SchedulesPanel },
  { value: "events", label: "Events", Panel: AgentTriggers },
] as const;

/** What was promised of an agent that was made from a process, and what became of it. */
function FromProcess({ teamId, agent }: AgentTabProps) {
  const build = useQuery(liveRevisionRead(agent.id)).data;
  return build ? <MadeFrom teamId={teamId} buildId={build.id} /> : null;
}

/** In the order they stand. A tab of another area is added here. */
const tabs: AgentTabs = [
  { value: "overview", label: "Overview", Panel: OverviewPanel, End: OverviewEnd },
  { value: "runs", label: "Runs", Panel: RunsPanel },
  { value: "revisions", label: "Revisions", Panel: AgentRevisions, Count: RevisionCount },
  { value: "starts", label: "Starts when", also: ["trigger", "schedules", "events"], Panel: StartsPanel },
  { value: "memory", label: "Memory", Panel: AgentMemory },
  { value: "evaluation", label: "Evaluation", Panel: AgentEvaluation, Count: SuggestionCount },
  { value: "settings", label: "Settings", Panel: AgentSettings },
];

export const Route = createFileRoute("/_app/t/$teamId/agents/$agentId/")({
  validateSearch: address<Search>({ tab: textUpTo(100), last: textUpTo(40), offset: readOffset, open: textUpTo(1024) }),
  loader: ({ context: { queryClient }, params: { agentId } }) => {
    void queryClient.prefetchQuery(agentRead(agentId));
    void queryClient.prefetchQuery(revisionsRead(agentId));
    void queryClient.prefetchQuery(liveRevisionRead(agentId));
  },
  component: () => <AgentPage tabs={tabs} Acts={AssignButton} />,
});
