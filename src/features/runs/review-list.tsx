import { Sparkles } from "lucide-react";
import type { OpenBuilderRun } from "#contract/agents/builder-runs.ts";
import { AnyLink } from "#ui/link.tsx";
import { Time } from "#ui/time.tsx";

interface ReviewListProps {
  teamId: string;
  reviews: readonly OpenBuilderRun[];
  total: number;
}

/** Revisions that wait for a person, each leading to its review. */
export function ReviewList({ teamId, reviews, total }: ReviewListProps) {
  const more = total - reviews.length;
  return (
    <ul aria-label="Waiting reviews">
      {reviews.map((review) => (
        <li key={review.id} className="border-b border-line">
          <AnyLink
            data-inbox-row
            link={`/t/${teamId}/agents/${review.agent_id}/revisions/${review.build_id}/review`}
            className="flex gap-3 px-4 py-3 hover:bg-hover focus-visible:-outline-offset-2 md:px-5"
          >
            <Sparkles size={16} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0 text-waiting" />
            <span className="min-w-0 flex-1">
              <span className="line-clamp-2 font-medium break-words">{titleOf(review)}</span>
              <span className="mt-0.5 block truncate text-sm text-ink-2">
                {review.agent_name} · {review.summary ?? review.prompt}
              </span>
            </span>
            <span className="shrink-0 text-sm text-ink-3">
              <Time at={review.updated_at} />
            </span>
          </AnyLink>
        </li>
      ))}
      {more > 0 ? (
        <li className="border-b border-line px-5 py-3 text-sm text-ink-3">{more.toLocaleString("en")} more reviews wait behind these.</li>
      ) : null}
    </ul>
  );
}

function titleOf({ status, questions, revision_number: number }: OpenBuilderRun): string {
  const [first] = questions;
  return status === "waiting_for_input" && first ? first.question : `Review revision ${number.toLocaleString("en")}`;
}
