import { createFileRoute } from "@tanstack/react-router";
import { CapturePage } from "#features/clarity/process/capture-page.tsx";
import { evidencePerPage, evidenceRead, processRead } from "#features/clarity/queries.ts";
import { knownSearch } from "#ui/known-search.ts";

export const Route = createFileRoute("/_app/t/$teamId/clarity/processes/$processId_/captures/$captureId")({
  validateSearch: knownSearch<{ at?: number; find?: string }>(({ at, find }) => ({
    ...(typeof at === "number" && Number.isSafeInteger(at) && at >= 0 ? { at } : {}),
    ...(typeof find === "string" || typeof find === "number" ? { find: String(find).slice(0, 200) } : {}),
  })),
  loaderDeps: ({ search: { at } }) => ({ at }),
  loader: ({ context: { queryClient }, params: { processId, captureId }, deps: { at = 0 } }) => {
    void queryClient.prefetchQuery(processRead(processId));
    for (const page of new Set([0, Math.floor(at / evidencePerPage)]))
      void queryClient.prefetchQuery(evidenceRead(processId, captureId, page));
  },
  component: CapturePage,
});
