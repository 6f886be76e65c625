import { openGenerationStates, revisionStates } from "#api/states/revision-states.ts";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { ArrowRight, ArrowUpFromLine, FileText, GitCompare } from "lucide-react";
import { useState } from "react";
import { pathTo } from "#api/path-to.ts";
import { useMay } from "#api/roles.ts";
import { type ListedRevision, type Revision, createRevision } from "#contract/agents/revisions.ts";
import type { AgentTabProps } from "#features/agents/agent-tab.ts";
import { PromoteDialog } from "#features/agents/promote/promote-dialog.tsx";
import { automationRead } from "#features/agents/automations/automation-queries.ts";
import { openGenerationOf, reviewOf } from "#features/agents/open-generation.ts";
import { liveRevisionRead, revisionsPerPage, revisionsRead } from "#features/agents/queries.ts";
import { nameOf } from "#features/agents/revision-names.ts";
import { FirstRevision } from "#features/agents/revision/first-revision.tsx";
import { whoMayDecide, whoMayEdit } from "#features/agents/rights.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { useGo } from "#ui/link.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Pager } from "#ui/pager.tsx";
import { Status } from "#ui/status.tsx";
import type { Column } from "#ui/table-column.ts";
import { Table } from "#ui/table.tsx";
import { TabCount } from "#ui/tabs.tsx";
import { Time } from "#ui/time.tsx";

const route = getRouteApi("/_app/t/$teamId/agents/$agentId/");

/** The revisions of an agent, newest first. */
export function AgentRevisions({ teamId, agent }: AgentTabProps) {
  const { offset = 0 } = route.useSearch();
  const go = useGo();
  const mayEdit = useMay(createRevision, agent);
  const revisions = useQuery(revisionsRead(agent.id, offset));
  const live = useQuery(liveRevisionRead(agent.id));
  const [promoting, setPromoting] = useState<Revision | null>(null);
  const compare = (id: string) =>
    go({
      to: "/t/$teamId/agents/$agentId/revisions/$buildId",
      params: { teamId, agentId: agent.id, buildId: id },
      search: { against: "live" },
    });
  const automation = useQuery({ ...automationRead(agent.automation_id ?? ""), enabled: agent.automation_id !== null }).data?.automation;
  const act: RowActions = {
    review: (build) => go(reviewOf(teamId, build)),
    ...(automation?.active_revision_id ? {} : { promote: setPromoting }),
  };
  return (
    <>
      {mayEdit ? null : <p className="px-3 py-3 text-sm text-ink-2 md:px-5">{whoMayEdit}</p>}
      <Loaded query={revisions} what="the revisions of this agent">
        {({ builds, total }) =>
          total === 0 ? (
            <EmptyState icon={FileText} title="No revisions yet" action={mayEdit ? <FirstRevision teamId={teamId} agent={agent} /> : null}>
              A revision is one version of the agent. New runs use the live one.
            </EmptyState>
          ) : (
            <>
              <Table
                label="Revisions"
                rows={builds}
                rowId={(row) => row.id}
                rowLink={(row) => pathTo("/t/$teamId/agents/$agentId/revisions/$buildId", { teamId, agentId: agent.id, buildId: row.id })}
                columns={columns(live.data ?? null, compare, mayEdit ? act : undefined)}
                total={total}
                offset={offset}
              />
              <Pager
                offset={offset}
                limit={revisionsPerPage}
                total={total}
                link={(to) => pathTo("/t/$teamId/agents/$agentId", { teamId, agentId: agent.id }, to > 0 ? { offset: to } : {})}
              />
            </>
          )
        }
      </Loaded>
      <PromoteDialog teamId={teamId} build={promoting} live={live.data ?? null} onClose={() => setPromoting(null)} />
    </>
  );
}

function stateOf({ status, open_generation: open }: ListedRevision) {
  return open ? openGenerationStates[open] : revisionStates[status];
}

/** How many there are, for the tab. */
export function RevisionCount({ agent }: AgentTabProps) {
  return <TabCount value={useQuery(revisionsRead(agent.id)).data?.total} />;
}

/** `promote` is absent while only the automation can make a revision live. */
interface RowActions {
  readonly review: (build: Revision) => void;
  readonly promote?: (build: Revision) => void;
}

function columns(live: Revision | null, onCompare: (id: string) => void, act: RowActions | undefined): readonly Column<ListedRevision>[] {
  return [
    {
      id: "name",
      header: "Revision",
      beneath: (row) => (
        <>
          <Status {...stateOf(row)} /> · <Time at={row.created_at} />
        </>
      ),
      cell: (row) => (
        <>
          <span className="me-2 text-ink-3">{row.revision_number}</span>
          {nameOf(row)}
          {row.open_generation === "waiting_for_approve" ? (
            <span className="block text-xs font-normal text-ink-3 max-sm:hidden">{whoMayDecide}</span>
          ) : null}
        </>
      ),
    },
    { id: "status", header: "Status", width: "172px", from: "sm", cell: (row) => <Status {...stateOf(row)} /> },
    {
      id: "author",
      header: "Author",
      width: "20%",
      from: "md",
      quiet: true,
      cell: (row) => row.created_by_name ?? "–",
    },
    { id: "when", header: "Created", width: "110px", align: "end", from: "sm", cell: (row) => <Time at={row.created_at} /> },
    {
      id: "actions",
      header: "Actions",
      width: "92px",
      align: "end",
      cell: (row) => (
        <span className="relative z-1 inline-flex gap-1 align-middle">
          {row.id !== live?.id && (live || row.parent_build_id) ? (
            <IconButton
              size="sm"
              icon={GitCompare}
              label={`Compare revision ${row.revision_number} with ${live ? "live" : "the previous one"}`}
              onClick={() => onCompare(row.id)}
            />
          ) : null}
          {act && row.open_generation ? (
            <IconButton
              size="sm"
              icon={ArrowRight}
              label={`${openGenerationOf(row.open_generation)?.action}: revision ${row.revision_number}`}
              onClick={() => act.review(row)}
            />
          ) : act?.promote && row.status !== "live" ? (
            <IconButton
              size="sm"
              icon={ArrowUpFromLine}
              label={`Make revision ${row.revision_number} live`}
              onClick={() => act.promote?.(row)}
            />
          ) : null}
        </span>
      ),
    },
  ];
}
