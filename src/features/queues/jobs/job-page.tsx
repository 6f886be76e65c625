import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { pathTo } from "#api/path-to.ts";
import { useWrite } from "#api/query.ts";
import { useMay } from "#api/roles.ts";
import { type CaseJob, abortCaseJob, resumeCaseJob, retriesFailed } from "#contract/queues/case-jobs.ts";
import { itemsInWords, jobInWords } from "#features/queues/act-words.ts";
import { ImportRest } from "#features/queues/import/import-rest.tsx";
import { queueRead } from "#features/queues/queries.ts";
import { Button } from "#ui/button.tsx";
import { IdChip } from "#ui/id-chip.tsx";
import { Loaded, useFirstAnswers } from "#ui/loaded.tsx";
import { Page } from "#ui/page.tsx";
import { toastFailed } from "#ui/toast.ts";
import { JobItems } from "./job-items.tsx";
import { JobProblems, JobProgress } from "./job-progress.tsx";
import { jobRead } from "./job-queries.ts";

const route = getRouteApi("/_app/t/$teamId/queues/$queueId/jobs/$jobId");

/** How far a change of many cases is, and what became of each. */
export function JobPage() {
  const { teamId, queueId, jobId } = route.useParams();
  const { outcome } = route.useSearch();
  const navigate = route.useNavigate();
  const queue = useQuery(queueRead(queueId));
  const job = useQuery({
    ...jobRead(queueId, jobId),
    refetchInterval: ({ state }) => (state.data?.job.status === "running" ? 5000 : false),
  });
  // A path that learns the name of its queue later would move the title.
  const pathKnown = useFirstAnswers(queue);
  const crumbs = [
    { label: "Queues", link: pathTo("/t/$teamId/queues", { teamId }) },
    ...(queue.data ? [{ label: queue.data.queue.name, link: pathTo("/t/$teamId/queues/$queueId", { teamId, queueId }) }] : []),
    { label: "Jobs", link: pathTo("/t/$teamId/queues/$queueId", { teamId, queueId }, { tab: "jobs" }) },
  ];
  if (!job.data || !pathKnown)
    return (
      <Page key="loading" title="Job" crumbs={job.error ? crumbs : crumbs.slice(0, 1)}>
        <Loaded<unknown> query={job.data ? queue : job} what="this job">
          {() => null}
        </Loaded>
      </Page>
    );
  const found = job.data.job;
  return (
    <Page
      key={jobId}
      title={jobInWords(found)}
      crumbs={crumbs}
      meta={
        <span className="max-sm:hidden">
          <IdChip id={jobId} />
        </span>
      }
      actions={<JobActions job={found} />}
    >
      <JobProgress job={found} />
      <JobItems
        teamId={teamId}
        job={found}
        outcome={outcome}
        onOutcome={(next) => void navigate({ search: next ? { outcome: next } : {} })}
      />
      {found.act.kind === "import" ? <ImportRest teamId={teamId} job={found} /> : null}
      <JobProblems job={found} />
    </Page>
  );
}

function JobActions({ job }: { job: CaseJob }) {
  const steers = useMay(abortCaseJob, job);
  const abort = useWrite(abortCaseJob);
  const resume = useWrite(resumeCaseJob);
  const input = { params: { queue_id: job.queue_id, job_id: job.id } };
  if (!steers) return null;
  if (job.status === "running") {
    return (
      <Button key="stop" pending={abort.isPending} onClick={() => void abort.mutateAsync(input).catch(toastFailed)}>
        Stop job
      </Button>
    );
  }
  const rest = job.counts.left + (retriesFailed(job.act) ? job.counts.failed : 0);
  return rest === 0 ? null : (
    <Button key="go on" tone="primary" pending={resume.isPending} onClick={() => void resume.mutateAsync(input).catch(toastFailed)}>
      {job.counts.left > 0 ? `Continue with ${itemsInWords(job, rest)}` : `Try ${itemsInWords(job, rest)} again`}
    </Button>
  );
}
