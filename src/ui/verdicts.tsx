import { CircleCheck, CircleHelp, CircleX } from "lucide-react";
import { Badge } from "./badge.tsx";

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

/** What a judge found in a sentence or two. */
export function VerdictSummary({ summary: { status, passed, total, final_comment } }: { summary: ShownSummary }) {
  return (
    <p role="status" className="mb-2 text-sm text-ink-2">
      {status === "in_progress" ? "Evaluating…" : status === "unavailable" ? "Could not be evaluated." : `${passed} of ${total} passed.`}{" "}
      {final_comment}
    </p>
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
  return <>Evaluated by {model === "scripted" ? "the practice model (scripted)" : <code>{model}</code>}</>;
}
