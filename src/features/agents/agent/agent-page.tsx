import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { pathTo } from "#api/path-to.ts";
import type { Agent } from "#contract/agents/agents.ts";
import type { AgentTab } from "#features/agents/agent-tab.ts";
import { agentRead } from "#features/agents/queries.ts";
import { Loaded } from "#ui/loaded.tsx";
import { Page } from "#ui/page.tsx";
import { Tabs } from "#ui/tabs.tsx";
import { AgentHeader } from "./agent-header.tsx";

const route = getRouteApi("/_app/t/$teamId/agents/$agentId/");

export type AgentTabs = readonly [AgentTab, ...AgentTab[]];

/** What other areas add to the actions of an agent. */
export type AgentActs = ComponentType<{ teamId: string; agent: Agent }>;

export function AgentPage({ tabs, Acts }: { tabs: AgentTabs; Acts: AgentActs }) {
  const { teamId, agentId } = route.useParams();
  const agent = useQuery(agentRead(agentId));
  if (agent.data) {
    const { agent: loaded, user_context } = agent.data;
    return <LoadedAgent key={agentId} teamId={teamId} agent={loaded} pinned={user_context.pinned_at !== null} tabs={tabs} Acts={Acts} />;
  }
  return (
    <Page title="Agent" crumbs={[{ label: "Agents", link: pathTo("/t/$teamId/agents", { teamId }) }]}>
      <Loaded query={agent} what="this agent">
        {() => null}
      </Loaded>
    </Page>
  );
}

interface LoadedAgentProps {
  teamId: string;
  agent: Agent;
  pinned: boolean;
  tabs: AgentTabs;
  Acts: AgentActs;
}

function LoadedAgent({ teamId, agent, pinned, tabs, Acts }: LoadedAgentProps) {
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  const [first] = tabs;
  const { value, Panel, End } = tabs.find(({ value: own, also = [] }) => tab !== undefined && [own, ...also].includes(tab)) ?? first;
  return (
    <AgentHeader teamId={teamId} agent={agent} pinned={pinned} acts={<Acts teamId={teamId} agent={agent} />}>
      <Tabs
        label="About this agent"
        tabs={tabs.map(({ Count, End: _, also: __, ...each }) => ({
          ...each,
          ...(Count && { beside: <Count teamId={teamId} agent={agent} /> }),
        }))}
        value={value}
        end={End ? <End /> : undefined}
        onChange={(next) => void navigate({ search: next === first.value ? {} : { tab: next } })}
      >
        <Panel teamId={teamId} agent={agent} />
      </Tabs>
    </AgentHeader>
  );
}
