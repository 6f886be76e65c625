import { revisionStates } from "#api/states/revision-states.ts";
import { getRouteApi } from "@tanstack/react-router";
import { Ellipsis, ShieldCheck, Sparkles } from "lucide-react";
import type { ComponentType, ReactNode } from "react";
import { curlOf } from "#api/client.ts";
import { pathTo } from "#api/path-to.ts";
import type { Agent } from "#contract/agents/agents.ts";
import { getRevision, type Revision } from "#contract/agents/revisions.ts";
import { CompareView } from "#features/agents/comparison/compare-view.tsx";
import { OpenGenerationBar } from "#features/agents/generation/open-generation-bar.tsx";
import { revisionTitle } from "#features/agents/revision-names.ts";
import { copyText } from "#ui/copy-text.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { IdChip } from "#ui/id-chip.tsx";
import { Menu, type MenuEntry } from "#ui/menu.tsx";
import { Page } from "#ui/page.tsx";
import { Status } from "#ui/status.tsx";
import { Tabs } from "#ui/tabs.tsx";
import { AgreementNotice } from "./agreement-notice.tsx";
import { RevisionQueues } from "./revision-queues.tsx";
import { RevisionSummary } from "./revision-summary.tsx";

const route = getRouteApi("/_app/t/$teamId/agents/$agentId/revisions/$buildId/");

/** A further view of a revision that another part of the console draws. */
export interface RevisionPanel {
  /** In the address. */
  readonly value: string;
  readonly label: string;
  readonly Panel: ComponentType<{ teamId: string; agentId: string; buildId: string; mayEdit: boolean }>;
}

export interface RevisionProps {
  teamId: string;
  agent: Agent;
  build: Revision;
  live: Revision | null;
  panels?: readonly RevisionPanel[];
  /** What the revision comes from, where that is not its agent alone. */
  about?: ReactNode;
}

/** What every view of a revision has: its heading, and the tabs beside its configuration. */
export function RevisionShell({
  teamId,
  agent,
  build,
  live,
  panels = [],
  about,
  mayEdit,
  actions,
  entries = [],
  children,
}: RevisionProps & { mayEdit: boolean; actions?: ReactNode; entries?: readonly MenuEntry[]; children: ReactNode }) {
  const { against, view, tab } = route.useSearch();
  const navigate = route.useNavigate();
  const panel = panels.find(({ value }) => value === tab);
  const other = live && live.id !== build.id ? live.id : (build.parent_build_id ?? undefined);
  return (
    <Page
      title={revisionTitle(build)}
      crumbs={[
        { label: "Agents", link: pathTo("/t/$teamId/agents", { teamId }) },
        { label: agent.name, link: pathTo("/t/$teamId/agents/$agentId", { teamId, agentId: agent.id }) },
      ]}
      meta={
        <>
          <Status {...revisionStates[build.status]} />
          <span className="max-sm:hidden">
            <IdChip id={build.id} />
          </span>
        </>
      }
      actions={
        <>
          {actions}
          <Menu
            trigger={<IconButton icon={Ellipsis} label="More actions" />}
            entries={[
              ...entries,
              {
                label: "Generate and review",
                icon: Sparkles,
                link: pathTo("/t/$teamId/agents/$agentId/revisions/$buildId/review", { teamId, agentId: agent.id, buildId: build.id }),
              },
              {
                label: "Permissions",
                icon: ShieldCheck,
                link: pathTo("/t/$teamId/agents/$agentId/revisions/$buildId/access", { teamId, agentId: agent.id, buildId: build.id }),
              },
              { label: "Copy id", onSelect: () => copyText(build.id) },
              {
                label: "Copy as curl",
                onSelect: () => copyText(curlOf(getRevision, { params: { agent_id: agent.id, build_id: build.id } })),
              },
            ]}
          />
        </>
      }
    >
      <OpenGenerationBar teamId={teamId} build={build} />
      <AgreementNotice teamId={teamId} build={build} />
      {about}
      <RevisionSummary teamId={teamId} build={build} mayEdit={mayEdit} />
      <Tabs
        label="Views of the revision"
        tabs={[
          { value: "configuration", label: "Configuration" },
          { value: "queues", label: "Queues" },
          ...panels,
          { value: "compare", label: live && live.id !== build.id ? "Compare with live" : "Compare" },
        ]}
        value={panel ? panel.value : tab === "queues" ? tab : against === undefined ? "configuration" : "compare"}
        onChange={(next) => void navigate({ search: searchOf(next) })}
      >
        {panel ? (
          <panel.Panel teamId={teamId} agentId={agent.id} buildId={build.id} mayEdit={mayEdit} />
        ) : tab === "queues" ? (
          <RevisionQueues teamId={teamId} build={build} mayEdit={mayEdit} />
        ) : against === undefined ? (
          children
        ) : (
          <CompareView
            teamId={teamId}
            build={build}
            against={against === "live" ? other : against}
            mayEdit={mayEdit}
            unified={view === "unified"}
            onChange={({ build: to = build.id, against: from = against, unified = view === "unified" }) =>
              void navigate({
                params: (at) => ({ ...at, buildId: to }),
                search: { against: from, ...(unified ? { view: "unified" } : {}) },
              })
            }
          />
        )}
      </Tabs>
    </Page>
  );
}

function searchOf(tab: string): { against?: string; tab?: string } {
  if (tab === "configuration") return {};
  if (tab === "compare") return { against: "live" };
  return { tab };
}
