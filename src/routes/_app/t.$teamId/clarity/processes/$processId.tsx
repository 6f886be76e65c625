import { createFileRoute } from "@tanstack/react-router";
import { ProcessPage } from "#features/clarity/process/process-page.tsx";
import { processRead } from "#features/clarity/queries.ts";

export const Route = createFileRoute("/_app/t/$teamId/clarity/processes/$processId")({
  loader: ({ context: { queryClient }, params: { processId } }) => void queryClient.prefetchQuery(processRead(processId)),
  component: ProcessPage,
});
