import { useQuery } from "@tanstack/react-query";
import { ListChecks } from "lucide-react";
import { pathTo } from "#api/path-to.ts";
import type { CaseJob } from "#contract/queues/case-jobs.ts";
import { jobInWords, jobState, outcomesOf, outcomeWord } from "#features/queues/act-words.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Pager } from "#ui/pager.tsx";
import { Status } from "#ui/status.tsx";
import { SteadyTable } from "#ui/steady-table.tsx";
import type { Column } from "#ui/table-column.ts";
import { Time } from "#ui/time.tsx";
import { jobsPerPage, jobsRead } from "./job-queries.ts";

/** The changes of many cases in a queue, newest first. */
export function QueueJobs({ teamId, queueId, offset }: { teamId: string; queueId: string; offset: number }) {
  const query = useQuery(jobsRead(queueId, offset));
  return (
    <Loaded query={query} what="the jobs of this queue">
      {({ jobs, total }) =>
        total === 0 ? (
          <EmptyState icon={ListChecks} title="No jobs yet">
            Changing more than 100 cases at once or importing a file starts a job. Jobs run in the background and record a result for each
            case.
          </EmptyState>
        ) : (
          <>
            <SteadyTable
              label="Jobs"
              view={`${queueId}:${offset}:${query.isPlaceholderData}`}
              rows={jobs}
              rowId={(job) => job.id}
              rowLink={(job) => pathTo("/t/$teamId/queues/$queueId/jobs/$jobId", { teamId, queueId, jobId: job.id })}
              columns={columns}
              total={total}
              offset={offset}
              comfortable
            />
            <Pager
              offset={offset}
              limit={jobsPerPage}
              total={total}
              link={(next) =>
                pathTo("/t/$teamId/queues/$queueId", { teamId, queueId }, { tab: "jobs", offset: next > 0 ? next : undefined })
              }
            />
          </>
        )
      }
    </Loaded>
  );
}

const columns: readonly Column<CaseJob>[] = [
  { id: "act", header: "What", wrap: true, cell: jobInWords, beneath: outcomesInWords },
  {
    id: "status",
    header: "State",
    width: "124px",
    cell: (job) => <Status {...jobState(job)} />,
  },
  { id: "done", header: "Done", width: "96px", align: "end", from: "sm", cell: ({ counts }) => counts.done.toLocaleString("en") },
  { id: "skipped", header: "Skipped", width: "88px", align: "end", from: "sm", cell: ({ counts }) => counts.skipped.toLocaleString("en") },
  { id: "failed", header: "Failed", width: "80px", align: "end", from: "sm", cell: ({ counts }) => counts.failed.toLocaleString("en") },
  { id: "by", header: "Started by", width: "160px", from: "md", cell: ({ started_by_name }) => started_by_name ?? "–" },
  { id: "when", header: "When", width: "88px", align: "end", cell: ({ created_at }) => <Time at={created_at} /> },
];

/** What became of the items, as far as there are any: "346 done, 99 skipped". */
function outcomesInWords(job: CaseJob): string {
  return outcomesOf(job)
    .filter((outcome) => job.counts[outcome] > 0)
    .map((outcome) => `${job.counts[outcome].toLocaleString("en")} ${outcomeWord(job, outcome).toLowerCase()}`)
    .join(", ");
}
