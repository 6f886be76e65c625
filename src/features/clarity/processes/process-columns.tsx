import { Captions, FileText, type LucideIcon, MessageSquareText } from "lucide-react";
import { exceptionOf, stageWords, waitsForReview } from "#features/clarity/process-words.ts";
import { StageMarks } from "#features/clarity/stage-marks.tsx";
import { Status } from "#ui/status.tsx";
import type { Column } from "#ui/table-column.ts";
import { Time } from "#ui/time.tsx";
import type { ListedProcess } from "./listed.ts";

export const processColumns: readonly Column<ListedProcess>[] = [
  {
    id: "name",
    header: "Process",
    cell: ({ name, summary, ...row }) => (
      <span className="block min-w-0 leading-4">
        <span className="block truncate font-medium">{name}</span>
        <span className="block truncate text-xs text-ink-3 max-sm:hidden">{summary ?? withoutSummary(row)}</span>
      </span>
    ),
    beneath: (row) => <StageCell row={row} />,
  },
  { id: "stage", header: "Stage", width: "196px", from: "sm", cell: (row) => <StageCell row={row} /> },
  { id: "area", header: "Area", width: "152px", from: "lg", quiet: true, cell: ({ area }) => area ?? "Unsorted" },
  { id: "captures", header: "Captures", width: "132px", from: "md", quiet: true, cell: (row) => <Captures row={row} /> },
  {
    id: "by",
    header: "Created by",
    width: "144px",
    from: "lg",
    quiet: true,
    cell: ({ created_by_name }) => created_by_name ?? "Former member",
  },
  {
    id: "updated",
    header: "Updated",
    width: "104px",
    align: "end",
    quiet: true,
    from: "sm",
    cell: ({ updated_at }) => <Time at={updated_at} />,
  },
];

function withoutSummary({ stage, capture_count: captures }: Pick<ListedProcess, "stage" | "capture_count">): string {
  if (stage !== "none" && stage !== "captured") return "No summary.";
  return captures === 0 ? "No captures yet." : "The summary comes with the current process.";
}

function StageCell({ row: { status, version, stage, failures_since_evidence: failures } }: { row: ListedProcess }) {
  // A version that was generated waits to be looked at. Where a generation was stopped before there was one, nothing does.
  const waits = status === "review" && stage === "described" ? waitsForReview : undefined;
  const exception = exceptionOf({ status, version, failures }) ?? waits;
  return exception ? (
    <Status {...exception} />
  ) : (
    <span className="inline-flex items-center gap-2">
      <StageMarks stage={stage} />
      <span aria-hidden>{stageWords[stage]}</span>
    </span>
  );
}

function Captures({ row: { capture_counts: counts } }: { row: ListedProcess }) {
  return (
    <span className="inline-flex gap-2.5 tabular-nums">
      <Count icon={MessageSquareText} of="interviews" value={counts.interview} />
      <Count icon={FileText} of="documents" value={counts.document} />
      <Count icon={Captions} of="transcripts and recordings" value={counts.video} />
    </span>
  );
}

function Count({ icon: Icon, of, value }: { icon: LucideIcon; of: string; value: number }) {
  return (
    <span className="inline-flex items-center gap-1" title={`${value} ${of}`}>
      <Icon size={14} strokeWidth={1.75} aria-hidden className="text-ink-3" />
      <span className="sr-only">{of}: </span>
      {value === 0 ? "–" : value}
    </span>
  );
}
