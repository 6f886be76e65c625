import type { CaseCounts } from "#contract/queues/case.ts";
import { AnyLink } from "#ui/link.tsx";
import { Section } from "#ui/page.tsx";
import type { CaseFilterWord } from "./case-search.ts";
import { countOf, filterWord } from "./case-words.ts";

const shown: readonly CaseFilterWord[] = ["completed", "success", "failed"];

/** What the verdicts add up to, each figure a link to its cases. */
export function SuccessFigures({ teamId, queueId, counts }: { teamId: string; queueId: string; counts: CaseCounts }) {
  const { completed, success } = counts;
  if (completed + counts.failed === 0) return null;
  const rate = completed === 0 ? undefined : Math.floor((100 * success) / completed);
  return (
    <Section
      title="How cases ended"
      description="A success is a completed case that passed every rubric it was judged by. One that was not judged does not count as one."
    >
      <dl className="grid grid-cols-3 gap-3">
        {shown.map((word) => (
          <div key={word} className="rounded-md border border-line px-3 py-2">
            <dt className="text-sm text-ink-2">{filterWord(word)}</dt>
            <dd className="flex flex-wrap items-baseline gap-x-2">
              <AnyLink
                link={`/t/${teamId}/queues/${queueId}?status=${word}`}
                aria-label={`${filterWord(word)}: ${countOf(counts, word).toLocaleString("en")}`}
                className="rounded-sm text-lg font-semibold underline-offset-2 hover:underline"
              >
                {countOf(counts, word).toLocaleString("en")}
              </AnyLink>
              {word === "success" && rate !== undefined ? <span className="text-sm text-ink-2">{rate} % of completed</span> : null}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
