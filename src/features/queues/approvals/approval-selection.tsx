import { Check, X } from "lucide-react";
import type { CaseApproval } from "#contract/queues/case-approvals.ts";
import { Button } from "#ui/button.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import type { Decision } from "./use-decide-many.ts";

interface ApprovalSelectionProps {
  chosen: readonly CaseApproval[];
  onDecide: (approvals: readonly CaseApproval[], decision: Decision) => void;
  onClear: () => void;
}

/** Floats over the list, so that selecting moves no row. */
export function ApprovalSelection({ chosen, onDecide, onClear }: ApprovalSelectionProps) {
  const mine = chosen.filter((row) => row.may_decide);
  const others = chosen.length - mine.length;
  return (
    <div className="pointer-events-none absolute inset-x-2 bottom-14 z-20 flex justify-center">
      <div
        role="toolbar"
        aria-label="Selected approvals"
        className="pointer-events-auto flex flex-wrap items-center gap-2 rounded-md bg-surface py-1.5 ps-3 pe-1.5 shadow-pop"
      >
        <span role="status" className="text-sm">
          <span className="font-medium">{chosen.length} selected</span>
          {others > 0 ? <span className="text-ink-2">, {others === 1 ? "one of them" : others} for other people to decide</span> : null}
        </span>
        {mine.length > 0 ? (
          <>
            <Button size="sm" icon={Check} onClick={() => onDecide(mine, "approved")}>
              Approve {mine.length}
            </Button>
            <Button size="sm" icon={X} onClick={() => onDecide(mine, "rejected")}>
              Decline {mine.length}
            </Button>
          </>
        ) : null}
        <IconButton icon={X} size="sm" label="Clear selection" keys="escape" onClick={onClear} />
      </div>
    </div>
  );
}
