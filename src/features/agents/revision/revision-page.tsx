import { updateRevision } from "#contract/agents/revisions.ts";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { pathTo } from "#api/path-to.ts";
import { useMay } from "#api/roles.ts";
import { agentRead, liveRevisionRead, revisionRead } from "#features/agents/queries.ts";
import { Loaded, type LoadedQuery } from "#ui/loaded.tsx";
import { Page } from "#ui/page.tsx";
import { RevisionEditor } from "./revision-editor.tsx";
import { RevisionReader } from "./revision-reader.tsx";
import type { RevisionProps } from "./revision-shell.tsx";

const route = getRouteApi("/_app/t/$teamId/agents/$agentId/revisions/$buildId/");

interface RevisionPageProps extends Required<Pick<RevisionProps, "panels">> {
  about: (teamId: string, buildId: string) => ReactNode;
}

export function RevisionPage({ panels, about }: RevisionPageProps) {
  const { teamId, agentId, buildId } = route.useParams();
  const agent = useQuery(agentRead(agentId));
  const revision = useQuery(revisionRead(agentId, buildId));
  const live = useQuery(liveRevisionRead(agentId));
  if (agent.data && revision.data && live.data !== undefined) {
    const props = { teamId, agent: agent.data.agent, build: revision.data.build, live: live.data, panels };
    return <Revision key={buildId} {...props} about={about(teamId, buildId)} />;
  }
  const reads: readonly LoadedQuery<unknown>[] = [revision, agent, live];
  const pending = reads.find(({ error }) => error) ?? reads.find(({ data }) => data === undefined) ?? revision;
  return (
    <Page title="Revision" crumbs={[{ label: "Agents", link: pathTo("/t/$teamId/agents", { teamId }) }]}>
      <Loaded query={pending} what="this revision">
        {() => null}
      </Loaded>
    </Page>
  );
}

function Revision(props: RevisionProps) {
  return useMay(updateRevision, props.agent) ? <RevisionEditor {...props} /> : <RevisionReader {...props} />;
}
