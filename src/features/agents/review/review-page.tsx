import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { pathTo } from "#api/path-to.ts";
import { agentRead, generationRead, liveRevisionRead, revisionRead } from "#features/agents/queries.ts";
import { Loaded, type LoadedQuery } from "#ui/loaded.tsx";
import { Page } from "#ui/page.tsx";
import { ReviewScreen } from "./review-screen.tsx";

const route = getRouteApi("/_app/t/$teamId/agents/$agentId/revisions/$buildId/review");

/** Where a person decides about what a model wrote into a draft. */
export function ReviewPage({ about }: { about: (teamId: string, buildId: string) => ReactNode }) {
  const { teamId, agentId, buildId } = route.useParams();
  const { view } = route.useSearch();
  const navigate = route.useNavigate();
  const agent = useQuery(agentRead(agentId));
  const revision = useQuery(revisionRead(agentId, buildId));
  const live = useQuery(liveRevisionRead(agentId));
  const generation = useQuery(generationRead(buildId));
  if (agent.data && revision.data && live.data !== undefined && generation.data) {
    const { builder_run: run, generation: more } = generation.data;
    return (
      <ReviewScreen
        key={buildId}
        teamId={teamId}
        agent={agent.data.agent}
        build={revision.data.build}
        live={live.data}
        latest={run && more ? { run, generation: more } : undefined}
        about={about(teamId, buildId)}
        unified={view === "unified"}
        onUnified={(unified) => void navigate({ search: unified ? { view: "unified" } : {} })}
      />
    );
  }
  const reads: readonly LoadedQuery<unknown>[] = [generation, revision, agent, live];
  const pending = reads.find(({ error }) => error) ?? reads.find(({ data }) => data === undefined) ?? generation;
  return (
    <Page title="Review" crumbs={[{ label: "Agents", link: pathTo("/t/$teamId/agents", { teamId }) }]}>
      <Loaded query={pending} what="this review">
        {() => null}
      </Loaded>
    </Page>
  );
}
