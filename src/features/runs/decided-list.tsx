import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import type { CaseApproval } from "#contract/queues/case-approvals.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Pager } from "#ui/pager.tsx";
import { Table } from "#ui/table.tsx";
import type { Column } from "#ui/table-column.ts";
import { Time } from "#ui/time.tsx";
import { answeredPerPage, decidedRead } from "./queries.ts";

const columns: readonly Column<CaseApproval>[] = [
  { id: "prompt", header: "Asked", wrap: true, cell: ({ prompt }) => prompt },
  {
    id: "decision",
    header: "Decision",
    width: "96px",
    cell: ({ decision }) => <span className="text-ink-2">{decision === "approved" ? "Approved" : "Rejected"}</span>,
  },
  { id: "case", header: "Case", width: "24%", from: "sm", cell: (row) => <span className="text-ink-2">{row.case_title}</span> },
  {
    id: "by",
    header: "Decided by",
    width: "140px",
    from: "md",
    cell: (row) => row.responded_by_name ?? <span className="text-ink-3">Unknown</span>,
  },
  { id: "when", header: "When", width: "88px", align: "end", cell: (row) => <Time at={row.responded_at} /> },
];

/** What was decided about cases, newest first. A row leads to its case. */
export function DecidedList({ teamId, offset }: { teamId: string; offset: number }) {
  const query = useQuery(decidedRead(teamId, offset));
  return (
    <Loaded query={query} what="the decided approvals" needs="Member">
      {({ approvals, total }) =>
        approvals.length === 0 ? (
          <EmptyState icon={CircleCheck} title="Nothing was decided yet">
            What you were asked to approve or reject about cases is kept here: who decided, and how.
          </EmptyState>
        ) : (
          <>
            <Table
              label="Decided approvals of cases"
              rows={approvals}
              rowId={(approval) => approval.id}
              rowLink={({ queue_id, case_id }) => `/t/${teamId}/queues/${queue_id}/cases/${case_id}`}
              columns={columns}
              total={total}
              offset={offset}
              comfortable
            />
            <Pager
              offset={offset}
              limit={answeredPerPage}
              total={total}
              link={(next) => `/t/${teamId}/inbox?tab=decided${next > 0 ? `&offset=${next}` : ""}`}
            />
          </>
        )
      }
    </Loaded>
  );
}
