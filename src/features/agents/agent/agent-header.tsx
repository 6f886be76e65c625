import { useQuery } from "@tanstack/react-query";
import { Ellipsis, FileSearch, GitPullRequestArrow, Pencil, Pin, PinOff, Play } from "lucide-react";
import { type ReactNode, useState } from "react";
import { curlOf } from "#api/client.ts";
import { pathTo } from "#api/path-to.ts";
import { useMay } from "#api/roles.ts";
import { type Agent, updateAgent } from "#contract/agents/agents.ts";
import type { Revision } from "#contract/agents/revisions.ts";
import { startTeamRun } from "#contract/runs/runs.ts";
import { AgentKind } from "#features/agents/agent-kind.tsx";
import { AutomationLine } from "#features/agents/automations/automation-line.tsx";
import { liveRevisionRead, openReviewsRead, revisionsRead } from "#features/agents/queries.ts";
import { nameOf, revisionTitle } from "#features/agents/revision-names.ts";
import { StartWork } from "#features/agents/start/start-work.tsx";
import { Button } from "#ui/button.tsx";
import { copyText } from "#ui/copy-text.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { IdChip } from "#ui/id-chip.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { AnyLink } from "#ui/link.tsx";
import { Menu } from "#ui/menu.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { Page } from "#ui/page.tsx";
import { useShortcuts } from "#ui/shortcuts.ts";
import { AgentState } from "./agent-state.tsx";
import { CallersLine } from "./agent-callers.tsx";
import { usePin } from "./use-pin.ts";

interface AgentHeaderProps {
  teamId: string;
  agent: Agent;
  pinned: boolean;
  /** Before the primary action. */
  acts: ReactNode;
  children: ReactNode;
}

/** Title, kind, live revision and the actions of an agent, over `children`. */
export function AgentHeader({ teamId, agent, pinned, acts, children }: AgentHeaderProps) {
  const live = useQuery(liveRevisionRead(agent.id));
  const newest = useQuery(revisionsRead(agent.id)).data?.builds[0];
  const mayEdit = useMay(updateAgent, agent);
  // A draft is what somebody works on; without one it is the live revision.
  const latest = newest?.status === "draft" ? newest : (live.data ?? newest);
  const review = useQuery(openReviewsRead(teamId)).data?.builder_runs.find(({ agent_id }) => agent_id === agent.id);
  const [starting, setStarting] = useState(false);
  const pin = usePin();
  const start = () => setStarting(true);
  const curl = () => copyText(curlOf(startTeamRun, { params: { teamId }, body: { agent_id: agent.id, message: "Your message" } }));
  usePageActions([
    ...(live.data ? [{ id: "start-work", label: "Start run", icon: Play, run: start }] : []),
    { id: "copy-curl", label: "Copy as curl", run: curl },
  ]);
  useShortcuts("Agent", live.data ? [{ keys: "s", label: "Start run", run: start }] : []);
  return (
    <Page
      title={agent.name}
      crumbs={[{ label: "Agents", link: pathTo("/t/$teamId/agents", { teamId }) }]}
      meta={
        <>
          <span className="max-sm:hidden">
            <IdChip id={agent.id} />
          </span>
        </>
      }
      actions={
        <>
          {review ? (
            <LinkButton
              tone="primary"
              icon={GitPullRequestArrow}
              link={pathTo("/t/$teamId/agents/$agentId/revisions/$buildId/review", { teamId, agentId: agent.id, buildId: review.build_id })}
            >
              Review revision {review.revision_number}
            </LinkButton>
          ) : latest ? (
            <LinkButton
              icon={mayEdit ? Pencil : FileSearch}
              link={pathTo("/t/$teamId/agents/$agentId/revisions/$buildId", { teamId, agentId: agent.id, buildId: latest.id })}
            >
              {mayEdit ? "Edit" : "Read"}
            </LinkButton>
          ) : null}
          {acts}
          <Button
            tone={review ? "secondary" : "primary"}
            icon={Play}
            disabled={!live.data}
            aria-describedby={live.data === null ? "not-live" : undefined}
            onClick={start}
          >
            Start run
          </Button>
          <Menu
            trigger={<IconButton icon={Ellipsis} label="More actions" />}
            entries={[
              { label: pinned ? "Unpin" : "Pin", icon: pinned ? PinOff : Pin, onSelect: () => void pin(agent.id, !pinned) },
              "separator",
              { label: "Copy id", onSelect: () => copyText(agent.id) },
              { label: "Copy as curl", note: "Starts a run through the API", onSelect: curl },
            ]}
          />
        </>
      }
    >
      <div className="flex shrink-0 flex-wrap items-center gap-x-5 gap-y-1 px-3 pt-3 pb-1 text-sm md:px-5">
        <AgentKind type={agent.type} />
        {live.data === undefined ? null : <LiveLine teamId={teamId} live={live.data} member={agent.automation_id !== null} />}
        {agent.automation_id ? <AutomationLine teamId={teamId} automationId={agent.automation_id} /> : null}
        <AgentState teamId={teamId} agentId={agent.id} />
        <CallersLine teamId={teamId} agentId={agent.id} />
      </div>
      {children}
      <StartWork open={starting} onClose={() => setStarting(false)} teamId={teamId} agent={agent} live={live.data ?? null} />
    </Page>
  );
}

function LiveLine({ teamId, live, member }: { teamId: string; live: Revision | null; member: boolean }) {
  if (live === null) {
    return (
      <span id="not-live" className="text-waiting">
        {member
          ? "No revision is live. Activate a revision of its automation that includes this agent to start runs."
          : "No revision is live yet. Make one live to start runs."}
      </span>
    );
  }
  return (
    <span className="min-w-0">
      <span className="text-ink-3">Live: </span>
      <AnyLink
        link={pathTo("/t/$teamId/agents/$agentId/revisions/$buildId", { teamId, agentId: live.agent_id, buildId: live.id })}
        className="font-medium hover:underline"
      >
        {revisionTitle(live)}, {nameOf(live)}
      </AnyLink>
    </span>
  );
}
