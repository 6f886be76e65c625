import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Check, CircleCheck, X } from "lucide-react";
import { pathTo } from "#api/path-to.ts";
import { useRule } from "#api/roles.ts";
import { seesAllApprovals } from "#contract/queues/rights.ts";
import type { CaseApproval } from "#contract/queues/case-approvals.ts";
import { approvalsPerPage, type DecidedFilter, decidedApprovalsRead } from "#features/queues/queries.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { NoMatch } from "#ui/no-match.tsx";
import { Pager } from "#ui/pager.tsx";
import { Select } from "#ui/select.tsx";
import type { Column } from "#ui/table-column.ts";
import { Table } from "#ui/table.tsx";
import { Time } from "#ui/time.tsx";
import { Toolbar } from "#ui/toolbar.tsx";

const decisions = [
  { value: "approved", label: "Approved" },
  { value: "rejected", label: "Rejected" },
] as const;

const columns: readonly Column<CaseApproval>[] = [
  {
    id: "prompt",
    header: "Asked",
    wrap: true,
    cell: ({ prompt, case_title, responded_by_name }) => (
      <>
        <span className="max-sm:line-clamp-2 sm:block sm:truncate">{prompt}</span>
        <span className="block truncate font-normal text-ink-2 sm:hidden">
          {case_title} · by {responded_by_name ?? "unknown"}
        </span>
      </>
    ),
  },
  { id: "decision", header: "Decision", width: "104px", cell: ({ decision }) => <Decision approved={decision === "approved"} /> },
  { id: "case", header: "Case", width: "22%", from: "sm", quiet: true, cell: (row) => row.case_title },
  { id: "agent", header: "Agent", width: "14%", from: "lg", quiet: true, cell: (row) => row.agent_name },
  { id: "asked", header: "Asked of", width: "140px", from: "lg", quiet: true, cell: (row) => row.assignee_name },
  {
    id: "by",
    header: "Decided by",
    width: "140px",
    from: "sm",
    cell: (row) => row.responded_by_name ?? <span className="text-ink-3">Unknown</span>,
  },
  { id: "when", header: "When", width: "88px", align: "end", cell: (row) => <Time at={row.responded_at} /> },
];

const route = getRouteApi("/_app/t/$teamId/inbox");

/** What was decided about cases, newest first: of the viewer, or, for Managers, of everybody in the team. A row leads to its case. */
export function DecidedApprovals() {
  const { teamId } = route.useParams();
  const { offset = 0, whose, decision } = route.useSearch();
  const navigate = route.useNavigate();
  const filter = { whose, decision };
  const search = (next: DecidedFilter) => ({
    tab: "decided" as const,
    ...(next.whose ? { whose: next.whose } : {}),
    ...(next.decision ? { decision: next.decision } : {}),
  });
  const query = useQuery(decidedApprovalsRead(teamId, filter, offset));
  const manages = useRule(seesAllApprovals);
  return (
    <>
      <Toolbar label="Filter">
        {manages ? (
          <Select
            aria-label="Whose decisions"
            className="w-40"
            empty="Mine"
            options={[{ value: "team", label: "All of the team" }]}
            value={whose ?? ""}
            onChange={({ target: { value } }) =>
              void navigate({ search: search({ decision, whose: value === "team" ? value : undefined }) })
            }
          />
        ) : null}
        <Select
          aria-label="Decision"
          className="w-40"
          empty="Any decision"
          options={decisions}
          value={decision ?? ""}
          onChange={({ target: { value } }) =>
            void navigate({ search: search({ whose, decision: decisions.find((each) => each.value === value)?.value }) })
          }
        />
      </Toolbar>
      <Loaded query={query} what="the decided approvals" needs={whose === "team" ? "Manager" : "Member"}>
        {({ approvals, total }) =>
          total === 0 ? (
            <NothingDecided filter={filter} onClear={() => void navigate({ search: search({ whose }) })} />
          ) : (
            <>
              <Table
                label="Decided approvals of cases"
                rows={approvals}
                rowId={(approval) => approval.id}
                rowLink={({ queue_id, case_id }) =>
                  pathTo("/t/$teamId/queues/$queueId/cases/$caseId", { teamId, queueId: queue_id, caseId: case_id })
                }
                columns={columns}
                total={total}
                offset={offset}
                comfortable
              />
              <Pager offset={offset} limit={approvalsPerPage} total={total} link={(next) => addressOf(teamId, filter, next)} />
            </>
          )
        }
      </Loaded>
    </>
  );
}

function Decision({ approved }: { approved: boolean }) {
  const Icon = approved ? Check : X;
  return (
    <span className="flex items-center gap-1.5">
      <Icon size={16} strokeWidth={1.75} aria-hidden className={approved ? "text-done" : "text-failed"} />
      {approved ? "Approved" : "Rejected"}
    </span>
  );
}

function NothingDecided({ filter: { whose, decision }, onClear }: { filter: DecidedFilter; onClear: () => void }) {
  if (decision)
    return (
      <NoMatch what={{ title: `Nothing ${decision} yet` }} onClear={onClear}>
        No decision about a case is “{decision === "approved" ? "Approved" : "Rejected"}”.
      </NoMatch>
    );
  return (
    <EmptyState icon={CircleCheck} title="Nothing decided yet">
      {whose === "team"
        ? "All decisions about cases in this team are listed here, with who decided and how."
        : "Your decisions about cases are listed here, with who decided and how."}
    </EmptyState>
  );
}

function addressOf(teamId: string, { whose, decision }: DecidedFilter, offset: number): string {
  return pathTo("/t/$teamId/inbox", { teamId }, { tab: "decided", whose, decision, offset: offset > 0 ? offset : undefined });
}
