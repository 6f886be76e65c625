import type { ToldStep } from "#contract/clarity/handover/agent-instructions.ts";
import type { Step } from "#contract/clarity/step.ts";
import { witnessesOf } from "#contract/clarity/witnesses.ts";
import { Quote } from "#features/clarity/version/quote.tsx";
import { Status } from "#ui/status.tsx";

interface ToldStepProps {
  teamId: string;
  processId: string;
  step: Step;
  number: number;
  /** Undefined where it is not the agent's. */
  told: ToldStep | undefined;
}

const mostQuotes = 3;

/** What the instructions say of a step, beside what people said of it. */
export function ToldStepPart({ teamId, processId, step, number, told }: ToldStepProps) {
  const { title, nodeType, sources } = step;
  return (
    <section aria-label="What the agent will be told" className="flex flex-col gap-3 py-3 md:flex-row md:gap-6 lg:px-5">
      <div className="min-w-0 flex-1">
        <h2 className="mb-2 text-sm">
          <span className="font-semibold">
            {number} {title}
          </span>{" "}
          <span className="text-ink-2">{told ? "what the agent will be told" : ""}</span>
        </h2>
        {told ? (
          <>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard */}
            <pre
              tabIndex={0}
              className="max-h-60 overflow-y-auto rounded-md border border-line bg-sunken px-3 py-2 text-xs whitespace-pre-wrap"
            >
              <span className="text-ink-2">{told.heading}</span>
              {`\n${told.text}`}
            </pre>
            <p className="mt-2 text-xs text-ink-2">Instructions keep the step’s id: reviews and runs lead back here.</p>
          </>
        ) : (
          <p className="text-sm text-ink-2">
            {nodeType === "task" ? "The agent is told to leave this to people." : "It says where the steps around it lead."}
          </p>
        )}
      </div>
      {sources.length > 0 ? (
        <div className="flex w-full shrink-0 flex-col gap-3 md:w-64">
          {sources.slice(0, mostQuotes).map((source) => (
            <Quote key={`${source.evidenceId ?? ""} ${source.excerpt}`} teamId={teamId} processId={processId} source={source} />
          ))}
          {sources.length > mostQuotes ? <p className="text-xs text-ink-3">and {sources.length - mostQuotes} more</p> : null}
          {witnessesOf(step) === 1 ? <Status look="idle" word="One witness" /> : null}
        </div>
      ) : null}
    </section>
  );
}
