import type { CaseCounts } from "#contract/queues/case.ts";
import { verdictWords } from "#features/queues/case-search.ts";
import { casesInWords, countOf, filterWord } from "#features/queues/case-words.ts";
import { AnyLink } from "#ui/link.tsx";
import { Section } from "#ui/page.tsx";

/** What the verdicts add up to, each figure a link to exactly its cases. Nothing before the first case came to its end. */
export function SuccessFigures({ teamId, queueId, counts }: { teamId: string; queueId: string; counts: CaseCounts }) {
  const { completed, failed, success, judged } = counts;
  const ended = completed + failed;
  if (ended === 0) return null;
  return (
    <Section
      title="What was judged"
      description={`${judgedOf(judged, ended)} A success is completed and passed every rubric; the other judged ones are with issues: a rubric was not passed, or the case failed.`}
    >
      <dl className="grid grid-cols-3 gap-3">
        {verdictWords.map((word) => (
          <div key={word} className="rounded-md border border-line px-3 py-2">
            <dt className="text-sm text-ink-2">{filterWord(word)}</dt>
            <dd className="flex flex-wrap items-baseline gap-x-2">
              <AnyLink
                link={`/t/${teamId}/queues/${queueId}?status=${word}`}
                aria-label={`${filterWord(word)}: ${countOf(counts, word).toLocaleString("en")}`}
                className="rounded-sm text-lg font-semibold text-accent-ink underline decoration-1 underline-offset-4"
              >
                {countOf(counts, word).toLocaleString("en")}
              </AnyLink>
              {word === "success" && judged > 0 ? (
                <span className="text-sm text-ink-2">
                  {Math.floor((100 * success) / judged)} %<span className="max-sm:sr-only"> of judged</span>
                </span>
              ) : null}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

/** How far the figures speak for the queue. */
function judgedOf(judged: number, ended: number): string {
  if (judged === ended) return ended === 1 ? "The only case that ended was judged." : `All ${casesInWords(ended)} that ended were judged.`;
  const share = `${judged === 0 ? "None" : judged.toLocaleString("en")} of ${casesInWords(ended)} that ended ${judged > 1 ? "were" : "was"} judged`;
  return `${share}: those that an agent worked on are, as soon as a judge has answered.`;
}
