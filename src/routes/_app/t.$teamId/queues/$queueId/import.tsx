import { createFileRoute } from "@tanstack/react-router";
import { ImportPage } from "#features/queues/import/import-page.tsx";
import { queueRead } from "#features/queues/queries.ts";

export const Route = createFileRoute("/_app/t/$teamId/queues/$queueId/import")({
  loader: ({ context: { queryClient }, params: { queueId } }) => {
    void queryClient.prefetchQuery(queueRead(queueId));
  },
  component: ImportPage,
});
