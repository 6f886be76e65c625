import { useQuery } from "@tanstack/react-query";
import { type ReactNode, use, useState } from "react";
import { pathTo } from "#api/path-to.ts";
import type { RunDetails } from "#contract/runs/run.ts";
import type { RunStep } from "#contract/runs/run-steps.ts";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { Duration, durationOf } from "#ui/duration.tsx";
import { AnyLink } from "#ui/link.tsx";
import { problemOf } from "#ui/problem.ts";
import { type State, Status } from "#ui/status.tsx";
import { runStepsRead } from "./queries.ts";
import { ProcessOfRun, useStepName } from "./run-steps.ts";

/** The last of them are shown at first: a run that goes on, or failed, is at one of these. */
const shownFirst = 12;

/** The steps that a run came to, each with its time, in the column of facts. Nothing for a run without steps. */
export function RunStepList({ run }: { run: RunDetails }) {
  const { process } = use(ProcessOfRun);
  const [all, setAll] = useState(false);
  const { data, error, refetch } = useQuery({ ...runStepsRead(run.id), enabled: run.model !== null });
  if (error && !data) {
    return (
      <Frame>
        <p role="alert" className="flex items-center justify-between gap-2 text-sm text-failed">
          {problemOf(error).message}
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      </Frame>
    );
  }
  const steps = data?.steps ?? [];
  if (steps.length === 0) return null;
  const first = all ? 0 : Math.max(0, steps.length - shownFirst);
  return (
    <Frame>
      {process ? (
        <p className="mb-2 text-sm text-ink-3">
          Of the process{" "}
          <AnyLink
            link={pathTo("/t/$teamId/clarity/processes/$processId", { teamId: run.team_id, processId: process.id })}
            className="rounded-sm text-accent-ink underline underline-offset-2"
          >
            {process.name}
          </AnyLink>
        </p>
      ) : null}
      {first > 0 ? (
        <Button size="sm" className="mb-1" onClick={() => setAll(true)}>
          Show {first} earlier
        </Button>
      ) : null}
      <ol className="flex flex-col gap-1 text-sm">
        {steps.slice(first).map((step, i) => (
          <StepRow key={first + i} run={run} step={step} />
        ))}
      </ol>
    </Frame>
  );
}

const states = {
  failed: { look: "failed", word: "Failed" },
  now: { look: "working", word: "Now" },
  waits: { look: "asks", word: "Waits for a person" },
  done: { look: "done", word: "Done" },
} as const satisfies Record<string, State>;

function StepRow({ run, step }: { run: RunDetails; step: RunStep }) {
  const { name } = useStepName(step.step_id);
  const { message_offset: at, ended_at, failed } = step;
  const state = failed ? states.failed : ended_at !== null ? states.done : run.status === "waiting" ? states.waits : states.now;
  return (
    <li className="flex items-start gap-2">
      <span className="flex h-5 shrink-0 items-center">
        <Status {...state} iconOnly />
      </span>
      {at === null ? (
        <span className="min-w-0 flex-1 break-words">{name}</span>
      ) : (
        <AnyLink
          link={pathTo("/t/$teamId/runs/$runId", { teamId: run.team_id, runId: run.id }, { at })}
          title="Show in the transcript"
          className={cx("min-w-0 flex-1 rounded-sm break-words underline-offset-2 hover:underline", failed && "font-medium text-failed")}
        >
          {name}
        </AnyLink>
      )}
      <span className="shrink-0 text-xs leading-5 text-ink-3 tabular-nums">
        {failed ? "failed, " : null}
        {state === states.waits ? "waits" : <OwnTime step={step} />}
      </span>
    </li>
  );
}

/** Without what people took, which is said beside it. */
function OwnTime({ step: { started_at, ended_at, waited_ms } }: { step: RunStep }) {
  const note = waited_ms >= 1000 ? ` + ${durationOf(waited_ms)} waiting` : "";
  if (ended_at === null) return <Duration from={started_at} note={note && ` (${durationOf(waited_ms)} waiting)`} />;
  return <>{`${durationOf(Date.parse(ended_at) - Date.parse(started_at) - waited_ms)}${note}`}</>;
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <section aria-label="Steps" className="border-t border-line p-4">
      <h2 className="mb-2 text-sm font-semibold">Steps</h2>
      {children}
    </section>
  );
}
