import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import { pathTo } from "#api/path-to.ts";
import { useRule } from "#api/roles.ts";
import type { Reply } from "#contract/endpoint.ts";
import { decisionColumns } from "#contract/queues/approval-columns.ts";
import { decisionList } from "#contract/queues/approval-list.ts";
import type { listCaseApprovalRequests } from "#contract/queues/case-approvals.ts";
import { seesAllApprovals } from "#contract/queues/rights.ts";
import { approvalsPerPage, decidedApprovalsRead } from "#features/queues/queries.ts";
import { PagedList, usePages } from "#lists/paged-list.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { decisionCells } from "./approval-cells.tsx";

const route = getRouteApi("/_app/t/$teamId/inbox");

/** What was decided about cases, newest first: of the viewer, or, for Managers, of everybody in the team. A row leads to its case. */
export function DecidedApprovals() {
  const { teamId } = route.useParams();
  const { offset = 0, whose, decision } = route.useSearch();
  const search = { offset, ...(whose ? { whose } : {}), ...(decision ? { decision } : {}) };
  const query = useQuery(decidedApprovalsRead(teamId, search, offset));
  const rowsOf = ({ approvals }: Reply<typeof listCaseApprovalRequests>) => approvals;
  const pages = usePages({ search, query, rowsOf, limit: approvalsPerPage });
  const manages = useRule(seesAllApprovals);
  return (
    <PagedList
      {...{ teamId, search, query, pages }}
      list={decisionList}
      columns={decisionColumns}
      to="/t/$teamId/inbox"
      kept={{ tab: "decided" }}
      cells={decisionCells}
      controls={{ whose: { hidden: !manages } }}
      label="Decided approvals of cases"
      what="the decided approvals"
      needs={whose === "team" ? "Manager" : "Member"}
      rowLink={({ queue_id, case_id }) =>
        pathTo("/t/$teamId/queues/$queueId/cases/$caseId", { teamId, queueId: queue_id, caseId: case_id })
      }
      empty={
        <EmptyState icon={CircleCheck} title="Nothing decided yet">
          {whose === "team"
            ? "All decisions about cases in this team are listed here, with who decided and how."
            : "Your decisions about cases are listed here, with who decided and how."}
        </EmptyState>
      }
      comfortable
    />
  );
}
