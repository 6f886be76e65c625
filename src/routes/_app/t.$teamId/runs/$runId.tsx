import { createFileRoute } from "@tanstack/react-router";
import { RunConnections } from "#features/connections/run-connections.tsx";
import { RunApprovals } from "#features/queues/approvals/run-approvals.tsx";
import { messagesPerPage, messagesRead, runRead } from "#features/runs/queries.ts";
import { RunPage } from "#features/runs/run-page.tsx";
import { knownSearch } from "#ui/known-search.ts";

export const Route = createFileRoute("/_app/t/$teamId/runs/$runId")({
  validateSearch: knownSearch<{ at?: number; find?: string }>(({ at, find }) => ({
    ...(typeof at === "number" && Number.isSafeInteger(at) && at >= 0 ? { at } : {}),
    ...(typeof find === "string" || typeof find === "number" ? { find: String(find).slice(0, 200) } : {}),
  })),
  loaderDeps: ({ search: { at } }) => ({ at }),
  loader: async ({ context: { queryClient }, params: { runId }, deps: { at }, cause }) => {
    if (cause === "preload") return queryClient.prefetchQuery(runRead(runId));
    void queryClient.fetchQuery(runRead(runId)).then(
      ({ run }) => {
        const position = at ?? Math.max(0, run.message_count - 1);
        return queryClient.prefetchQuery(messagesRead(runId, Math.floor(position / messagesPerPage)));
      },
      () => undefined,
    );
  },
  component: () => <RunPage approvals={(run) => <RunApprovals run={run} />} connections={(run) => <RunConnections run={run} />} />,
});
