import { createFileRoute } from "@tanstack/react-router";
import { ApprovalInbox } from "#features/queues/approval-inbox.tsx";
import { CaseOfRequest } from "#features/queues/case-of-request.tsx";
import { DecideApproval } from "#features/queues/decide-approval.tsx";
import { waitingApprovalsRead } from "#features/queues/queries.ts";
import { InboxPage } from "#features/runs/inbox-page.tsx";
import { answeredRead, approvalsRead, decidedRead, reviewsRead, waitingRead } from "#features/runs/queries.ts";

interface InboxSearch {
  tab?: "approvals" | "answered" | "decided";
  request?: string;
  offset?: number;
  whose?: "team";
}

export const Route = createFileRoute("/_app/t/$teamId/inbox")({
  validateSearch: ({ tab, request, offset, whose }: Record<string, unknown>): InboxSearch => ({
    ...(tab === "approvals" || tab === "answered" || tab === "decided" ? { tab } : {}),
    ...(tab === "approvals" && whose === "team" ? { whose } : {}),
    ...(typeof request === "string" ? { request } : {}),
    ...(typeof offset === "number" && Number.isSafeInteger(offset) && offset > 0 ? { offset } : {}),
  }),
  loaderDeps: ({ search: { tab, offset, whose } }) => ({ tab, offset, whose }),
  loader: ({ context: { queryClient }, params: { teamId }, deps: { tab, offset, whose } }) => {
    if (tab === "answered") void queryClient.prefetchQuery(answeredRead(teamId, offset ?? 0));
    else if (tab === "decided") void queryClient.prefetchQuery(decidedRead(teamId, offset ?? 0));
    else if (tab === "approvals") void queryClient.prefetchQuery(waitingApprovalsRead(teamId, whose ?? "mine", offset ?? 0));
    else {
      void queryClient.prefetchQuery(waitingRead(teamId));
      void queryClient.prefetchQuery(reviewsRead(teamId));
      void queryClient.prefetchQuery(approvalsRead(teamId));
    }
  },
  component: () => (
    <InboxPage
      decide={({ id, prompt }) => <DecideApproval id={id} prompt={prompt} />}
      about={(teamId, caseId) => <CaseOfRequest teamId={teamId} caseId={caseId} />}
      approvalInbox={(view) => <ApprovalInbox {...view} />}
    />
  ),
});
