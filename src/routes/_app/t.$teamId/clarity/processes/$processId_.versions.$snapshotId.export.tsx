import { createFileRoute } from "@tanstack/react-router";
import { readExportSearch } from "#features/clarity/clarity-search.ts";
import { ExportPage } from "#features/clarity/export/export-page.tsx";
import { activeExportsRead, exportsRead, modelingConnectionsRead, processRead } from "#features/clarity/queries.ts";

export const Route = createFileRoute("/_app/t/$teamId/clarity/processes/$processId_/versions/$snapshotId/export")({
  validateSearch: readExportSearch,
  loader: ({ context: { queryClient }, params: { teamId, processId } }) => {
    void queryClient.prefetchQuery(processRead(processId));
    void queryClient.prefetchQuery(exportsRead(processId));
    void queryClient.prefetchQuery(activeExportsRead(teamId));
    void queryClient.prefetchQuery(modelingConnectionsRead(teamId));
  },
  component: ExportPage,
});
