import { useId } from "react";
import { Kbd } from "./kbd.tsx";
import { Textarea } from "./textarea.tsx";

export interface AskedQuestion {
  readonly question: string;
  readonly header?: string | undefined;
  readonly options?: readonly { readonly label: string; readonly description?: string | undefined }[] | undefined;
  readonly multi_select?: boolean | undefined;
}

interface QuestionFieldProps {
  question: AskedQuestion;
  /** The card's title says it already; it stays for screen readers. */
  hideText: boolean;
  values: readonly string[];
  /** Shows the digits that choose here. */
  digits: boolean;
  error: string | undefined;
  onChoose: (label: string) => void;
  onWrite: (text: string) => void;
}

/** What was chosen or written as one text, in the order of the options. */
export function answerText(question: AskedQuestion, values: readonly string[]): string {
  if (!question.options?.length) return (values[0] ?? "").trim();
  return question.options
    .filter(({ label }) => values.includes(label))
    .map(({ label }) => label)
    .join(", ");
}

/** One question: options to choose from, one or several, or a text where there are none. */
export function QuestionField({ question, hideText, values, digits, error, onChoose, onWrite }: QuestionFieldProps) {
  const id = useId();
  const options = question.options ?? [];
  const described = error ? { "aria-describedby": `${id}-error` } : {};
  return (
    <fieldset {...described} className="flex min-w-0 flex-col gap-2">
      <legend className={hideText ? "sr-only" : "mb-2 font-medium break-words"}>
        {question.header ? <span className="me-2 text-xs font-normal text-ink-3">{question.header}</span> : null}
        {question.question}
        {question.multi_select ? <span className="ms-2 text-xs font-normal text-ink-3">Choose any number</span> : null}
      </legend>
      {options.length === 0 ? (
        <Textarea
          aria-label={question.question}
          aria-invalid={error !== undefined || undefined}
          rows={2}
          value={values[0] ?? ""}
          onChange={(event) => onWrite(event.target.value)}
          {...described}
        />
      ) : (
        <div className="flex flex-col overflow-hidden rounded-md border border-line">
          {options.map((option, index) => (
            <label
              key={option.label}
              className="flex min-h-11 cursor-pointer items-center gap-3 border-b border-line px-3 py-1.5 last:border-b-0 hover:bg-hover has-checked:bg-accent-soft md:min-h-9"
            >
              <input
                type={question.multi_select ? "checkbox" : "radio"}
                name={id}
                checked={values.includes(option.label)}
                onChange={() => onChoose(option.label)}
                aria-invalid={error !== undefined || undefined}
                className="check"
              />
              <span className="flex min-w-0 flex-1 flex-col">
                <span className="break-words">{option.label}</span>
                {option.description ? <span className="text-xs text-ink-3">{option.description}</span> : null}
              </span>
              {digits && index < 9 ? (
                <span aria-hidden className="hidden md:inline">
                  <Kbd>{String(index + 1)}</Kbd>
                </span>
              ) : null}
            </label>
          ))}
        </div>
      )}
      {error ? (
        <p id={`${id}-error`} role="alert" className="text-xs text-failed">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
