import { type CaseJob, retriesFailed } from "#contract/queues/case-jobs.ts";
import { itemsInWords, jobState } from "#features/queues/act-words.ts";
import { counted } from "#ui/counted.ts";
import { Progress } from "#ui/progress.tsx";
import { Status } from "#ui/status.tsx";
import { Time } from "#ui/time.tsx";

/** The numbers of a job: they add up to what was asked for. Nothing of it moves while they grow. */
export function JobProgress({ job }: { job: CaseJob }) {
  const { counts, total, interrupted_run_count: stopped } = job;
  const settled = total - counts.left;
  return (
    <section aria-label="Progress" className="flex shrink-0 flex-col gap-3 border-b border-line px-3 py-4 md:px-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <span className="min-w-24">
          <Status {...jobState(job)} />
        </span>
        <span role="status" className="tabular-nums">
          {`${asWide(settled.toLocaleString("en"), total.toLocaleString("en"))} of ${itemsInWords(job, total)}`}
        </span>
        <span className="text-ink-3">
          {job.started_by_name ? `Started by ${job.started_by_name} ` : "Started "}
          <Time at={job.created_at} />
          {job.ended_at ? (
            <>
              , ended <Time at={job.ended_at} />
            </>
          ) : null}
        </span>
        {stopped > 0 ? <span className="text-ink-2">{counted(stopped, "run was", "runs were")} stopped</span> : null}
      </div>
      <Progress label="Progress" value={settled} max={Math.max(total, 1)} />
    </section>
  );
}

/** What went wrong. Under the list: over it, it would push down what somebody reads. */
export function JobProblems({ job }: { job: CaseJob }) {
  const { counts, status, error } = job;
  const refused = counts.failed > 0 && retriesFailed(job.act);
  if (!error && !refused && status !== "aborted") return null;
  return (
    <div className="flex shrink-0 flex-col gap-1 border-t border-line px-3 py-2 text-sm text-ink-2 md:px-5">
      {error ? (
        <p role="alert" className="text-failed">
          {error} Finished changes are kept.
        </p>
      ) : null}
      {refused ? (
        <p>{`${itemsInWords(job, counts.failed)} could not be saved. The service log has the reason. Fix it, then try again.`}</p>
      ) : null}
      {status === "aborted" ? <p>The job was stopped early. Finished changes are kept; the rest is listed under “Not done”.</p> : null}
    </div>
  );
}

/** A number behind the spaces that make it as wide as the most it can become. */
function asWide(text: string, most: string): string {
  const missing = most.slice(0, Math.max(0, most.length - text.length));
  return missing.replaceAll(/\d/g, "\u2007").replaceAll(",", "\u2008") + text;
}
