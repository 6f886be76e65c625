import { ArrowRight } from "lucide-react";
import type { OpenBuilderRun } from "#contract/agents/builder-run.ts";
import { Keys } from "#ui/kbd.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import type { InboxDetailProps } from "./inbox-detail.tsx";
import { linkOf, titleOf } from "./waiting-items.ts";

/** What a model wrote into a draft, in its words. The comparison has a page of its own. */
export function ReviewDetail({ teamId, row, review, keys }: InboxDetailProps & { review: OpenBuilderRun }) {
  return (
    <section aria-label={titleOf(row.item)} className="flex flex-col gap-3 rounded-md border border-line-strong p-4">
      <h2 className="text-lg font-medium break-words">{titleOf(row.item)}</h2>
      <p className="text-ink-2">
        {review.agent_name}
        {review.asked_by?.name ? `, asked by ${review.asked_by.name}` : ""}
      </p>
      {review.summary ? <p className="break-words whitespace-pre-wrap">{review.summary}</p> : null}
      {/* All of it is in the review: however long, the way there stays in sight. */}
      <p className="rounded-md bg-sunken px-3 py-2 text-sm">
        <span className="line-clamp-6 break-words whitespace-pre-wrap">{review.prompt}</span>
      </p>
      <LinkButton tone="primary" icon={ArrowRight} link={linkOf(teamId, row.item)} className="self-start max-sm:h-11">
        Open the review
        {keys ? (
          <span aria-hidden className="hidden ps-1 md:inline">
            <Keys keys="enter" inverse />
          </span>
        ) : null}
      </LinkButton>
    </section>
  );
}
