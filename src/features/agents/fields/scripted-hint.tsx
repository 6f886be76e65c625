import { TriangleAlert } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { Disclosure } from "#ui/disclosure.tsx";

const syntax = [
  ['call read_file {"path": "invoices.csv"}', "Uses a tool; its arguments are one line of JSON."],
  ['ask "Which month?" options: January, February', "Asks a person and waits. The options may be left out."],
  ['approve "Send 3 reminders?"', "Asks a person for yes or no and waits."],
  ["say Done: {{last}}", "Writes a message."],
  ["think Compare the totals", "Writes down a thought."],
  ["fail The supplier is unknown", "Ends the run as failed."],
  ["do {{step 2}}", "Continues with the steps in a result, one per line."],
] as const;

/** What the built-in model is, and how its steps are written for those who ask. */
export function ScriptedHint({ noStep, onExample }: { noStep: boolean; onExample: () => void }) {
  return (
    <section aria-label="Steps of the scripted model" className="rounded-md border border-line bg-sunken p-3 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-ink-2">
          <strong className="font-medium text-ink">scripted</strong> is a built-in practice model: it runs the steps you write, without AI.
        </p>
        <Button size="sm" onClick={onExample}>
          Insert an example
        </Button>
      </div>
      <p role="status" className="flex items-start gap-1 text-waiting not-empty:mt-2">
        {noStep ? (
          <>
            <TriangleAlert size={14} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0" />
            These instructions have no step, so every run will fail. Write steps, or choose another model.
          </>
        ) : null}
      </p>
      <Disclosure summary="How steps are written" className="mt-2">
        <dl className="mt-2 grid gap-x-4 gap-y-1 sm:grid-cols-[max-content_1fr]">
          {syntax.map(([line, meaning]) => (
            <div key={line} className="contents">
              <dt className="font-mono text-xs leading-5 break-words">{line}</dt>
              <dd className="text-ink-2 max-sm:mb-1">{meaning}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-3 text-ink-2">
          Steps start with a lowercase letter. Below a heading “Steps”, only its lines are steps. Every other line is skipped.{" "}
          <code className="text-xs">{"{{message}}"}</code> is the last message of a person, <code className="text-xs">{"{{last}}"}</code>{" "}
          the last result, <code className="text-xs">{"{{step 2}}"}</code> that of the second step.
        </p>
      </Disclosure>
    </section>
  );
}
