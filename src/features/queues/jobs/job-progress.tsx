import type { CaseJob } from "#contract/queues/case-jobs.ts";
import { itemsInWords, jobState } from "#features/queues/act-words.ts";
import { counted } from "#ui/counted.ts";
import { Progress } from "#ui/progress.tsx";
import { Status } from "#ui/status.tsx";
import { Time } from "#ui/time.tsx";

/** The numbers of a job: they add up to what was asked for. */
export function JobProgress({ job }: { job: CaseJob }) {
  const { counts, total, status, error, interrupted_run_count: stopped } = job;
  const settled = total - counts.left;
  return (
    <section aria-label="Progress" className="flex shrink-0 flex-col gap-3 border-b border-line px-3 py-4 md:px-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <Status {...jobState(job)} />
        <span role="status" className="tabular-nums">
          {settled.toLocaleString("en")} of {itemsInWords(job, total)}
        </span>
        {stopped > 0 ? <span className="text-ink-2">{counted(stopped, "run was", "runs were")} stopped</span> : null}
        <span className="text-ink-3">
          {job.started_by_name ? `Started by ${job.started_by_name} ` : "Started "}
          <Time at={job.created_at} />
          {job.ended_at ? (
            <>
              , ended <Time at={job.ended_at} />
            </>
          ) : null}
        </span>
      </div>
      {job.ended_at ? null : <Progress label="Progress" value={settled} max={Math.max(total, 1)} />}
      {error ? (
        <p role="alert" className="text-sm text-failed">
          {error} Finished changes are kept.
        </p>
      ) : null}
      {counts.failed > 0 && job.act.kind !== "import" ? (
        <p className="text-sm text-ink-2">
          {itemsInWords(job, counts.failed)} could not be saved. The service log has the reason. Fix it, then try again.
        </p>
      ) : null}
      {status === "aborted" ? (
        <p className="text-sm text-ink-2">The job was stopped early. Finished changes are kept; the rest is listed under “Not done”.</p>
      ) : null}
    </section>
  );
}
