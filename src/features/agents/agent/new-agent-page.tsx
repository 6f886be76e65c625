import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { hasNewAgentDraft } from "#api/new-agent-draft.ts";
import { pathTo } from "#api/path-to.ts";
import { read } from "#api/query.ts";
import { useMay } from "#api/roles.ts";
import { createAgent } from "#contract/agents/agents.ts";
import { getCapabilities } from "#contract/teams/capabilities.ts";
import { startingModel } from "#features/agents/fields/start-texts.ts";
import { ForbiddenState } from "#ui/error-state.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Page } from "#ui/page.tsx";
import { NewAgentForm } from "./new-agent-form.tsx";

const route = getRouteApi("/_app/t/$teamId/agents/new");

export function NewAgentPage() {
  const { teamId } = route.useParams();
  const type = route.useSearch().kind ?? "agent";
  const builds = useMay(createAgent);
  const capabilities = useQuery(read(getCapabilities));
  const [fromDraft, setFromDraft] = useState(() => hasNewAgentDraft(teamId));
  if (builds && capabilities.data)
    return (
      <NewAgentForm
        key={type}
        teamId={teamId}
        type={type}
        model={startingModel(capabilities.data)}
        fromDraft={fromDraft}
        onStartOver={() => setFromDraft(false)}
      />
    );
  return (
    <Page title="New agent" crumbs={[{ label: "Agents", link: pathTo("/t/$teamId/agents", { teamId }) }]}>
      {builds ? (
        <Loaded query={capabilities} what="what this installation can run">
          {() => null}
        </Loaded>
      ) : (
        <ForbiddenState needs="Builder" />
      )}
    </Page>
  );
}
