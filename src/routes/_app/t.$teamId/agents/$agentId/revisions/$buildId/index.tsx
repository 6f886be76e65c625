import { createFileRoute } from "@tanstack/react-router";
import { read } from "#api/query.ts";
import { getCapabilities } from "#contract/teams/capabilities.ts";
import { agentRead, liveRevisionRead, revisionRead } from "#features/agents/queries.ts";
import { RevisionPage } from "#features/agents/revision/revision-page.tsx";
import type { RevisionPanel } from "#features/agents/revision/revision-shell.tsx";
import { ProcessOfRevision } from "#features/clarity/handover/process-of-revision.tsx";
import { RevisionConnections } from "#features/connections/revision-connections.tsx";
import { RevisionLogins } from "#features/connections/revision-logins.tsx";
import { RevisionSecrets } from "#features/connections/revision-secrets.tsx";
import { knownSearch } from "#ui/known-search.ts";

const panels: readonly RevisionPanel[] = [
  { value: "connections", label: "Connections", Panel: RevisionConnections },
  { value: "secrets", label: "Secrets", Panel: RevisionSecrets },
  { value: "logins", label: "Logins", Panel: RevisionLogins },
];
const tabs = ["queues", "connections", "secrets", "logins"];

export const Route = createFileRoute("/_app/t/$teamId/agents/$agentId/revisions/$buildId/")({
  validateSearch: knownSearch<{ against?: string; view?: "unified"; tab?: string }>(({ against, view, tab }) => ({
    ...(typeof against === "string" ? { against } : {}),
    ...(view === "unified" ? { view } : {}),
    ...(typeof tab === "string" && tabs.includes(tab) ? { tab } : {}),
  })),
  loader: ({ context: { queryClient }, params: { agentId, buildId } }) => {
    void queryClient.prefetchQuery(agentRead(agentId));
    void queryClient.prefetchQuery(revisionRead(agentId, buildId));
    void queryClient.prefetchQuery(liveRevisionRead(agentId));
    void queryClient.prefetchQuery(read(getCapabilities));
  },
  component: () => <RevisionPage panels={panels} about={(teamId, buildId) => <ProcessOfRevision teamId={teamId} buildId={buildId} />} />,
});
