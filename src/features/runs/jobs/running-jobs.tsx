import { useQuery } from "@tanstack/react-query";
import { pathTo } from "#api/path-to.ts";
import type { TeamJobKind } from "#contract/runs/team-jobs.ts";
import { AnyLink } from "#ui/link.tsx";
import { runningJobsRead } from "./team-job-queries.ts";
import { jobTitle, progressInWords } from "./team-job-words.ts";

/** Jobs of these kinds that are running: where the thing stood that they are about. Nothing, where there is none. */
export function RunningJobs({ teamId, kinds }: { teamId: string; kinds: readonly TeamJobKind[] }) {
  const { data } = useQuery({
    ...runningJobsRead(teamId),
    refetchInterval: ({ state }) => (state.data && state.data.total > 0 ? 5000 : false),
  });
  const jobs = data?.jobs.filter((job) => kinds.includes(job.kind)) ?? [];
  if (jobs.length === 0) return null;
  return (
    <ul aria-label="Running jobs" className="shrink-0 border-b border-line px-3 py-2 text-sm md:px-5">
      {jobs.map((job) => (
        <li key={job.id} className="flex flex-wrap gap-x-2">
          <AnyLink
            link={pathTo("/t/$teamId/jobs/$jobId", { teamId, jobId: job.id })}
            className="min-w-0 truncate font-medium text-ink underline"
          >
            {jobTitle(job)}
          </AnyLink>
          <span className="text-ink-2 tabular-nums">{progressInWords(job).join(", ")}</span>
        </li>
      ))}
    </ul>
  );
}
