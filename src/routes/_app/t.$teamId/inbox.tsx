import { createFileRoute } from "@tanstack/react-router";
import { DecideApproval } from "#features/queues/decide-approval.tsx";
import { InboxPage } from "#features/runs/inbox-page.tsx";
import { answeredRead, approvalsRead, decidedRead, reviewsRead, waitingRead } from "#features/runs/queries.ts";

export const Route = createFileRoute("/_app/t/$teamId/inbox")({
  validateSearch: ({
    tab,
    request,
    offset,
  }: Record<string, unknown>): { tab?: "answered" | "decided"; request?: string; offset?: number } => ({
    ...(tab === "answered" || tab === "decided" ? { tab } : {}),
    ...(typeof request === "string" ? { request } : {}),
    ...(typeof offset === "number" && Number.isSafeInteger(offset) && offset > 0 ? { offset } : {}),
  }),
  loaderDeps: ({ search: { tab, offset } }) => ({ tab, offset }),
  loader: ({ context: { queryClient }, params: { teamId }, deps: { tab, offset } }) => {
    if (tab === "answered") void queryClient.prefetchQuery(answeredRead(teamId, offset ?? 0));
    else if (tab === "decided") void queryClient.prefetchQuery(decidedRead(teamId, offset ?? 0));
    else {
      void queryClient.prefetchQuery(waitingRead(teamId));
      void queryClient.prefetchQuery(reviewsRead(teamId));
      void queryClient.prefetchQuery(approvalsRead(teamId));
    }
  },
  component: () => <InboxPage decide={({ id, prompt }) => <DecideApproval id={id} prompt={prompt} />} />,
});
