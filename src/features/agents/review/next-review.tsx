import { useQuery } from "@tanstack/react-query";
import { useDecided } from "#api/decisions/held.ts";
import { pathTo } from "#api/path-to.ts";
import { openReviewsRead } from "#features/agents/queries.ts";
import { Keys } from "#ui/kbd.tsx";
import { useGo } from "#ui/link.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { useShortcuts } from "#ui/shortcuts.ts";

/** The way on after a decision: the review that has waited longest, or the inbox. */
export function NextReview({ teamId, buildId, primary = false }: { teamId: string; buildId: string; primary?: boolean }) {
  const decided = useDecided();
  const { data } = useQuery(openReviewsRead(teamId));
  const all = data?.builder_runs ?? [];
  const waiting = all.filter(({ id, build_id, status }) => status === "waiting_for_approve" && build_id !== buildId && !decided.has(id));
  const [next] = waiting;
  const go = useGo();
  const link =
    next && pathTo("/t/$teamId/agents/$agentId/revisions/$buildId/review", { teamId, agentId: next.agent_id, buildId: next.build_id });
  // The key of the inbox for the next one. What it opens takes no decision before the keyboard has rested.
  const open = (event: KeyboardEvent) => (link && !event.repeat ? go(link) : undefined);
  useShortcuts("Review", link ? [{ keys: "j", label: "Next waiting review", run: open }] : []);
  // Those that the list does not show wait as well.
  const count = waiting.length + Math.max(0, (data?.total ?? 0) - all.length);
  if (!link)
    return (
      <LinkButton link={pathTo("/t/$teamId/inbox", { teamId })} className="self-start">
        Back to the inbox
      </LinkButton>
    );
  return (
    <LinkButton link={link} className="self-start" {...(primary ? { tone: "primary" as const } : {})}>
      Next waiting review ({count.toLocaleString("en")})
      <span aria-hidden className="hidden ps-1 md:inline">
        <Keys keys="j" inverse={primary} />
      </span>
    </LinkButton>
  );
}
