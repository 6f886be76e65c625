import type { CaseApproval } from "#contract/queues/case-approvals.ts";
import type { Column } from "#ui/table-column.ts";
import { Time } from "#ui/time.tsx";

export function approvalColumns(userId: string): readonly Column<CaseApproval>[] {
  return [
    {
      id: "prompt",
      header: "Asked",
      wrap: true,
      cell: ({ prompt, case_title, ...row }) => (
        <>
          <span className="max-sm:line-clamp-2 sm:block sm:truncate">{prompt}</span>
          <span className="block truncate font-normal text-ink-2 sm:hidden">
            {case_title} · asks {row.assignee_user_id === userId ? "you" : row.assignee_name}
          </span>
        </>
      ),
    },
    {
      id: "case",
      header: "Case",
      width: "24%",
      from: "sm",
      cell: ({ case_title, of_former_run }) => (
        <span className="text-ink-2" {...(of_former_run ? { title: "Its run no longer has the case" } : {})}>
          {case_title}
        </span>
      ),
    },
    { id: "agent", header: "Agent", width: "16%", from: "md", quiet: true, cell: (row) => row.agent_name },
    {
      id: "asks",
      header: "Asks",
      width: "150px",
      from: "sm",
      cell: (row) => (
        <span className={row.may_decide ? "" : "text-ink-2"}>{row.assignee_user_id === userId ? "You" : row.assignee_name}</span>
      ),
    },
    { id: "since", header: "Since", width: "88px", align: "end", cell: (row) => <Time at={row.created_at} /> },
  ];
}
