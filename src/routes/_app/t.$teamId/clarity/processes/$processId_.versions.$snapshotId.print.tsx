import { createFileRoute } from "@tanstack/react-router";
import { PrintPage } from "#features/clarity/print/print-page.tsx";
import { membersRead, processRead } from "#features/clarity/queries.ts";

export const Route = createFileRoute("/_app/t/$teamId/clarity/processes/$processId_/versions/$snapshotId/print")({
  loader: ({ context: { queryClient }, params: { teamId, processId } }) => {
    void queryClient.prefetchQuery(processRead(processId));
    void queryClient.prefetchQuery(membersRead(teamId));
  },
  component: PrintPage,
});
