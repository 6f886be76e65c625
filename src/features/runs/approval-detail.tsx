import { pathTo } from "#api/path-to.ts";
import { useSession } from "#api/session.ts";
import type { CaseApproval } from "#contract/queues/case-approvals.ts";
import { AnyLink } from "#ui/link.tsx";
import type { InboxDetailProps } from "./inbox-detail.tsx";

/** What an agent wants decided about a case, the answers to it, and the case. */
export function ApprovalDetail({ teamId, approval, keys, decide, about, onAnswered }: InboxDetailProps & { approval: CaseApproval }) {
  const { user } = useSession();
  return (
    <>
      <section
        aria-label={`Waits for you: ${approval.prompt}`}
        className="flex flex-col gap-3 rounded-md border border-line-strong p-3 sm:p-4"
      >
        <h2 className="text-lg font-medium text-balance break-words">{approval.prompt}</h2>
        <p className="text-sm break-words text-ink-2">
          {approval.agent_name} · {approval.title} ·{" "}
          <AnyLink
            link={pathTo("/t/$teamId/queues/$queueId/cases/$caseId", { teamId, queueId: approval.queue_id, caseId: approval.case_id })}
            className="rounded-sm text-accent-ink underline underline-offset-2"
          >
            {approval.case_title}
          </AnyLink>
          {approval.of_former_run ? " · its run no longer has the case" : ""}
          {approval.assignee_user_id === user.id ? "" : ` · asks ${approval.assignee_name}`}
        </p>
        {decide(approval, { keys, onDone: onAnswered })}
      </section>
      {about(approval.case_id)}
    </>
  );
}
