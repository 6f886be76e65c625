import { type Decision, undoDecision } from "#api/decisions.ts";
import { PendingDecision } from "#ui/pending-decision.tsx";
import { useGo } from "#ui/link.tsx";
import { TakesFocus } from "#ui/takes-focus.tsx";
import { NextReview } from "./next-review.tsx";

interface ReviewDecidingProps {
  teamId: string;
  buildId: string;
  decision: Decision;
}

/** Stands in the place of the comparison while a decision can still be taken back. */
export function ReviewDeciding({ teamId, buildId, decision: { about, doing, what, until, state } }: ReviewDecidingProps) {
  const go = useGo();
  return (
    <TakesFocus when className="mx-auto flex w-full max-w-[640px] flex-1 flex-col gap-5 px-4 py-10">
      <div>
        <h2 className="text-lg font-medium">
          {doing} {what}
        </h2>
        <p className="text-ink-2">Nothing has changed yet. Undo opens the review again.</p>
      </div>
      <PendingDecision
        doing={doing}
        until={until}
        sending={state !== "waiting"}
        onUndo={() => {
          const href = undoDecision(about);
          if (href) go(href);
        }}
      />
      <NextReview teamId={teamId} buildId={buildId} primary />
    </TakesFocus>
  );
}
