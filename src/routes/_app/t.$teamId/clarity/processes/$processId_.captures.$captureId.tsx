import { createFileRoute } from "@tanstack/react-router";
import { CapturePage } from "#features/clarity/captures/capture-page.tsx";
import { captureRead, evidenceRead } from "#features/clarity/queries.ts";

export const Route = createFileRoute("/_app/t/$teamId/clarity/processes/$processId_/captures/$captureId")({
  loader: ({ context: { queryClient }, params: { processId, captureId } }) => {
    void queryClient.prefetchQuery(captureRead(processId, captureId));
    void queryClient.prefetchQuery(evidenceRead(processId, captureId));
  },
  component: CapturePage,
});
