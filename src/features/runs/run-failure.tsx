import { CircleX, GitCompare } from "lucide-react";
import type { RunDetails } from "#contract/runs/runs.ts";
import { Button } from "#ui/button.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { useNow } from "#ui/ticker.ts";
import { remedyOf } from "./failure-remedies.ts";

/** Why a run failed, what to do about it, and what has changed since it last went well. */
export function RunFailure({ run, onAgain }: { run: RunDetails; onAgain: () => void }) {
  const { advice, steps } = remedyOf(run);
  const team = `/t/${run.team_id}`;
  const revision = `${team}/agents/${run.agent_id}/revisions/${run.build_id}`;
  return (
    <section aria-label="Failure" className="flex flex-col gap-2 border-b border-line p-4">
      <p className="flex items-start gap-2 font-medium text-failed">
        <CircleX size={16} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0" />
        <span className="min-w-0 break-words">{run.failure?.message ?? "This run failed."}</span>
      </p>
      <p className="text-sm text-ink-2">{advice}</p>
      <div className="flex flex-wrap gap-2 pt-1">
        {run.last_success_build_id ? (
          <LinkButton size="sm" icon={GitCompare} link={`${revision}?against=${run.last_success_build_id}`}>
            Compare with the last success
          </LinkButton>
        ) : null}
        {steps.includes("first-error") ? (
          <LinkButton size="sm" link={`${team}/runs/${run.id}?at=${run.first_error_offset}`}>
            Go to the first error
          </LinkButton>
        ) : null}
        {steps.includes("files") ? (
          <LinkButton size="sm" link={`${team}/files`}>
            Open the files
          </LinkButton>
        ) : null}
        {steps.includes("revision") ? (
          <LinkButton size="sm" link={revision}>
            Open the revision
          </LinkButton>
        ) : null}
        {steps.includes("again") && !run.agent_deleted ? (
          <Button size="sm" onClick={onAgain}>
            Run again
          </Button>
        ) : null}
      </div>
    </section>
  );
}

/** A fault that is being waited out: which try, why, and when the next begins. */
export function RunRetry({ retry }: { retry: NonNullable<RunDetails["retry"]> }) {
  const left = useNow((now) => Math.max(0, Math.ceil((Date.parse(retry.next_at) - now) / 1000)));
  return (
    <section aria-label="Retry" className="flex flex-col gap-1 border-b border-line p-4">
      <p className="font-medium text-waiting">
        {left > 0 ? `Try ${retry.attempt + 1} begins in ${left} s` : `Try ${retry.attempt + 1} begins now`}
      </p>
      <p className="text-sm break-words text-ink-2">{retry.reason}</p>
    </section>
  );
}
