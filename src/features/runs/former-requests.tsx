import type { ReactNode } from "react";
import { Button } from "#ui/button.tsx";

interface FormerRequestsProps {
  /** How many requests and approvals there are. */
  count: number;
  onWithdrawAll: () => void;
  /** The list of them. */
  children: ReactNode;
}

/** What is asked by runs that no longer have their case: last, and closed in one go. */
export function FormerRequests({ count, onWithdrawAll, children }: FormerRequestsProps) {
  return (
    <section aria-label="Requests without their case">
      <div className="flex items-start gap-3 border-b border-line px-4 pt-4 pb-2 md:px-5">
        <div className="min-w-0 flex-1 text-xs text-ink-2">
          <h2 className="flex gap-2 font-medium">
            Requests without their case
            <span className="text-ink-3">{count.toLocaleString("en")}</span>
          </h2>
          <p className="mt-0.5">These runs no longer have their cases. Answers do not change the cases.</p>
        </div>
        <Button size="sm" onClick={onWithdrawAll}>
          Withdraw all
        </Button>
      </div>
      {children}
    </section>
  );
}
