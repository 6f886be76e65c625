import { Link } from "@tanstack/react-router";
import type { Step } from "#contract/clarity/step.ts";
import type { StepSource } from "#contract/clarity/step-source.ts";
import { placeOfUnit } from "#features/clarity/version/quote.tsx";
import { type NumberedEvidence, numbersInWords } from "./numbered-evidence.ts";
import { type CaptureTitles, foundAt, saidBy } from "./print-words.ts";

interface PrintedEvidenceProps {
  teamId: string;
  processId: string;
  steps: readonly Step[];
  evidence: NumberedEvidence;
  titles: CaptureTitles;
}

/** Every quote once, below the first step that rests on it, with who said it and where. */
export function PrintedEvidence({ steps, evidence, ...rest }: PrintedEvidenceProps) {
  const seen = new Set<number>();
  const told = steps.flatMap((step, i) => {
    const quotes = evidence.of.get(step.id) ?? [];
    const first = quotes.filter(({ number }) => !seen.has(number));
    for (const { number } of first) seen.add(number);
    const again = quotes.filter((quote) => !first.includes(quote)).map(({ number }) => number);
    const { assumptions } = step;
    return quotes.length > 0 || (assumptions ?? []).length > 0 ? [{ step, at: i + 1, first, again, assumptions: assumptions ?? [] }] : [];
  });
  if (told.length === 0) return <p className="text-sm text-ink-2">No step has a quote.</p>;
  return (
    <div className="gap-8 text-sm md:columns-2 print:columns-2">
      {told.map(({ step: { id, title }, at, first, again, assumptions }) => (
        <section key={id} aria-label={`Evidence of step ${at}`} className="mb-2 border-t border-line pt-2">
          <h4 className="break-inside-avoid break-after-avoid font-semibold break-words">
            <span className="font-normal text-ink-3">Step {at}</span> {title}
          </h4>
          {first.map(({ number, source }) => (
            <PrintedQuote key={number} {...rest} number={number} source={source} />
          ))}
          {again.length > 0 ? <p className="mt-1 ps-8 text-xs text-ink-2">Also quoted above: {numbersInWords(again)}</p> : null}
          {assumptions.length > 0 ? (
            <p className="mt-1 break-inside-avoid ps-8 text-xs text-ink-2">Assumed: {assumptions.join(" ")}</p>
          ) : null}
        </section>
      ))}
    </div>
  );
}

interface PrintedQuoteProps extends Omit<PrintedEvidenceProps, "steps" | "evidence"> {
  number: number;
  source: StepSource;
}

function PrintedQuote({ teamId, processId, titles, number, source }: PrintedQuoteProps) {
  const { excerpt, captureId, evidenceId, resolutionStatus } = source;
  const place = foundAt(source);
  return (
    <figure className="mt-1 flex break-inside-avoid gap-2">
      <span className="w-6 shrink-0 text-end text-xs leading-5 text-ink-3 tabular-nums">{number}</span>
      <div className="min-w-0">
        <blockquote className="break-words whitespace-pre-wrap">“{excerpt}”</blockquote>
        <figcaption className="break-words text-xs text-ink-2">
          {saidBy(source, titles)}
          {place ? ", " : null}
          {resolutionStatus === "resolved" && captureId !== undefined && place ? (
            <Link
              to="/t/$teamId/clarity/processes/$processId/captures/$captureId"
              params={{ teamId, processId, captureId }}
              search={placeOfUnit(evidenceId)}
              className="text-accent-ink underline underline-offset-2 print:text-inherit print:no-underline"
            >
              {place}
            </Link>
          ) : (
            place
          )}
        </figcaption>
      </div>
    </figure>
  );
}
