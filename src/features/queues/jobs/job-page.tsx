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
import { Loaded } from "#ui/loaded.tsx";
import { Page } from "#ui/page.tsx";
import { toast } from "#ui/toast.ts";
import { JobItems } from "./job-items.tsx";
import { JobProblems, JobProgress } from "./job-progress.tsx";
import { jobRead } from "./job-queries.ts";

const route = getRouteApi("/_app/t/$teamId/queues/$queueId/jobs/$jobId");

/** How far a change of many cases is, and what became of each. */
export function JobPage() {
  const { teamId, queueId, jobId } = route.useParams();
  const { outcome } = route.useSearch();
  const navigate = route.useNavigate();
  const queue = useQuery(queueRead(queueId)).data?.queue;
  const job = useQuery({
    ...jobRead(queueId, jobId),
    refetchInterval: ({ state }) => (state.data?.job.status === "running" ? 5000 : false),
  });
  const crumbs = [
    { label: "Queues", link: pathTo("/t/$teamId/queues", { teamId }) },
    ...(queue ? [{ label: queue.name, link: pathTo("/t/$teamId/queues/$queueId", { teamId, queueId }) }] : []),
    { label: "Jobs", link: pathTo("/t/$teamId/queues/$queueId", { teamId, queueId }, { tab: "jobs" }) },
  ];
  const found = job.data?.job;
  return (
    <Page
      title={found ? jobInWords(found) : "Job"}
      crumbs={crumbs}
      meta={
        <span className="max-sm:hidden">
          <IdChip id={jobId} />
        </span>
      }
      actions={found ? <JobActions job={found} /> : null}
    >
      <Loaded query={job} what="this job">
        {(reply) => (
          <>
            <JobProgress job={reply.job} />
            <JobItems
              teamId={teamId}
              job={reply.job}
              outcome={outcome}
              onOutcome={(next) => void navigate({ search: next ? { outcome: next } : {} })}
            />
            {reply.job.act.kind === "import" ? <ImportRest teamId={teamId} job={reply.job} /> : null}
            <JobProblems job={reply.job} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function JobActions({ job }: { job: CaseJob }) {
  const steers = useMay(abortCaseJob, job);
  const abort = useWrite(abortCaseJob);
  const resume = useWrite(resumeCaseJob);
  const input = { params: { queue_id: job.queue_id, job_id: job.id } };
  const failed = (error: Error) => toast(error.message, { failed: true });
  if (!steers) return null;
  if (job.status === "running") {
    return (
      <Button key="stop" pending={abort.isPending} onClick={() => void abort.mutateAsync(input).catch(failed)}>
        Stop job
      </Button>
    );
  }
  const rest = job.counts.left + (retriesFailed(job.act) ? job.counts.failed : 0);
  return rest === 0 ? null : (
    <Button key="go on" tone="primary" pending={resume.isPending} onClick={() => void resume.mutateAsync(input).catch(failed)}>
      {job.counts.left > 0 ? `Continue with ${itemsInWords(job, rest)}` : `Try ${itemsInWords(job, rest)} again`}
    </Button>
  );
}
