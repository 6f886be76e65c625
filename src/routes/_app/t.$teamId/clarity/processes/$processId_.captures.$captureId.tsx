import { createFileRoute } from "@tanstack/react-router";
import { readCaptureSearch } from "#features/clarity/clarity-search.ts";
import { CapturePage } from "#features/clarity/process/capture-page.tsx";
import { evidencePerPage, evidenceRead, processRead } from "#features/clarity/queries.ts";

export const Route = createFileRoute("/_app/t/$teamId/clarity/processes/$processId_/captures/$captureId")({
  validateSearch: readCaptureSearch,
  loaderDeps: ({ search: { at } }) => ({ at }),
  loader: ({ context: { queryClient }, params: { processId, captureId }, deps: { at = 0 } }) => {
    // An interview before its first answer is no capture, and has no passages.
    const pages = ({ captures }: { captures: readonly { id: string }[] }) => {
      if (captures.some(({ id }) => id === captureId))
        for (const page of new Set([0, Math.floor(at / evidencePerPage)]))
          void queryClient.prefetchQuery(evidenceRead(processId, captureId, page));
    };
    void queryClient.ensureQueryData(processRead(processId)).then(pages, () => undefined);
  },
  component: CapturePage,
});
