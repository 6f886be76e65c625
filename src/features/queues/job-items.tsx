import { useInfiniteQuery } from "@tanstack/react-query";
import { ListChecks } from "lucide-react";
import { type CaseJob, type CaseJobItem, type CaseJobOutcome, caseJobOutcomes } from "#contract/queues/case-jobs.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { LoadMore } from "#ui/load-more.tsx";
import { Loaded } from "#ui/loaded.tsx";
import type { Column } from "#ui/table-column.ts";
import { Table } from "#ui/table.tsx";
import { Tabs } from "#ui/tabs.tsx";
import { outcomeWords, reasonInWords } from "./act-words.ts";
import { jobItemPages } from "./job-queries.ts";

interface JobItemsProps {
  teamId: string;
  job: CaseJob;
  outcome: CaseJobOutcome | undefined;
  onOutcome: (outcome: CaseJobOutcome | undefined) => void;
}

/** Each case of a job with what became of it. While the job runs, the first of them are read again now and then. */
export function JobItems({ teamId, job, outcome, onOutcome }: JobItemsProps) {
  const running = job.status === "running";
  const query = useInfiniteQuery({
    ...jobItemPages(job, outcome),
    refetchInterval: ({ state }) => (running && (state.data?.pages.length ?? 0) < 2 ? 3000 : false),
  });
  const rows = query.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <Tabs
        label="What became of them"
        tabs={[
          { value: "all", label: "All", count: job.total },
          ...caseJobOutcomes.map((value) => ({ value, label: outcomeWords[value], count: job.counts[value] })),
        ]}
        value={outcome ?? "all"}
        onChange={(next) => onOutcome(caseJobOutcomes.find((value) => value === next))}
      />
      <Loaded query={query} what="the cases of this job">
        {() =>
          rows.length === 0 ? (
            <EmptyState icon={ListChecks} title={outcome ? `${outcomeWords[outcome]}: none` : "No case was asked for"}>
              {outcome ? "No case of this job came to this end." : "No case fitted the filters when the job began."}
            </EmptyState>
          ) : (
            <Table
              label="Cases of the job"
              rows={rows}
              rowId={(item) => item.case_id}
              rowLink={(item) => `/t/${teamId}/queues/${job.queue_id}/cases/${item.case_id}`}
              columns={columns}
              total={outcome ? job.counts[outcome] : job.total}
              footer={<LoadMore query={query} count={rows.length} what="cases" />}
            />
          )
        }
      </Loaded>
    </>
  );
}

const columns: readonly Column<CaseJobItem>[] = [
  {
    id: "case",
    header: "Case",
    wrap: true,
    cell: (item) => (
      <>
        <span className="block truncate">{item.title || <code className="text-ink-3">{item.case_id}</code>}</span>
        <span className="block truncate font-normal text-ink-2 sm:hidden">{reasonInWords(item)}</span>
      </>
    ),
  },
  { id: "outcome", header: "Result", width: "112px", cell: ({ outcome }) => outcomeWords[outcome] },
  { id: "reason", header: "Why", width: "44%", from: "sm", quiet: true, cell: (item) => reasonInWords(item) },
];
