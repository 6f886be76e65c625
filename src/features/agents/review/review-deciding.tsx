import type { Decision } from "#api/decisions.ts";
import { TakesFocus } from "#ui/takes-focus.tsx";
import { NextReview } from "./next-review.tsx";

interface ReviewDecidingProps {
  teamId: string;
  buildId: string;
  decision: Decision;
}

/** Stands in the place of the comparison while a decision can still be taken back. */
export function ReviewDeciding({ teamId, buildId, decision: { doing, what, state } }: ReviewDecidingProps) {
  return (
    <TakesFocus when className="mx-auto flex w-full max-w-[640px] flex-1 flex-col gap-5 px-4 py-10">
      <div>
        <h2 className="text-lg font-medium">
          {doing} {what}
        </h2>
        <p className="text-ink-2">{state === "waiting" ? "Nothing has changed yet. Undo below opens the review again." : "Sending…"}</p>
      </div>
      <NextReview teamId={teamId} buildId={buildId} primary />
    </TakesFocus>
  );
}
