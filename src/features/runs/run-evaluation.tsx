import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleHelp, CircleX } from "lucide-react";
import type { ReactNode } from "react";
import { read } from "#api/query.ts";
import type { Reply } from "#contract/endpoint.ts";
import { getRunEvaluation } from "#contract/runs/evaluations.ts";
import type { RunDetails } from "#contract/runs/runs.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { problemOf } from "#ui/problem.ts";

type Evaluation = Reply<typeof getRunEvaluation>;

/** What the judge found in a run; nothing for a run that nobody judges. */
export function RunEvaluation({ run }: { run: RunDetails }) {
  const { data, error, refetch } = useQuery(read(getRunEvaluation, { params: { agentId: run.agent_id, runId: run.id } }));
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
  if (!data?.summary) return null;
  const { summary, verdicts } = data;
  return (
    <Frame>
      <p role="status" className="mb-2 text-sm text-ink-2">
        {summary.status === "in_progress"
          ? "Being judged…"
          : summary.status === "unavailable"
            ? "Could not be judged."
            : `${summary.passed} of ${summary.total} passed.`}{" "}
        {summary.final_comment}
      </p>
      {verdicts.length === 0 ? null : (
        <ul aria-label="Verdicts" className="flex flex-col gap-3 text-sm">
          {verdicts.map((verdict) => (
            <VerdictItem key={verdict.rubric_id} verdict={verdict} />
          ))}
        </ul>
      )}
      {data.data?.source ? (
        <p className="mt-3 text-xs text-ink-3">
          Judged by <code>{data.data.source}</code>
        </p>
      ) : null}
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <section aria-label="Evaluation" className="border-t border-line p-4">
      <h2 className="mb-2 text-sm font-semibold">Evaluation</h2>
      {children}
    </section>
  );
}

function VerdictItem({ verdict }: { verdict: Evaluation["verdicts"][number] }) {
  const { title, description, passed, severity, reason, active } = verdict;
  const [Icon, word, ink] =
    passed === null
      ? ([CircleHelp, "Not told", "text-ink-3"] as const)
      : passed
        ? ([CircleCheck, "Passed", "text-done"] as const)
        : ([CircleX, "Failed", "text-failed"] as const);
  return (
    <li className="flex items-start gap-2">
      <Icon size={16} strokeWidth={1.75} aria-hidden className={`mt-0.5 shrink-0 ${ink}`} />
      <div className="min-w-0 flex-1 break-words">
        <p className="flex flex-wrap items-center gap-x-2 font-medium" title={description}>
          <span className="sr-only">{word}: </span>
          {title}
          {severity ? <Badge tone="failed">{severity}</Badge> : null}
        </p>
        <p className="text-ink-2">{reason}</p>
        {active ? null : <p className="text-xs text-ink-3">Judged by a rubric that is no longer active.</p>}
      </div>
    </li>
  );
}
