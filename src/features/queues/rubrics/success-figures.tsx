import { pathTo } from "#api/path-to.ts";
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
      title="Evaluation"
      description={`${judgedOf(judged, ended)} A case passes when it is completed and passes every rubric. The others failed: a rubric was not passed, or the case failed.`}
    >
      <dl className="grid grid-cols-3 gap-3">
        {verdictWords.map((word) => (
          <div key={word} className="rounded-md border border-line px-3 py-2">
            <dt className="text-sm text-ink-2">{filterWord(word)}</dt>
            <dd className="flex flex-wrap items-baseline gap-x-2">
              <AnyLink
                link={pathTo("/t/$teamId/queues/$queueId", { teamId, queueId }, { status: word })}
                aria-label={`${filterWord(word)}: ${countOf(counts, word).toLocaleString("en")}`}
                className="rounded-sm text-lg font-semibold text-accent-ink underline decoration-1 underline-offset-4"
              >
                {countOf(counts, word).toLocaleString("en")}
              </AnyLink>
              {word === "success" && judged > 0 ? (
                <span className="text-sm text-ink-2">
                  {Math.floor((100 * success) / judged)}%<span className="max-sm:sr-only"> of evaluated</span>
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
  if (judged === ended)
    return ended === 1 ? "The only closed case was evaluated." : `All ${casesInWords(ended)} that closed were evaluated.`;
  const share = `${judged === 0 ? "None" : judged.toLocaleString("en")} of ${casesInWords(ended)} that closed ${judged > 1 ? "were" : "was"} evaluated`;
  return `${share}. Cases handled by an agent are evaluated shortly after they close.`;
}
