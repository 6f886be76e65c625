import { createFileRoute } from "@tanstack/react-router";
import { WaitingSuggestion } from "#features/agents/evaluation/waiting-suggestion.tsx";
import { BrokenConnection } from "#features/connections/connection/broken-connection.tsx";
import { ApprovalInbox } from "#features/queues/approvals/approval-inbox.tsx";
import { DecideApproval } from "#features/queues/approvals/decide-approval.tsx";
import { DecidedApprovals } from "#features/queues/approvals/decided-approvals.tsx";
import { CaseOfRequest } from "#features/queues/case/case-of-request.tsx";
import { decidedApprovalsRead, waitingApprovalsRead } from "#features/queues/queries.ts";
import type { Deal } from "#features/runs/inbox-detail.tsx";
import { InboxPage } from "#features/runs/inbox-page.tsx";
import { answeredRead, approvalsRead, type InboxFilter, inboxRead, reviewsRead, waitingRead } from "#features/runs/queries.ts";
import { AnswerJoinRequest } from "#features/teams/answer-join-request.tsx";
import { readId, readOffset, oneOf, readFields, textUpTo } from "#ui/address.ts";
import { knownSearch } from "#ui/known-search.ts";

interface InboxSearch {
  tab?: "approvals" | "answered" | "decided";
  request?: string;
  kind?: InboxFilter["kind"];
  agent?: string | undefined;
  queue?: string | undefined;
  offset?: number;
  whose?: "team";
  decision?: "approved" | "rejected";
}

const kinds = ["request", "approval", "connection", "join_request", "review", "dashboard", "capture", "suggestion"] as const;
const common = { request: textUpTo(100), offset: readOffset };
const ofWhom = { whose: oneOf(["team"]) };
/** What the address of each tab holds. */
const readTab = {
  waiting: readFields<Omit<InboxSearch, "tab" | "whose" | "decision">>({ ...common, kind: oneOf(kinds), agent: readId, queue: readId }),
  approvals: readFields<Omit<InboxSearch, "tab" | "kind" | "agent" | "queue" | "decision">>({ ...common, ...ofWhom }),
  answered: readFields<Pick<InboxSearch, "request" | "offset">>(common),
  decided: readFields<Omit<InboxSearch, "tab" | "kind" | "agent" | "queue">>({
    ...common,
    ...ofWhom,
    decision: oneOf(["approved", "rejected"]),
  }),
};
const readTabName = oneOf(["approvals", "answered", "decided"]);

export const Route = createFileRoute("/_app/t/$teamId/inbox")({
  validateSearch: knownSearch<InboxSearch>((raw) => {
    const tab = readTabName(raw["tab"]);
    return { ...(tab ? { tab } : {}), ...readTab[tab ?? "waiting"](raw) };
  }),
  loaderDeps: ({ search: { tab, offset, whose, decision } }) => ({ tab, offset, whose, decision }),
  loader: ({ context: { queryClient }, params: { teamId }, deps: { tab, offset = 0, ...filter } }) => {
    if (tab === "answered") void queryClient.prefetchQuery(answeredRead(teamId, offset));
    else if (tab === "decided") void queryClient.prefetchQuery(decidedApprovalsRead(teamId, filter, offset));
    else if (tab === "approvals") void queryClient.prefetchQuery(waitingApprovalsRead(teamId, filter.whose, offset));
    else {
      void queryClient.prefetchQuery(waitingRead(teamId, "pending"));
      void queryClient.prefetchQuery(waitingRead(teamId, "former"));
      void queryClient.prefetchQuery(reviewsRead(teamId));
      void queryClient.prefetchQuery(approvalsRead(teamId, "pending"));
      void queryClient.prefetchQuery(inboxRead(teamId));
    }
  },
  component: () => (
    <InboxPage
      decide={({ id, prompt }, how) => <DecideApproval id={id} prompt={prompt} {...how} />}
      deal={(teamId) => {
        const deal: Deal = ({ kind, id, title, agent_id: agentId }, { onDealt, ...how }) => {
          if (kind === "connection") return <BrokenConnection id={id} />;
          if (kind === "join_request") return <AnswerJoinRequest teamId={teamId} id={id} name={title} {...how} />;
          // It is answered in the conversation, or on the process, that it is part of.
          if (kind === "dashboard" || kind === "capture") return null;
          return <WaitingSuggestion teamId={teamId} agentId={agentId ?? ""} id={id} keys={how.keys} onDone={onDealt} />;
        };
        return deal;
      }}
      about={(teamId, caseId, below) => (
        <CaseOfRequest key={caseId} teamId={teamId} caseId={caseId}>
          {below}
        </CaseOfRequest>
      )}
      waitingApprovals={<ApprovalInbox />}
      decidedApprovals={<DecidedApprovals />}
    />
  ),
});
