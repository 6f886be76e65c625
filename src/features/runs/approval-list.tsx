import { ListChecks } from "lucide-react";
import type { ReactNode } from "react";
import { useSession } from "#api/session.ts";
import type { CaseApproval } from "#contract/queues/case-approvals.ts";
import { AnyLink } from "#ui/link.tsx";
import { Time } from "#ui/time.tsx";

/** The controls that decide a row; they belong to the area of the cases. */
export type Decide = (approval: CaseApproval) => ReactNode;

interface ApprovalListProps {
  teamId: string;
  approvals: readonly CaseApproval[];
  total: number;
  decide: Decide;
}

/** What agents want decided about cases, each leading to its case and decided in its place. */
export function ApprovalList({ teamId, approvals, total, decide }: ApprovalListProps) {
  const { user } = useSession();
  const more = total - approvals.length;
  return (
    <ul aria-label="Waiting approvals of cases">
      {approvals.map((approval) => (
        <li key={approval.id} className="flex gap-3 border-b border-line px-4 py-3 md:px-5">
          <ListChecks size={16} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0 text-waiting" />
          <div className="min-w-0 flex-1">
            <p className="line-clamp-3 font-medium break-words">{approval.prompt}</p>
            <p className="mt-0.5 mb-2 text-sm break-words text-ink-2">
              {approval.agent_name} · {approval.title} ·{" "}
              <AnyLink
                data-inbox-row
                link={`/t/${teamId}/queues/${approval.queue_id}/cases/${approval.case_id}`}
                className="rounded-sm text-accent-ink underline underline-offset-2"
              >
                {approval.case_title}
              </AnyLink>
              {approval.of_former_run ? " · its run no longer has the case" : ""}
              {approval.assignee_user_id === user.id ? "" : ` · asks ${approval.assignee_name}`}
            </p>
            {decide(approval)}
          </div>
          <span className="shrink-0 text-sm text-ink-3">
            <Time at={approval.created_at} />
          </span>
        </li>
      ))}
      {more > 0 ? (
        <li className="border-b border-line px-5 py-3 text-sm text-ink-3">
          {more.toLocaleString("en")} more approvals wait behind these. They follow as you decide.
        </li>
      ) : null}
    </ul>
  );
}
