import type { ReactNode } from "react";
import type { PendingHumanRequest } from "#contract/runs/human-requests.ts";
import type { Answer } from "./use-answer.ts";
import { Keys } from "#ui/kbd.tsx";

export interface AnswerProps {
  runId: string;
  request: PendingHumanRequest;
  /** Binds the keys of the request, and shows them. */
  keys: boolean;
  onDone: () => void;
  /** Takes the answer in the place of the request, for all that ask the same. */
  instead?: ((answer: Answer) => void) | undefined;
}

/** Under what is asked: why an answer was not taken, and the buttons. */
export function AnswerFrame({ refusal, children }: { refusal: string | undefined; children: ReactNode }) {
  return (
    <>
      {refusal ? (
        <p role="alert" className="text-sm text-failed">
          {refusal}
        </p>
      ) : null}
      <div className="grid auto-cols-fr grid-flow-col gap-2 sm:flex">{children}</div>
    </>
  );
}

/** On a phone there are no keys, but thumbs. */
export const answerButton = "max-sm:h-11";

/** The keys of a button, on it. */
export function AnswerKeys({ keys, shown }: { keys: string; shown: boolean }) {
  if (!shown) return null;
  return (
    <span aria-hidden className="hidden ps-1 md:inline">
      <Keys keys={keys} inverse />
    </span>
  );
}
