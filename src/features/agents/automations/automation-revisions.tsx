import { automationRevisionStates } from "./automation-revision-states.ts";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { History } from "lucide-react";
import { pathTo } from "#api/path-to.ts";
import type { AutomationRevision } from "#contract/agents/automation-revisions.ts";
import type { Automation } from "#contract/agents/automations.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Pager } from "#ui/pager.tsx";
import { Status } from "#ui/status.tsx";
import type { Column } from "#ui/table-column.ts";
import { Table } from "#ui/table.tsx";
import { Time } from "#ui/time.tsx";
import { automationRevisionTitle } from "./automation-revision-names.ts";
import { automationRevisionsPerPage, automationRevisionsRead } from "./automation-queries.ts";
import { whoMayChange } from "./automation-rights.ts";

const route = getRouteApi("/_app/t/$teamId/automations/$automationId/");

/** Drafts first, then what was activated, the newest first. */
export function AutomationRevisions({ teamId, automation, mayChange }: { teamId: string; automation: Automation; mayChange: boolean }) {
  const { offset = 0 } = route.useSearch();
  const revisions = useQuery(automationRevisionsRead(automation.id, offset));
  const at = { teamId, automationId: automation.id };
  return (
    <>
      {mayChange ? null : <p className="px-3 py-3 text-sm text-ink-2 md:px-5">{whoMayChange}</p>}
      <Loaded query={revisions} what="the revisions of this automation">
        {({ revisions: rows, total }) =>
          total === 0 ? (
            <EmptyState icon={History} title="No revisions">
              A revision says which agent revisions run and which queue goes to which agent. Choose “New draft” to start one.
            </EmptyState>
          ) : (
            <>
              <Table
                label="Revisions"
                rows={rows}
                rowId={(row) => row.id}
                rowLink={(row) => pathTo("/t/$teamId/automations/$automationId/revisions/$revisionId", { ...at, revisionId: row.id })}
                columns={columns}
                total={total}
                offset={offset}
              />
              <Pager
                offset={offset}
                limit={automationRevisionsPerPage}
                total={total}
                link={(to) => pathTo("/t/$teamId/automations/$automationId", at, { tab: "revisions", offset: to > 0 ? to : undefined })}
              />
            </>
          )
        }
      </Loaded>
    </>
  );
}

const columns: readonly Column<AutomationRevision>[] = [
  {
    id: "name",
    header: "Revision",
    wrap: true,
    cell: (row) => (
      <span className="max-sm:line-clamp-2">
        {automationRevisionTitle(row)}
        {row.name ? <span className="text-ink-2">, {row.name}</span> : null}
      </span>
    ),
  },
  {
    id: "status",
    header: "Status",
    width: "100px",
    cell: ({ status }) => <Status {...automationRevisionStates[status]} />,
  },
  { id: "author", header: "Created by", width: "20%", from: "md", cell: (row) => row.created_by_name ?? "–" },
  { id: "made", header: "Created", width: "110px", align: "end", from: "sm", cell: (row) => <Time at={row.created_at} /> },
  { id: "activated", header: "Activated", width: "110px", align: "end", from: "sm", cell: (row) => <Time at={row.activated_at} /> },
];
