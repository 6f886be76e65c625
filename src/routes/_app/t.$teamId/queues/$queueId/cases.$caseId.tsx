import { createFileRoute } from "@tanstack/react-router";
import { caseRead } from "#features/queues/case-queries.ts";
import { CasePage } from "#features/queues/case/case-page.tsx";
import { queueRead } from "#features/queues/queries.ts";

export const Route = createFileRoute("/_app/t/$teamId/queues/$queueId/cases/$caseId")({
  loader: ({ context: { queryClient }, params: { queueId, caseId } }) => {
    void queryClient.prefetchQuery(queueRead(queueId));
    void queryClient.prefetchQuery(caseRead(caseId));
  },
  component: CasePage,
});
