import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { pathTo } from "#api/path-to.ts";
import type { TeamJob } from "#contract/runs/team-jobs.ts";
import { counted } from "#ui/counted.ts";
import { IdChip } from "#ui/id-chip.tsx";
import { AnyLink } from "#ui/link.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Page } from "#ui/page.tsx";
import { Progress } from "#ui/progress.tsx";
import { Status } from "#ui/status.tsx";
import { Time } from "#ui/time.tsx";
import { teamJobRead } from "./team-job-queries.ts";
import { aboutJob, jobStates, jobTitle, leftBehind, leftOf, placeOf, progressInWords } from "./team-job-words.ts";

const route = getRouteApi("/_app/t/$teamId/jobs/$jobId");

/** How far the rest of a deletion or a move is. */
export function TeamJobPage() {
  const { teamId, jobId } = route.useParams();
  const job = useQuery({
    ...teamJobRead(teamId, jobId),
    refetchInterval: ({ state }) => (state.data?.job.status === "running" ? 5000 : false),
  });
  const found = job.data?.job;
  return (
    <Page
      title={found ? jobTitle(found) : "Job"}
      crumbs={found ? [placeOf(found, teamId)] : []}
      width="reading"
      meta={
        <span className="max-sm:hidden">
          <IdChip id={jobId} />
        </span>
      }
    >
      <Loaded query={job} what="this job">
        {(reply) => <JobBody job={reply.job} />}
      </Loaded>
    </Page>
  );
}

function JobBody({ job }: { job: TeamJob }) {
  const { left, total } = leftOf(job);
  return (
    <div className="flex flex-col gap-4 text-sm">
      <section aria-label="Progress" className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <span className="min-w-24">
            <Status {...jobStates[job.status]} />
          </span>
          <span role="status" className="tabular-nums">
            {progressInWords(job).join(", ")}
          </span>
        </div>
        <Progress label="Progress" value={total - left} max={Math.max(total, 1)} />
        <p className="text-ink-3">
          {job.started_by_name ? `Started by ${job.started_by_name} ` : "Started "}
          <Time at={job.created_at} />
          {job.ended_at ? (
            <>
              , ended <Time at={job.ended_at} />
            </>
          ) : null}
        </p>
      </section>
      {job.status === "running" ? <p className="text-ink-2">{aboutJob(job)} The job continues if you leave this page.</p> : null}
      {job.failed_run_ids.length > 0 ? <Failed job={job} /> : null}
    </div>
  );
}

function Failed({ job }: { job: TeamJob }) {
  return (
    <div role="alert" className="flex flex-col gap-1">
      <p className="text-failed">
        {counted(job.runs.failed, "run was", "runs were")} {leftBehind(job)}. {job.error}
      </p>
      <ul className="list-disc ps-5">
        {job.failed_run_ids.map((id) => (
          <li key={id}>
            <AnyLink link={pathTo("/t/$teamId/runs/$runId", { teamId: job.team_id, runId: id })} className="underline">
              {`Run …${id.slice(-8)}`}
            </AnyLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
