import { useQuery } from "@tanstack/react-query";
import { ListChecks } from "lucide-react";
import { useState } from "react";
import { pathTo } from "#api/path-to.ts";
import { useSession } from "#api/session.ts";
import type { Reply } from "#contract/endpoint.ts";
import { approvalColumns } from "#contract/queues/approval-columns.ts";
import { approvalList } from "#contract/queues/approval-list.ts";
import type { CaseApproval, listCaseApprovalRequests } from "#contract/queues/case-approvals.ts";
import { approvalsPerPage, type Whose, waitingApprovalsRead } from "#features/queues/queries.ts";
import { PagedList, usePages } from "#lists/paged-list.tsx";
import { counted } from "#ui/counted.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { OneByOneDialog } from "#ui/one-by-one-dialog.tsx";
import { approvalCells } from "./approval-cells.tsx";
import { ApprovalSelection } from "./approval-selection.tsx";
import { useDecideMany } from "./use-decide-many.ts";

interface ApprovalTableProps {
  teamId: string;
  whose: Whose;
  offset: number;
}

const none: ReadonlySet<string> = new Set();

/** The approvals of cases that wait, a page at a time; those that are the viewer's to decide are decided alike, many at once. */
export function ApprovalTable({ teamId, whose, offset }: ApprovalTableProps) {
  const { user } = useSession();
  const query = useQuery(waitingApprovalsRead(teamId, whose, offset));
  const search = { offset, ...(whose === "team" ? { whose } : {}) };
  const rowsOf = ({ approvals }: Reply<typeof listCaseApprovalRequests>) => approvals;
  const pages = usePages({ search, query, rowsOf, limit: approvalsPerPage });
  const [selected, setSelected] = useState(none);
  const deciding = useDecideMany();
  const decide = async (approvals: readonly CaseApproval[]) => {
    pages.list.expect(approvals.map(({ id }) => id));
    const outcomes = await deciding.start(approvals);
    setSelected(new Set([...selected].filter((id) => outcomes.get(id)?.kind === "failed")));
  };
  const declines = deciding.decision === "rejected";
  const chosen = pages.list.rows.filter(({ id }) => selected.has(id) && !pages.list.gone.has(id));
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <PagedList
        {...{ teamId, search, query, pages }}
        list={approvalList}
        columns={approvalColumns}
        to="/t/$teamId/inbox"
        kept={{ tab: "approvals" }}
        cells={approvalCells(user.id)}
        controls={{ whose: { hidden: true } }}
        label="Waiting approvals"
        what="the waiting approvals"
        needs={whose === "team" ? "Manager" : "Member"}
        rowLink={({ queue_id, case_id }) =>
          pathTo("/t/$teamId/queues/$queueId/cases/$caseId", { teamId, queueId: queue_id, caseId: case_id })
        }
        selection={{ ids: selected, onChange: setSelected }}
        empty={<NoApprovals whose={whose} />}
        comfortable
      />
      {chosen.length > 0 ? <ApprovalSelection chosen={chosen} onDecide={deciding.ask} onClear={() => setSelected(none)} /> : null}
      <OneByOneDialog
        walk={deciding.walk}
        words={{
          things: requestsInWords,
          act: declines ? "Decline" : "Approve",
          acting: declines ? "Declining" : "Approving",
          acted: declines ? "declined" : "approved",
          already: "was decided in the meantime",
        }}
        tone={declines ? "danger" : "primary"}
        describe={({ prompt, case_title }) => [prompt, case_title]}
        onStart={(items) => void decide(items)}
        onCancel={deciding.cancel}
        onClose={deciding.close}
      >
        A decision is final. A run continues once everything it asked is decided.
      </OneByOneDialog>
    </div>
  );
}

function NoApprovals({ whose }: { whose: Whose }) {
  return (
    <EmptyState icon={ListChecks} title={whose === "team" ? "No approvals waiting in this team" : "No approvals waiting for you"}>
      Agents can ask named people to approve an action on a case. The named person decides, or the person the run acts for.
    </EmptyState>
  );
}

function requestsInWords(count: number): string {
  return counted(count, "request", "requests");
}
