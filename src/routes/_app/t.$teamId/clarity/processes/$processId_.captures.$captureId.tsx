import { createFileRoute } from "@tanstack/react-router";
import { readCaptureSearch } from "#features/clarity/clarity-search.ts";
import { CapturePage } from "#features/clarity/process/capture-page.tsx";
import { evidencePerPage, evidenceRead, processRead } from "#features/clarity/queries.ts";

export const Route = createFileRoute("/_app/t/$teamId/clarity/processes/$processId_/captures/$captureId")({
  validateSearch: readCaptureSearch,
  loaderDeps: ({ search: { at } }) => ({ at }),
  loader: ({ context: { queryClient }, params: { processId, captureId }, deps: { at = 0 } }) => {
    void queryClient.prefetchQuery(processRead(processId));
    for (const page of new Set([0, Math.floor(at / evidencePerPage)]))
      void queryClient.prefetchQuery(evidenceRead(processId, captureId, page));
  },
  component: CapturePage,
});
