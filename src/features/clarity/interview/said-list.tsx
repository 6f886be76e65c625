import type { Interview } from "#contract/clarity/interview.ts";
import { Button } from "#ui/button.tsx";

/** An answer, with the question before it. */
export interface Said {
  readonly at: number;
  readonly question: string;
  readonly answer: string;
  readonly corrected: boolean;
}

export function saidIn({ messages }: Pick<Interview, "messages">): Said[] {
  return messages.flatMap(({ source, message, corrected }, at) =>
    source === "user" ? [{ at, question: messages[at - 1]?.message ?? "", answer: message, corrected }] : [],
  );
}

/** What was said so far, each answer with its question. */
export function SaidList({ said, onCorrect }: { said: readonly Said[]; onCorrect?: ((said: Said) => void) | undefined }) {
  return (
    <ol>
      {said.map((one) => (
        <li key={one.at} className="border-t border-line py-3 first:border-t-0">
          <SaidAnswer said={one} />
          {one.corrected ? (
            <p className="mt-1 text-sm text-ink-3">Corrected by a later answer</p>
          ) : onCorrect ? (
            <CorrectButton said={one} onCorrect={onCorrect} />
          ) : null}
        </li>
      ))}
    </ol>
  );
}

/** A question with its answer. */
export function SaidAnswer({ said: { question, answer } }: { said: Said }) {
  return (
    <>
      <p className="text-sm break-words text-ink-3">{question}</p>
      <p dir="auto" className="mt-1 border-s-2 border-line-strong ps-3 text-lg break-words whitespace-pre-wrap">
        {answer}
      </p>
    </>
  );
}

export function CorrectButton({ said, onCorrect }: { said: Said; onCorrect: (said: Said) => void }) {
  return (
    <Button tone="quiet" className="h-11! text-accent-ink!" onClick={() => onCorrect(said)}>
      Correct it<span className="sr-only"> {said.question}</span>
    </Button>
  );
}
