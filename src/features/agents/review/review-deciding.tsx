import type { Decision } from "#api/decisions/held.ts";
import { TakesFocus } from "#ui/takes-focus.tsx";
import { NextReview } from "./next-review.tsx";

interface ReviewDecidingProps {
  teamId: string;
  buildId: string;
  decision: Decision;
}

const saying: Partial<Record<Decision["state"], string>> = {
  waiting: "Nothing has changed yet. Undo below opens the review again.",
  unsent: "Not sent yet. It will be sent when you are connected.",
  sending: "Sending…",
};

/** Stands in the place of the comparison while a decision can still be taken back. */
export function ReviewDeciding({ teamId, buildId, decision: { doing, what, state } }: ReviewDecidingProps) {
  return (
    <TakesFocus when className="mx-auto flex w-full max-w-[640px] flex-1 flex-col gap-5 px-4 py-10">
      <div>
        <h2 className="text-lg font-medium">
          {doing} {what}
        </h2>
        <p className="text-ink-2">{saying[state]}</p>
      </div>
      <NextReview teamId={teamId} buildId={buildId} primary />
    </TakesFocus>
  );
}
