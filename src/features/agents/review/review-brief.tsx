import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Time } from "#ui/time.tsx";
import type { Proposal } from "./use-review.ts";

interface ReviewBriefProps {
  proposal: Proposal;
  /** What was under review before this took its place. */
  before: Proposal | undefined;
  everything: boolean;
  onEverything: (everything: boolean) => void;
}

/** What was asked for, what the model says it did, and which of two comparisons is shown. */
export function ReviewBrief({ proposal: { run, generation }, before, everything, onEverything }: ReviewBriefProps) {
  return (
    <>
      <div
        tabIndex={0}
        role="group"
        aria-label="What was asked for"
        className="max-h-40 shrink-0 overflow-y-auto border-b border-line px-3 py-2 text-sm focus-visible:-outline-offset-2 md:px-5"
      >
        <dl className="grid gap-x-4 gap-y-0.5 sm:grid-cols-[max-content_minmax(0,1fr)] sm:gap-y-1.5">
          <dt className="text-ink-3">Asked for</dt>
          <dd className="max-w-[720px] font-medium break-words whitespace-pre-wrap max-sm:mb-1">{generation.prompt}</dd>
          {generation.summary ? (
            <>
              <dt className="text-ink-3">The model says</dt>
              <dd className="max-w-[720px] break-words whitespace-pre-wrap max-sm:mb-1">{generation.summary}</dd>
            </>
          ) : null}
          <dt className="text-ink-3">{generation.asked_by?.name ? "By" : "When"}</dt>
          <dd className="text-ink-2">
            {generation.asked_by?.name ? `${generation.asked_by.name}, ` : null}
            <Time at={run.started_at ?? generation.created_at} />, {generation.model}
          </dd>
        </dl>
      </div>
      {before ? (
        <div role="alert" className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-3 py-1.5 text-sm md:px-5">
          <Badge tone="waiting">{everything ? "Everything it changes" : "Only what changed since you looked"}</Badge>
          <span className="text-ink-2">Nothing is decided yet, and your notes are kept.</span>
          <Button size="sm" aria-pressed={everything} onClick={() => onEverything(!everything)}>
            {everything ? "Only what changed since" : "Show everything"}
          </Button>
        </div>
      ) : null}
    </>
  );
}
