import { useQuery } from "@tanstack/react-query";
import { useMay } from "#api/roles.ts";
import { Tabs } from "#ui/tabs.tsx";
import { ApprovalTable } from "./approval-table.tsx";
import { type Whose, waitingApprovalsRead } from "./queries.ts";

interface ApprovalInboxProps {
  teamId: string;
  whose: Whose;
  offset: number;
  onWhose: (whose: Whose) => void;
}

/** What somebody was asked about cases, and, for Managers, what others were asked. */
export function ApprovalInbox({ teamId, whose, offset, onWhose }: ApprovalInboxProps) {
  const manages = useMay("team:manager");
  const mine = useQuery(waitingApprovalsRead(teamId, "mine", 0)).data?.total;
  const all = useQuery({ ...waitingApprovalsRead(teamId, "team", 0), enabled: manages }).data?.total;
  const tab = (value: Whose, label: string, count: number | undefined) => ({ value, label, ...(count === undefined ? {} : { count }) });
  return (
    <>
      {manages ? (
        <Tabs
          label="Whose approvals"
          tabs={[tab("mine", "Mine to decide", mine), tab("team", "All of the team", all)]}
          value={whose}
          onChange={onWhose}
        />
      ) : null}
      <ApprovalTable key={whose} teamId={teamId} whose={whose} offset={offset} />
    </>
  );
}
