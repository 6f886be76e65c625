import { lanesOf } from "#contract/clarity/flow/lanes.ts";
import type { Step } from "#contract/clarity/step.ts";
import { witnessesOf } from "#contract/clarity/witnesses.ts";
import { typeWords } from "#features/clarity/step-words.ts";
import { type NumberedEvidence, numbersInWords } from "./numbered-evidence.ts";

/** Each step with who does it, in which system, what follows, and the numbers of its quotes. */
export function PrintedSteps({ steps, evidence }: { steps: readonly Step[]; evidence: NumberedEvidence }) {
  const lanes = lanesOf(steps);
  const number = new Map(steps.map(({ id }, i) => [id, i + 1]));
  const way = ({ stepId, label }: Step["targetSteps"][number]) => [label, number.get(stepId) ?? "?"].filter(Boolean).join(": ");
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- in a narrow window it is scrolled by keyboard
    <div tabIndex={0} role="group" aria-label="Table of steps" className="overflow-x-auto print:overflow-visible">
      <table aria-label="Steps" className="w-full min-w-[720px] border-collapse text-sm print:min-w-0">
        <thead>
          <tr className="border-b border-line-strong text-xs text-ink-2 [&>th]:py-1 [&>th]:pe-4 [&>th]:text-start [&>th]:font-medium">
            <th scope="col" className="w-8">
              #
            </th>
            <th scope="col">Step</th>
            <th scope="col" className="w-36">
              Role
            </th>
            <th scope="col" className="w-28">
              System
            </th>
            <th scope="col" className="w-40">
              Next
            </th>
            <th scope="col" className="w-28">
              Evidence
            </th>
          </tr>
        </thead>
        <tbody>
          {steps.map((step) => {
            const { id, title, description, system, targetSteps, nodeSubtype, condition, nodeType } = step;
            const quotes = evidence.of.get(id) ?? [];
            const about = nodeType === "gateway" ? condition : description;
            return (
              <tr key={id} className="break-inside-avoid border-b border-line [&>td]:py-1.5 [&>td]:pe-4 [&>td]:align-top">
                <td className="text-ink-3 tabular-nums">{number.get(id)}</td>
                <td className="break-words">
                  <span className="font-medium">{title}</span>
                  <span className="text-ink-3"> {typeWords[nodeSubtype].kind}</span>
                  {about && about !== title ? <span className="block text-xs text-ink-2">{about}</span> : null}
                </td>
                <td className="break-words">{lanes.get(id) ?? "–"}</td>
                <td className="break-words">{system || "–"}</td>
                <td className="break-words">{targetSteps.length === 0 ? "–" : targetSteps.map(way).join(", ")}</td>
                <td className="tabular-nums">
                  {quotes.length === 0 ? "–" : numbersInWords(quotes.map((quote) => quote.number))}
                  {quotes.length > 0 && witnessesOf(step) === 1 ? <span className="block text-xs text-ink-3">one witness</span> : null}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
