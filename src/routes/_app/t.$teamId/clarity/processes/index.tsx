import { createFileRoute } from "@tanstack/react-router";
import { readProcessesSearch } from "#features/clarity/clarity-search.ts";
import { ProcessesPage } from "#features/clarity/processes/processes-page.tsx";
import { processesRead } from "#features/clarity/queries.ts";

export const Route = createFileRoute("/_app/t/$teamId/clarity/processes/")({
  validateSearch: readProcessesSearch,
  loader: ({ context: { queryClient }, params: { teamId } }) => void queryClient.prefetchQuery(processesRead(teamId)),
  component: ProcessesPage,
});
