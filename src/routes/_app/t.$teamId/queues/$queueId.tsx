import { createFileRoute } from "@tanstack/react-router";
import { labelsRead, queueAgentsRead, queueRead } from "#features/queues/queries.ts";
import { QueuePage } from "#features/queues/queue-page.tsx";

export const Route = createFileRoute("/_app/t/$teamId/queues/$queueId")({
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: "labels" | "settings" } =>
    tab === "labels" || tab === "settings" ? { tab } : {},
  loader: ({ context: { queryClient }, params: { queueId } }) => {
    void queryClient.prefetchQuery(queueRead(queueId));
    void queryClient.prefetchQuery(queueAgentsRead(queueId));
    void queryClient.prefetchQuery(labelsRead(queueId));
  },
  component: QueuePage,
});
