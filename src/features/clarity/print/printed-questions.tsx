import type { Finding } from "#contract/clarity/flow/findings.ts";
import { pathWords } from "#contract/clarity/flow/findings.ts";
import { readOrderQuestion } from "#contract/clarity/order-question.ts";
import type { Step } from "#contract/clarity/step.ts";
import { counted } from "#ui/counted.ts";
import { type NumberedEvidence, numbersInWords } from "./numbered-evidence.ts";

interface PrintedQuestionsProps {
  steps: readonly Step[];
  evidence: NumberedEvidence;
  findings: readonly Finding[];
}

/** What the captures do not say, or say differently, and what is wrong with the flow: each with its steps. */
export function PrintedQuestions({ steps, evidence, findings }: PrintedQuestionsProps) {
  const number = new Map(steps.map(({ id }, i) => [id, i + 1]));
  const asked = questionsOf(steps);
  const gaps = steps.flatMap(({ id, extraCaptureNeeded }) => (extraCaptureNeeded ? [{ stepId: id, ...extraCaptureNeeded }] : []));
  const stepsOf = (ids: readonly string[]) => {
    const numbers = ids.flatMap((id) => number.get(id) ?? []);
    return numbers.length === 0 ? "" : `${numbers.length === 1 ? "Step" : "Steps"} ${numbersInWords(numbers)}. `;
  };
  const side = (units: readonly string[]) => {
    const quotes = units.flatMap((unit) => evidence.byUnit.get(unit) ?? []);
    return quotes.length === 0 ? "no quote of this version" : `${counted(quotes.length, "quote", "quotes")} (${numbersInWords(quotes)})`;
  };
  if (asked.length + gaps.length + findings.length === 0)
    return <p className="text-sm text-ink-2">No open questions. Each way through the process ends.</p>;
  return (
    <ul className="text-sm [&>li]:break-inside-avoid [&>li]:border-t [&>li]:border-line [&>li]:py-1.5">
      {asked.map(({ text, ids }) => {
        const order = readOrderQuestion(text);
        return (
          <li key={text} className="break-words">
            <span className="text-ink-3">{stepsOf(ids)}</span>
            <span className="font-medium">{order?.question ?? text}</span>
            {order ? (
              <span className="block text-xs text-ink-2">
                The captures contradict each other. Before, as it is drawn: {side(order.before)}. After: {side(order.after)}.
              </span>
            ) : null}
          </li>
        );
      })}
      {gaps.map(({ stepId, id, gap, proposal }) => (
        <li key={id} className="break-words">
          <span className="text-ink-3">{stepsOf([stepId])}</span>
          <span className="font-medium">{gap}</span>
          {proposal ? <span className="block text-xs text-ink-2">{proposal}</span> : null}
        </li>
      ))}
      {findings.map(({ code, message, stepIds, path }) => (
        <li key={`${code} ${stepIds.join()}`} className="break-words">
          <span className="text-ink-3">{stepsOf(stepIds)}</span>
          <span className="font-medium">{message}.</span>
          {path && path.length > 0 ? <span className="block text-xs text-ink-2">{pathWords(path)}</span> : null}
        </li>
      ))}
    </ul>
  );
}

/** Each open question once, with the steps that have it. */
export function questionsOf(steps: readonly Step[]): { readonly text: string; readonly ids: readonly string[] }[] {
  const all = steps.flatMap(({ id, openQuestions }) => (openQuestions ?? []).map((text) => ({ id, text })));
  return [...Map.groupBy(all, ({ text }) => text)].map(([text, at]) => ({ text, ids: at.map(({ id }) => id) }));
}
