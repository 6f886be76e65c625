import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { Agent } from "#contract/agents/agents.ts";
import { Loaded } from "#ui/loaded.tsx";
import { Page } from "#ui/page.tsx";
import { Tabs } from "#ui/tabs.tsx";
import { AgentHeader } from "./agent-header.tsx";
import { AgentRevisions } from "./agent-revisions.tsx";
import { AgentRuns } from "./agent-runs.tsx";
import { AgentSettings } from "./agent-settings.tsx";
import { agentRead, revisionsRead } from "./queries.ts";

const route = getRouteApi("/_app/t/$teamId/agents/$agentId/");

export function AgentPage() {
  const { teamId, agentId } = route.useParams();
  const agent = useQuery(agentRead(agentId));
  if (agent.data)
    return <LoadedAgent key={agentId} teamId={teamId} agent={agent.data.agent} pinned={agent.data.user_context.pinned_at !== null} />;
  return (
    <Page title="Agent" crumbs={[{ label: "Agents", link: `/t/${teamId}/agents` }]}>
      <Loaded query={agent} what="this agent">
        {() => null}
      </Loaded>
    </Page>
  );
}

function LoadedAgent({ teamId, agent, pinned }: { teamId: string; agent: Agent; pinned: boolean }) {
  const { tab = "revisions" } = route.useSearch();
  const navigate = route.useNavigate();
  const revisions = useQuery(revisionsRead(agent.id));
  return (
    <AgentHeader teamId={teamId} agent={agent} pinned={pinned}>
      <Tabs
        label="About this agent"
        tabs={[
          { value: "revisions", label: "Revisions", ...(revisions.data ? { count: revisions.data.total } : {}) },
          { value: "runs", label: "Runs" },
          { value: "settings", label: "Settings" },
        ]}
        value={tab}
        onChange={(next) => void navigate({ search: next === "revisions" ? {} : { tab: next } })}
      >
        {tab === "revisions" ? (
          <AgentRevisions teamId={teamId} agent={agent} />
        ) : tab === "runs" ? (
          <AgentRuns teamId={teamId} agentId={agent.id} />
        ) : (
          <AgentSettings teamId={teamId} agent={agent} />
        )}
      </Tabs>
    </AgentHeader>
  );
}
