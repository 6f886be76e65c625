import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { pathTo } from "#api/path-to.ts";
import { Page } from "#ui/page.tsx";
import { Tabs } from "#ui/tabs.tsx";
import { AnsweredList } from "./answered-list.tsx";
import type { Deal, Decide } from "./inbox-detail.tsx";
import { inboxRead } from "./queries.ts";
import { WaitingInbox } from "./waiting-inbox.tsx";

const route = getRouteApi("/_app/t/$teamId/inbox");

interface InboxPageProps {
  decide: Decide;
  deal: (teamId: string) => Deal;
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

/** Everything that waits for a person, the most urgent first, and what was answered. */
export function InboxPage({ decide, deal, about, waitingApprovals, decidedApprovals }: InboxPageProps) {
  const { teamId } = route.useParams();
  const { tab, request, offset, kind, agent, queue } = route.useSearch();
  const navigate = route.useNavigate();
  const { data } = useQuery(inboxRead(teamId));
  const filter = { kind, agent, queue };
  if (tab === "approvals")
    return (
      <Page title="Case approvals" crumbs={[{ label: "Inbox", link: pathTo("/t/$teamId/inbox", { teamId }) }]}>
        {waitingApprovals}
      </Page>
    );
  return (
    <Page title="Inbox">
      <Tabs
        label="Inbox"
        tabs={[
          { value: "waiting" as const, label: "Waiting", count: data?.total },
          { value: "answered" as const, label: "Done" },
        ]}
        value={tab ? "answered" : "waiting"}
        onChange={(value) => void navigate({ search: value === "waiting" ? {} : { tab: value } })}
      >
        {tab ? (
          <>
            <Tabs label="Done" tabs={doneTabs} value={tab} onChange={(value) => void navigate({ search: { tab: value } })} />
            {tab === "answered" ? <AnsweredList teamId={teamId} offset={offset ?? 0} /> : decidedApprovals}
          </>
        ) : (
          <WaitingInbox
            // Another filter, another list: its rows keep their places among themselves only.
            key={`${kind} ${agent} ${queue}`}
            teamId={teamId}
            filter={filter}
            onFilter={(next) => void navigate({ search: next, replace: true })}
            decide={decide}
            deal={deal(teamId)}
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
