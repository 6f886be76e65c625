import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useLiveStatus } from "#api/live.ts";
import { Page } from "#ui/page.tsx";
import { Tabs } from "#ui/tabs.tsx";
import { AnsweredList } from "./answered-list.tsx";
import type { Decide } from "./inbox-detail.tsx";
import { approvalsRead, reviewsRead, waitingRead } from "./queries.ts";
import { WaitingInbox } from "./waiting-inbox.tsx";

const route = getRouteApi("/_app/t/$teamId/inbox");

interface InboxPageProps {
  decide: Decide;
  /** The case that a request is about. */
  about: (teamId: string, caseId: string, below?: ReactNode) => ReactNode;
  /** The approvals of cases, waiting and decided, as lists of their own; they belong to the area of the cases. */
  waitingApprovals: ReactNode;
  decidedApprovals: ReactNode;
}

const doneTabs = [
  { value: "answered" as const, label: "Answers" },
  { value: "decided" as const, label: "Case decisions" },
];

/** Everything that waits for a person, oldest first, and what was answered. */
export function InboxPage({ decide, about, waitingApprovals, decidedApprovals }: InboxPageProps) {
  const { teamId } = route.useParams();
  const { tab, request, offset, agent, queue } = route.useSearch();
  const navigate = route.useNavigate();
  const live = useLiveStatus() === "live";
  const often = { refetchInterval: live ? (false as const) : 10_000 };
  const waiting = useQuery({ ...waitingRead(teamId, "pending"), ...often });
  const reviews = useQuery({ ...reviewsRead(teamId), ...often });
  const approvals = useQuery({ ...approvalsRead(teamId, "pending"), ...often });
  const filter = { agent, queue };
  const count = waiting.data && waiting.data.total + (reviews.data?.total ?? 0) + (approvals.data?.total ?? 0);
  const tabs = [
    { value: "waiting" as const, label: "Waiting", count },
    { value: "approvals" as const, label: "Case approvals", count: approvals.data?.total },
    { value: "answered" as const, label: "Done" },
  ];
  return (
    <Page title="Inbox">
      <Tabs
        label="Inbox"
        tabs={tabs}
        value={tab === "decided" ? "answered" : (tab ?? "waiting")}
        onChange={(value) => void navigate({ search: value === "waiting" ? {} : { tab: value } })}
      >
        {tab === "approvals" ? (
          waitingApprovals
        ) : tab === "answered" || tab === "decided" ? (
          <>
            <Tabs label="Done" tabs={doneTabs} value={tab} onChange={(value) => void navigate({ search: { tab: value } })} />
            {tab === "answered" ? <AnsweredList teamId={teamId} offset={offset ?? 0} /> : decidedApprovals}
          </>
        ) : (
          <WaitingInbox
            // Another filter, another list: its rows keep their places among themselves only.
            key={`${agent} ${queue}`}
            teamId={teamId}
            filter={filter}
            onFilter={(next) => void navigate({ search: next, replace: true })}
            decide={decide}
            about={(caseId, below) => about(teamId, caseId, below)}
            chosen={request}
            // An answer may arrive when somebody is on the way to another tab already.
            onChoose={(id, replace) =>
              void navigate({ search: (now) => (now.tab ? now : { ...filter, ...(id === undefined ? {} : { request: id }) }), replace })
            }
          />
        )}
      </Tabs>
    </Page>
  );
}
