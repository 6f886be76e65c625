import { CircleCheck, CircleHelp, CircleX } from "lucide-react";
import { Badge } from "./badge.tsx";
import { ClockTime } from "./time.tsx";
import { NextTry, WaitsSince } from "./waits.tsx";

export interface ShownVerdict {
  readonly rubric_id: string;
  readonly title: string;
  readonly description: string;
  /** Null: the judge could not tell. */
  readonly passed: boolean | null;
  readonly severity: string | null;
  readonly reason: string;
  /** Whether work is still judged by it. */
  readonly active: boolean;
}

export interface ShownSummary {
  readonly status: "ready" | "unavailable" | "in_progress";
  readonly passed: number;
  readonly total: number;
  readonly final_comment?: string | undefined;
}

/** What an evaluation in progress waits for. */
type ShownEvaluationWait =
  | { readonly for: "place"; readonly since: string }
  | { readonly for: "answer"; readonly model: string; readonly since: string; readonly asked_again_at: string }
  | { readonly for: "retry"; readonly attempt: number; readonly attempts: number; readonly next_at: string; readonly reason: string };

/** What a judge found in a sentence or two; until then what it waits for, which is not read out as it counts. */
export function VerdictSummary({ summary, wait }: { summary: ShownSummary; wait: ShownEvaluationWait | null }) {
  const { status, passed, total, final_comment } = summary;
  return (
    <div className="mb-2 text-sm text-ink-2">
      <p role="status">
        {status === "in_progress" ? "Evaluating…" : status === "unavailable" ? "Could not be evaluated." : `${passed} of ${total} passed.`}{" "}
        {final_comment}
      </p>
      {wait ? (
        <p className="mt-1 break-words">
          <EvaluationWaits wait={wait} />
        </p>
      ) : null}
    </div>
  );
}

function EvaluationWaits({ wait }: { wait: ShownEvaluationWait }) {
  if (wait.for === "place") return <WaitsSince what="Waiting to start" at={wait.since} />;
  if (wait.for === "answer")
    return (
      <>
        <WaitsSince what={`Waiting for ${nameOf(wait.model)}`} at={wait.since} />. Asked again at{" "}
        <ClockTime at={Date.parse(wait.asked_again_at)} /> if it does not answer.
      </>
    );
  return (
    <>
      {wait.reason} <NextTry at={wait.next_at} />, after {wait.attempt} of {wait.attempts} tries.
    </>
  );
}

/** Each verdict with its reason; a rubric's own words show on hover. */
export function VerdictList({ verdicts }: { verdicts: readonly ShownVerdict[] }) {
  if (verdicts.length === 0) return null;
  return (
    <ul aria-label="Results" className="flex flex-col gap-3 text-sm">
      {verdicts.map((verdict) => (
        <VerdictItem key={verdict.rubric_id} verdict={verdict} />
      ))}
    </ul>
  );
}

function VerdictItem({ verdict }: { verdict: ShownVerdict }) {
  const { title, description, passed, severity, reason, active } = verdict;
  const [Icon, word, ink] =
    passed === null
      ? ([CircleHelp, "Unknown", "text-ink-3"] as const)
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
        {active ? null : <p className="text-xs text-ink-3">Evaluated against a rubric that is no longer active.</p>}
      </div>
    </li>
  );
}

/** Which model judged. The built-in one is no AI, and is called so. */
export function JudgedBy({ model }: { model: string }) {
  return <>Evaluated by {model === "scripted" ? nameOf(model) : <code>{model}</code>}</>;
}

function nameOf(model: string): string {
  return model === "scripted" ? "the practice model (scripted)" : model;
}
