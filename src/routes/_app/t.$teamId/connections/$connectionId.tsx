import { createFileRoute } from "@tanstack/react-router";
import { ConnectionPage } from "#features/connections/connection/connection-page.tsx";
import { connectionRead } from "#features/connections/queries.ts";

export const Route = createFileRoute("/_app/t/$teamId/connections/$connectionId")({
  loader: ({ context: { queryClient }, params: { connectionId } }) => {
    void queryClient.prefetchQuery(connectionRead(connectionId));
  },
  component: ConnectionPage,
});
