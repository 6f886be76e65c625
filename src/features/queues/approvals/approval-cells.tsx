import { Check, X } from "lucide-react";
import type { ReactNode } from "react";
import type { approvalColumns, decisionColumns } from "#contract/queues/approval-columns.ts";
import type { CaseApproval } from "#contract/queues/case-approvals.ts";
import type { Cells } from "#lists/list-columns.ts";
import { Time } from "#ui/time.tsx";

export function approvalCells(userId: string): Cells<typeof approvalColumns, CaseApproval> {
  const asked = (row: CaseApproval, you: string) => (row.assignee_user_id === userId ? you : row.assignee_name);
  return {
    prompt: (row) => (
      <Prompt text={row.prompt}>
        {row.case_title} · asks {asked(row, "you")}
      </Prompt>
    ),
    case: ({ case_title, of_former_run }) => (
      <span className="text-ink-2" {...(of_former_run ? { title: "Its run no longer has the case" } : {})}>
        {case_title}
      </span>
    ),
    agent: (row) => row.agent_name,
    asks: (row) => <span className={row.may_decide ? "" : "text-ink-2"}>{asked(row, "You")}</span>,
    since: (row) => <Time at={row.created_at} />,
  };
}

export const decisionCells: Cells<typeof decisionColumns, CaseApproval> = {
  prompt: ({ prompt, case_title, responded_by_name }) => (
    <Prompt text={prompt}>
      {case_title} · by {responded_by_name ?? "unknown"}
    </Prompt>
  ),
  decision: ({ decision }) => <Decision approved={decision === "approved"} />,
  case: (row) => row.case_title,
  agent: (row) => row.agent_name,
  asked: (row) => row.assignee_name,
  by: (row) => row.responded_by_name ?? <span className="text-ink-3">Unknown</span>,
  when: (row) => <Time at={row.responded_at} />,
};

/** With what a phone says under it. */
function Prompt({ text, children }: { text: string; children: ReactNode }) {
  return (
    <>
      <span className="max-sm:line-clamp-2 sm:block sm:truncate">{text}</span>
      <span className="block truncate font-normal text-ink-2 sm:hidden">{children}</span>
    </>
  );
}

function Decision({ approved }: { approved: boolean }) {
  const Icon = approved ? Check : X;
  return (
    <span className="flex items-center gap-1.5">
      <Icon size={16} strokeWidth={1.75} aria-hidden className={approved ? "text-done" : "text-failed"} />
      {approved ? "Approved" : "Declined"}
    </span>
  );
}
