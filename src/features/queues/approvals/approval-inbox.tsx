import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useRule } from "#api/roles.ts";
import { seesAllApprovals } from "#contract/queues/rights.ts";
import { waitingApprovalsRead } from "#features/queues/queries.ts";
import { ApprovalTable } from "./approval-table.tsx";
import { WhoseTabs } from "./whose-tabs.tsx";

const route = getRouteApi("/_app/t/$teamId/inbox");

/** What somebody was asked about cases, and, for Managers, what others were asked. */
export function ApprovalInbox() {
  const { teamId } = route.useParams();
  const { whose = "mine", offset = 0 } = route.useSearch();
  const navigate = route.useNavigate();
  const manages = useRule(seesAllApprovals);
  const mine = useQuery(waitingApprovalsRead(teamId, "mine")).data?.total;
  const team = useQuery({ ...waitingApprovalsRead(teamId, "team"), enabled: manages }).data?.total;
  return (
    <>
      {manages ? (
        <WhoseTabs
          mine="Mine to decide"
          counts={{ mine, team }}
          value={whose}
          onChange={(next) => void navigate({ search: { tab: "approvals", ...(next === "team" ? { whose: next } : {}) } })}
        />
      ) : null}
      <ApprovalTable key={whose} teamId={teamId} whose={whose} offset={offset} />
    </>
  );
}
