import { createFileRoute } from "@tanstack/react-router";
import { readProcessSearch } from "#features/clarity/clarity-search.ts";
import { ProcessPage } from "#features/clarity/process/process-page.tsx";
import { legacyRead, processRead } from "#features/clarity/queries.ts";

export const Route = createFileRoute("/_app/t/$teamId/clarity/processes/$processId")({
  validateSearch: readProcessSearch,
  loaderDeps: ({ search: { version } }) => ({ version }),
  loader: ({ context: { queryClient }, params: { processId }, deps: { version } }) => {
    void (version === 1 ? queryClient.prefetchQuery(legacyRead(processId)) : queryClient.prefetchQuery(processRead(processId)));
  },
  component: ProcessPage,
});
