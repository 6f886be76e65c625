import { useQuery } from "@tanstack/react-query";
import { ListChecks } from "lucide-react";
import { useState } from "react";
import { pathTo } from "#api/path-to.ts";
import { useSession } from "#api/session.ts";
import type { CaseApproval } from "#contract/queues/case-approvals.ts";
import { approvalsPerPage, type Whose, waitingApprovalsRead } from "#features/queues/queries.ts";
import { counted } from "#ui/counted.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { OneByOneDialog } from "#ui/one-by-one-dialog.tsx";
import { Pager } from "#ui/pager.tsx";
import { Table } from "#ui/table.tsx";
import { approvalColumns } from "./approval-columns.tsx";
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
  const [selected, setSelected] = useState(none);
  const deciding = useDecideMany();
  const decide = async (approvals: readonly CaseApproval[]) => {
    const outcomes = await deciding.start(approvals);
    setSelected(new Set([...selected].filter((id) => outcomes.get(id)?.kind === "failed")));
  };
  const rejects = deciding.decision === "rejected";
  return (
    <Loaded query={query} what="the waiting approvals" needs={whose === "team" ? "Manager" : "Member"}>
      {({ approvals, total }) => {
        const chosen = approvals.filter(({ id }) => selected.has(id));
        return (
          <>
            {total === 0 ? (
              <NoApprovals whose={whose} />
            ) : (
              <div className="relative flex min-h-0 flex-1 flex-col">
                <Table
                  label="Waiting approvals"
                  rows={approvals}
                  rowId={({ id }) => id}
                  rowLink={({ queue_id, case_id }) =>
                    pathTo("/t/$teamId/queues/$queueId/cases/$caseId", { teamId, queueId: queue_id, caseId: case_id })
                  }
                  columns={approvalColumns(user.id)}
                  selection={{ ids: selected, onChange: setSelected }}
                  total={total}
                  offset={offset}
                  comfortable
                />
                <Pager
                  offset={offset}
                  limit={approvalsPerPage}
                  total={total}
                  link={(next) =>
                    pathTo(
                      "/t/$teamId/inbox",
                      { teamId },
                      { tab: "approvals", whose: whose === "team" ? whose : undefined, offset: next > 0 ? next : undefined },
                    )
                  }
                />
                {chosen.length > 0 ? <ApprovalSelection chosen={chosen} onDecide={deciding.ask} onClear={() => setSelected(none)} /> : null}
              </div>
            )}
            <OneByOneDialog
              walk={deciding.walk}
              words={{
                things: requestsInWords,
                act: rejects ? "Reject" : "Approve",
                acting: rejects ? "Rejecting" : "Approving",
                acted: deciding.decision,
                already: "was decided in the meantime",
              }}
              tone={rejects ? "danger" : "primary"}
              describe={({ prompt, case_title }) => [prompt, case_title]}
              onStart={(items) => void decide(items)}
              onCancel={deciding.cancel}
              onClose={deciding.close}
            >
              A decision is final. A run continues once everything it asked is decided.
            </OneByOneDialog>
          </>
        );
      }}
    </Loaded>
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
