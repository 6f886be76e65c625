import {
  CircleHelp,
  LayoutDashboard,
  Lightbulb,
  ListChecks,
  type LucideIcon,
  ShieldCheck,
  Sparkles,
  Unplug,
  UserPlus,
  Workflow,
} from "lucide-react";
import type { InboxThing } from "#contract/runs/inbox.ts";
import { useDecisionAbout } from "#api/decisions/held.ts";
import { cx } from "#ui/cx.ts";
import { AnyLink } from "#ui/link.tsx";
import { Countdown, notSentYet } from "#ui/pending-decision.tsx";
import { Time } from "#ui/time.tsx";
import type { SteadyItem } from "./use-steady-items.ts";
import { besideTitle, linkOf, titleOf, type WaitingItem } from "./waiting-items.ts";

type Look = "approval" | "question" | "case" | "review" | InboxThing["kind"];

const icons: Record<Look, LucideIcon> = {
  approval: ShieldCheck,
  question: CircleHelp,
  case: ListChecks,
  review: Sparkles,
  connection: Unplug,
  join_request: UserPlus,
  dashboard: LayoutDashboard,
  capture: Workflow,
  suggestion: Lightbulb,
};

function lookOf(item: WaitingItem): Look {
  if (item.kind === "request") return item.request.type;
  if (item.kind === "approval") return "case";
  return item.kind === "review" ? "review" : item.thing.kind;
}

interface InboxListProps {
  teamId: string;
  rows: readonly SteadyItem[];
  total: number;
  current: string | undefined;
  former?: boolean;
  /** In a block of a page, whose edges it reaches. */
  inBlock?: boolean;
}

/** Everything that waits, whatever it is, in one order. */
export function InboxList({ teamId, rows, total, current, former = false, inBlock = false }: InboxListProps) {
  const more = total - rows.filter(({ gone }) => !gone).length;
  return (
    <ul aria-label={former ? "Waiting without their case" : "Waiting for you"}>
      {rows.map((row) => (
        <Row key={row.item.id} teamId={teamId} row={row} here={row.item.id === current} inBlock={inBlock} />
      ))}
      {more > 0 ? (
        <li className="px-5 py-3 text-sm text-ink-3">{more.toLocaleString("en")} more waiting. They appear as you answer.</li>
      ) : null}
    </ul>
  );
}

interface RowProps {
  teamId: string;
  row: SteadyItem;
  here: boolean;
  inBlock: boolean;
}

function Row({ teamId, row: { item, gone }, here, inBlock }: RowProps) {
  const decision = useDecisionAbout(item.id);
  const Icon = icons[lookOf(item)];
  const quiet = gone || item.former || decision?.state === "waiting" || decision?.state === "sending";
  return (
    <li className={cx("border-b border-line", inBlock && "mx-3 last:border-b-0 md:mx-5 [&>a]:-mx-3 md:[&>a]:-mx-5")}>
      <AnyLink
        data-inbox-row={item.id}
        link={linkOf(teamId, item)}
        aria-current={here ? "true" : undefined}
        className={cx(
          "flex gap-3 focus-visible:-outline-offset-2 md:px-5",
          inBlock ? "px-3 py-2" : "px-4 py-3",
          here ? "bg-accent-soft" : "hover:bg-hover",
        )}
      >
        <Icon size={16} strokeWidth={1.75} aria-hidden className={cx("mt-0.5 shrink-0", quiet ? "text-ink-3" : "text-waiting")} />
        <span className="min-w-0 flex-1">
          <span className={cx("line-clamp-2 font-medium break-words", inBlock && "text-sm", gone && "text-ink-3 line-through")}>
            {titleOf(item)}
          </span>
          <span
            className={
              inBlock ? "line-clamp-2 text-xs leading-5 break-words text-ink-3 sm:line-clamp-1" : "mt-0.5 block truncate text-sm text-ink-2"
            }
          >
            {gone ? (
              "Already answered or withdrawn"
            ) : decision?.state === "waiting" ? (
              <Countdown doing={decision.doing} until={decision.until} />
            ) : decision?.state === "sending" ? (
              `${decision.doing}…`
            ) : decision?.state === "unsent" ? (
              notSentYet
            ) : decision?.state === "refused" ? (
              <span className="text-failed">Not sent. {decision.refusal}</span>
            ) : (
              besideTitle(item)
            )}
          </span>
        </span>
        <span className={cx("shrink-0 text-ink-3", inBlock ? "text-xs leading-5" : "text-sm")}>
          <Time at={item.at} />
        </span>
      </AnyLink>
    </li>
  );
}
