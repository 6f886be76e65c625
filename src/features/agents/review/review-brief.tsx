import { Disclosure } from "#ui/disclosure.tsx";
import { Time } from "#ui/time.tsx";
import { EarlierRequests } from "./earlier-requests.tsx";
import type { Proposal } from "./use-review.ts";

/** What was asked for in a line; in full, with what the model says it did, once it is opened. */
export function ReviewBrief({ proposal: { run, generation } }: { proposal: Proposal }) {
  const byline = (
    <>
      {generation.asked_by?.name ? `${generation.asked_by.name}, ` : null}
      <Time at={run.started_at ?? generation.created_at} /> · {generation.model}
    </>
  );
  return (
    <Disclosure
      aria-label="Request"
      className="shrink-0 border-b border-line text-sm"
      summaryClassName="px-3 py-1.5 md:px-5"
      summary={
        <span className="flex min-w-0 flex-1 items-center gap-3">
          <span className="min-w-0 flex-1 truncate font-medium">{generation.prompt}</span>
          <span className="max-w-1/2 shrink-0 truncate text-ink-2 max-sm:hidden">{byline}</span>
        </span>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard */}
      <dl
        tabIndex={0}
        aria-label="What was asked for, in full"
        className="grid max-h-60 gap-x-4 gap-y-0.5 overflow-y-auto px-3 pb-2 focus-visible:-outline-offset-2 sm:grid-cols-[max-content_minmax(0,1fr)] sm:gap-y-1.5 md:px-5"
      >
        <dt className="text-ink-3">Prompt</dt>
        <dd className="max-w-[720px] font-medium break-words whitespace-pre-wrap max-sm:mb-1">{generation.prompt}</dd>
        {generation.summary ? (
          <>
            <dt className="text-ink-3">The model says</dt>
            <dd className="max-w-[720px] break-words whitespace-pre-wrap max-sm:mb-1">{generation.summary}</dd>
          </>
        ) : null}
        <dt className="text-ink-3">{generation.asked_by?.name ? "By" : "When"}</dt>
        <dd className="text-ink-2">{byline}</dd>
      </dl>
      <EarlierRequests buildId={run.build_id} shownId={run.id} />
    </Disclosure>
  );
}
