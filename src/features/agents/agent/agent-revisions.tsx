import { revisionStates } from "#api/states/revision-states.ts";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { ArrowUpFromLine, FileText, GitCompare } from "lucide-react";
import { useState } from "react";
import { pathTo } from "#api/path-to.ts";
import { useMay } from "#api/roles.ts";
import { updateAgent } from "#contract/agents/agents.ts";
import type { Revision } from "#contract/agents/revisions.ts";
import type { AgentTabProps } from "#features/agents/agent-tab.ts";
import { PromoteDialog } from "#features/agents/promote/promote-dialog.tsx";
import { liveRevisionRead, revisionsPerPage, revisionsRead } from "#features/agents/queries.ts";
import { nameOf } from "#features/agents/revision-names.ts";
import { FirstRevision } from "#features/agents/revision/first-revision.tsx";
import { whoMayEdit } from "#features/agents/rights.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { useGo } from "#ui/link.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Pager } from "#ui/pager.tsx";
import { Status } from "#ui/status.tsx";
import type { Column } from "#ui/table-column.ts";
import { Table } from "#ui/table.tsx";
import { Time } from "#ui/time.tsx";

const route = getRouteApi("/_app/t/$teamId/agents/$agentId/");

/** The revisions of an agent, newest first. */
export function AgentRevisions({ teamId, agent }: AgentTabProps) {
  const { offset = 0 } = route.useSearch();
  const go = useGo();
  const mayEdit = useMay(updateAgent, agent);
  const revisions = useQuery(revisionsRead(agent.id, offset));
  const live = useQuery(liveRevisionRead(agent.id));
  const [promoting, setPromoting] = useState<Revision | null>(null);
  const compare = (id: string) =>
    go({
      to: "/t/$teamId/agents/$agentId/revisions/$buildId",
      params: { teamId, agentId: agent.id, buildId: id },
      search: { against: "live" },
    });
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
                columns={columns(live.data ?? null, compare, mayEdit ? setPromoting : undefined)}
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

/** How many there are, for the tab. */
export function RevisionCount({ agent }: AgentTabProps) {
  return useQuery(revisionsRead(agent.id)).data?.total.toLocaleString("en");
}

function columns(
  live: Revision | null,
  onCompare: (id: string) => void,
  onPromote: ((build: Revision) => void) | undefined,
): readonly Column<Revision>[] {
  return [
    {
      id: "name",
      header: "Revision",
      wrap: true,
      cell: (row) => (
        <>
          <span className="me-2 text-ink-3">{row.revision_number}</span>
          {nameOf(row)}
        </>
      ),
    },
    { id: "status", header: "Status", width: "100px", cell: (row) => <Status {...revisionStates[row.status]} /> },
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
          {onPromote && row.status !== "live" ? (
            <IconButton
              size="sm"
              icon={ArrowUpFromLine}
              label={`Make revision ${row.revision_number} live`}
              onClick={() => onPromote(row)}
            />
          ) : null}
        </span>
      ),
    },
  ];
}
