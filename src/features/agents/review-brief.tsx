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
    <div className="flex max-h-48 shrink-0 flex-col gap-1 overflow-y-auto border-b border-line px-3 py-2 text-sm md:px-5">
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
      {before ? (
        <div role="alert" className="mt-1 flex flex-wrap items-center gap-2">
          <Badge tone="waiting">{everything ? "Everything it changes" : "Only what changed since you looked"}</Badge>
          <span className="text-ink-2">Your notes are kept. Decide about what stands here now.</span>
          <Button size="sm" aria-pressed={everything} onClick={() => onEverything(!everything)}>
            {everything ? "Only what changed since" : "Show everything"}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
