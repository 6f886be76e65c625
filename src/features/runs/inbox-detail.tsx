import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import type { CaseApproval } from "#contract/queues/case-approvals.ts";
import type { InboxThing } from "#contract/runs/inbox.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { TakesFocus } from "#ui/takes-focus.tsx";
import { ApprovalDetail } from "./approval-detail.tsx";
import { ClosedRequest } from "./closed-request.tsx";
import { RequestDetail } from "./request-detail.tsx";
import { ReviewDetail } from "./review-detail.tsx";
import { ThingDetail } from "./thing-detail.tsx";
import type { Answer } from "./use-answer.ts";
import type { SteadyItem } from "./use-steady-items.ts";

/** Draws what decides an approval; that belongs to the area of the cases. */
export type Decide = (approval: CaseApproval, how: { keys: boolean; onDone: () => void }) => ReactNode;

interface Dealing {
  /** The id that it is decided under. */
  readonly about: string;
  readonly keys: boolean;
  /** Once it is decided, which is not sent yet. */
  readonly onDone: () => void;
  /** Once it waits no longer. */
  readonly onDealt: () => void;
}

/** Draws what deals with another thing; that belongs to the thing's own area. */
export type Deal = (thing: InboxThing, how: Dealing) => ReactNode;

export interface InboxDetailProps {
  teamId: string;
  row: SteadyItem;
  position: number;
  of: number;
  keys: boolean;
  /** Somebody came here by deciding or by a key, and reads on here. */
  focused: boolean;
  decide: Decide;
  deal: Deal;
  /** Draws a case by its id, and what stands under it; it belongs to the area of the cases. */
  about: (caseId: string, below?: ReactNode) => ReactNode;
  /** See RequestCard. */
  alike: { readonly many: string; readonly onAnswer: (answer: Answer) => void } | undefined;
  onWithdraw: () => void;
  onAnswered: () => void;
  onDealt: () => void;
  onBack: (() => void) | undefined;
}

/** What waits, with its controls first, and under it what led to it. */
export function InboxDetail(props: InboxDetailProps) {
  const { row, position, of, focused, onAnswered, onBack } = props;
  const { item, gone } = row;
  return (
    // Positioned, as what is only for screen readers would lengthen the document otherwise.
    <div className="relative min-h-0 min-w-0 flex-1 overflow-y-auto">
      <TakesFocus when={focused} className="mx-auto flex w-full max-w-[760px] flex-col gap-4 px-3 py-4 md:px-6">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-3">
          {onBack ? (
            <Button size="sm" tone="quiet" icon={ArrowLeft} onClick={onBack}>
              All requests
            </Button>
          ) : null}
          {gone ? null : `${position} of ${of.toLocaleString("en")}`}
        </div>
        {gone && item.kind === "request" ? (
          <ClosedRequest teamId={props.teamId} request={item.request} action={<Button onClick={onAnswered}>Next</Button>} />
        ) : gone ? (
          <EmptyState title="Already answered or withdrawn" action={<Button onClick={onAnswered}>Next</Button>}>
            Somebody else answered this, or its run was stopped.
          </EmptyState>
        ) : item.kind === "review" ? (
          <ReviewDetail {...props} review={item.review} />
        ) : item.kind === "approval" ? (
          <ApprovalDetail {...props} approval={item.approval} />
        ) : item.kind === "thing" ? (
          <ThingDetail {...props} item={item} />
        ) : null}
        {item.kind === "request" ? <RequestDetail {...props} request={item.request} gone={gone} /> : null}
      </TakesFocus>
    </div>
  );
}
