import { type ReactNode, useId, useState } from "react";
import { dropDraft, readDraft, writeDraft } from "#api/drafts.ts";
import { maxAnswer } from "#contract/clarity/interview.ts";
import { Button } from "#ui/button.tsx";
import { Textarea } from "#ui/textarea.tsx";

interface AnswerFormProps {
  question: string;
  /** Who of the team asks it. */
  by?: string | null;
  /** What was typed is kept by it until it is sent. */
  draftId: string;
  /** The answer that is corrected. */
  before?: string;
  action: string;
  send: (message: string) => Promise<boolean>;
  /** Beside the button that sends. */
  children?: (say: (message: string) => void, pending: boolean) => ReactNode;
}

export const tall = "h-11! text-lg!";

/** One question and the field for its answer. */
export function AnswerForm({ question, by = null, draftId, before = "", action, send, children }: AnswerFormProps) {
  const id = useId();
  const [text, setText] = useState(() => {
    const typed = readDraft(draftId)?.["answer"];
    return typeof typed === "string" ? typed : before;
  });
  const [pending, setPending] = useState(false);
  const [missing, setMissing] = useState(false);
  const type = (next: string) => {
    setText(next);
    setMissing(false);
    writeDraft(draftId, { answer: next }, []);
  };
  const say = (message: string) => {
    if (pending) return;
    if (message.trim() === "") {
      setMissing(true);
      return;
    }
    setPending(true);
    void send(message)
      .then((kept) => kept && dropDraft(draftId))
      .finally(() => setPending(false));
  };
  return (
    <form
      className="flex min-h-0 flex-1 flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        say(text);
      }}
    >
      {by === null ? null : <p className="-mb-2 text-sm break-words text-ink-3">{by} asks</p>}
      <label htmlFor={id} className="text-xl font-semibold tracking-tight break-words">
        {question}
      </label>
      <div className="flex flex-1 flex-col md:flex-none">
        <Textarea
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one thing to do here; a screen reader reads the question as its name
          autoFocus
          id={id}
          rows={4}
          className="min-h-36! flex-1 text-lg! md:min-h-52!"
          value={text}
          maxLength={maxAnswer}
          aria-invalid={missing || undefined}
          aria-describedby={`${id}-kept`}
          onChange={(event) => type(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) say(text);
          }}
        />
        <p id={`${id}-kept`} className="mt-1 flex justify-between gap-3 text-sm text-ink-3">
          {missing ? <span className="text-failed">Write an answer first.</span> : <span>Kept in this tab as you type</span>}
          <span className="tabular-nums">
            {text.length.toLocaleString("en")}
            <span className="sr-only"> of {maxAnswer.toLocaleString("en")} characters</span>
          </span>
        </p>
      </div>
      <div className="sticky bottom-0 low:static -mx-4 mt-auto flex flex-col gap-1 border-t border-line bg-canvas px-4 py-3 md:static md:mx-0 md:mt-0 md:mb-4 md:flex-row md:gap-3 md:border-t-0 md:p-0">
        <Button type="submit" tone="primary" className={tall} pending={pending}>
          {action}
        </Button>
        {children ? <div className="flex flex-1 flex-wrap justify-between gap-x-2">{children(say, pending)}</div> : null}
      </div>
    </form>
  );
}
