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
        className="flex max-h-40 shrink-0 flex-col gap-1 overflow-y-auto border-b border-line px-3 py-2 text-sm focus-visible:-outline-offset-2 md:px-5"
      >
        <p className="break-words whitespace-pre-wrap">
          <span className="text-ink-3">Asked for: </span>
          {generation.prompt}
        </p>
        {generation.summary ? (
          <p className="break-words whitespace-pre-wrap">
            <span className="text-ink-3">The model says: </span>
            {generation.summary}
          </p>
        ) : null}
        <p className="text-ink-3">
          {generation.asked_by?.name ? `${generation.asked_by.name}, ` : null}
          <Time at={run.started_at ?? generation.created_at} />, {generation.model}
        </p>
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
