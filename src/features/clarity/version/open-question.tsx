import { useState } from "react";
import { readOrderQuestion } from "#contract/clarity/order-question.ts";
import type { Step } from "#contract/clarity/step.ts";
import type { StepSource } from "#contract/clarity/step-source.ts";
import { Button } from "#ui/button.tsx";
import { counted } from "#ui/counted.ts";
import { Status } from "#ui/status.tsx";
import { Textarea } from "#ui/textarea.tsx";
import { Quote } from "./quote.tsx";

interface OpenQuestionProps {
  teamId: string;
  processId: string;
  steps: readonly Step[];
  text: string;
  onAnswer: ((answer: string) => void) | undefined;
}

/** What nobody has said yet, or what witnesses say differently, with both sides, and somebody's answer to it. */
export function OpenQuestion({ teamId, processId, steps, text, onAnswer }: OpenQuestionProps) {
  const [answer, setAnswer] = useState<string>();
  const typed = answer?.trim() ?? "";
  const order = readOrderQuestion(text);
  const side = (title: string, ids: readonly string[]) => {
    const sources = quotesOf(steps, ids);
    const captures = new Set(sources.map(({ captureId }) => captureId)).size;
    return (
      <div className="flex flex-col gap-2 px-3 pb-2">
        <p className="text-xs text-ink-2">
          {title}, {counted(captures, "capture", "captures")}
        </p>
        {sources.slice(0, mostQuotes).map((source) => (
          <Quote key={source.evidenceId} {...{ teamId, processId, source }} />
        ))}
        {sources.length > mostQuotes ? <p className="text-xs text-ink-3">and {sources.length - mostQuotes} more</p> : null}
      </div>
    );
  };
  return (
    <section aria-label="Open question" className="border-b border-line px-4 py-3">
      <div className="rounded-md border border-line">
        <p className="rounded-t-md bg-waiting-soft px-3 py-1.5 text-sm">
          <Status look="asks" word="Open question" />
        </p>
        <p className="px-3 py-2 text-sm font-medium break-words">{order?.question ?? text}</p>
        {order ? side("Before: drawn so", order.before) : null}
        {order ? side("After", order.after) : null}
        {onAnswer ? (
          answer === undefined ? (
            <p className="flex flex-wrap gap-2 px-3 pb-3">
              {order ? (
                <>
                  <Button size="sm" onClick={() => onAnswer("Before.")}>
                    Before
                  </Button>
                  <Button size="sm" onClick={() => setAnswer("After.")}>
                    After
                  </Button>
                </>
              ) : null}
              <Button size="sm" tone={order ? "quiet" : "secondary"} onClick={() => setAnswer("")}>
                {order ? "It depends" : "Answer"}
              </Button>
            </p>
          ) : (
            <div className="flex flex-col gap-2 px-3 pb-3">
              <Textarea
                autoFocus
                aria-label="Your answer"
                rows={3}
                maxLength={2_000}
                value={answer}
                onChange={({ target }) => setAnswer(target.value)}
              />
              {order ? <p className="text-xs text-ink-3">Keep the answer, then change the flows so that they say so.</p> : null}
              <span className="flex gap-2">
                <Button size="sm" tone="primary" disabled={typed === ""} onClick={() => onAnswer(typed)}>
                  Keep this answer
                </Button>
                <Button size="sm" tone="quiet" onClick={() => setAnswer(undefined)}>
                  Cancel
                </Button>
              </span>
            </div>
          )
        ) : null}
      </div>
    </section>
  );
}

/** Of one side; the others are counted. */
const mostQuotes = 3;

function quotesOf(steps: readonly Step[], ids: readonly string[]): StepSource[] {
  const wanted = new Set(ids);
  const found = steps.flatMap(({ sources }) => sources).filter(({ evidenceId }) => evidenceId !== undefined && wanted.has(evidenceId));
  return [...new Map(found.map((source) => [source.evidenceId, source])).values()];
}
