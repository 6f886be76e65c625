import { ChevronsUp, ChevronUp } from "lucide-react";
import type { Case, CasePriority } from "#contract/queues/case.ts";
import { Status } from "#ui/status.tsx";
import type { Column } from "#ui/table-column.ts";
import { Time } from "#ui/time.tsx";
import { caseStatusWord, priorityWord } from "./case-words.ts";
import { VerdictMark } from "./verdict-mark.tsx";
import { FittingLabels } from "./fitting-labels.tsx";

export function caseColumns(order: "asc" | "desc", onSort: () => void): readonly Column<Case>[] {
  return [
    {
      id: "title",
      header: "Case",
      wrap: true,
      cell: ({ title, search_match_data_snippet: found, failure_reason: reason }) => (
        <span className="max-sm:line-clamp-2 sm:block sm:truncate">
          <bdi>{title}</bdi>
          {reason && !found ? <span className="text-ink-3"> {reason}</span> : null}
          {found ? (
            <span className="text-ink-3">
              {" "}
              …{found.before.slice(-24)}
              <mark className="bg-waiting-soft text-ink">{found.match}</mark>
              {found.after}
            </span>
          ) : null}
        </span>
      ),
    },
    {
      id: "status",
      header: "Status",
      width: "168px",
      cell: ({ display_status, eval_summary }) => (
        <span className="inline-flex items-center gap-1.5 align-middle">
          <Status value={display_status} word={caseStatusWord(display_status)} />
          <VerdictMark summary={eval_summary} />
        </span>
      ),
    },
    { id: "priority", header: "Priority", width: "96px", from: "sm", cell: ({ priority }) => <Priority value={priority} /> },
    {
      id: "labels",
      header: "Labels",
      width: "26%",
      from: "md",
      cell: ({ labels }) => <FittingLabels labels={labels} />,
    },
    {
      id: "created",
      header: "Created",
      width: "110px",
      align: "end",
      from: "sm",
      sorted: order,
      onSort,
      cell: ({ created_at }) => <Time at={created_at} />,
    },
  ];
}

/** Nothing for no priority: only what stands out is drawn. */
export function Priority({ value }: { value: CasePriority }) {
  if (value === "none") return <span className="text-ink-3">–</span>;
  const Icon = value === "high" ? ChevronsUp : ChevronUp;
  return (
    <span className="inline-flex items-center gap-1.5 align-middle">
      <Icon size={16} strokeWidth={1.75} aria-hidden className={value === "high" ? "text-failed" : "text-waiting"} />
      {priorityWord(value)}
    </span>
  );
}
