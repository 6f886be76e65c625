import { useQuery } from "@tanstack/react-query";
import { useDecided } from "#api/decisions.ts";
import { openReviewsRead } from "#features/agents/queries.ts";
import { LinkButton } from "#ui/link-button.tsx";

/** The way on after a decision: the review that has waited longest, or the inbox. */
export function NextReview({ teamId, buildId, primary = false }: { teamId: string; buildId: string; primary?: boolean }) {
  const decided = useDecided();
  const { data } = useQuery(openReviewsRead(teamId));
  const all = data?.builder_runs ?? [];
  const waiting = all.filter(({ id, build_id, status }) => status === "waiting_for_approve" && build_id !== buildId && !decided.has(id));
  const [next] = waiting;
  // Those that the list does not show wait as well.
  const count = waiting.length + Math.max(0, (data?.total ?? 0) - all.length);
  if (!next) return <LinkButton link={`/t/${teamId}/inbox`}>Back to the inbox</LinkButton>;
  return (
    <LinkButton
      link={`/t/${teamId}/agents/${next.agent_id}/revisions/${next.build_id}/review`}
      className="self-start"
      {...(primary ? { tone: "primary" as const } : {})}
    >
      Next waiting review ({count.toLocaleString("en")})
    </LinkButton>
  );
}
