import { createFileRoute } from "@tanstack/react-router";
import { TeamJobPage } from "#features/runs/jobs/team-job-page.tsx";
import { teamJobRead } from "#features/runs/jobs/team-job-queries.ts";

export const Route = createFileRoute("/_app/t/$teamId/jobs/$jobId")({
  loader: ({ context: { queryClient }, params: { teamId, jobId } }) => {
    void queryClient.prefetchQuery(teamJobRead(teamId, jobId));
  },
  component: TeamJobPage,
});
