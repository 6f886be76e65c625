import { useInfiniteQuery } from "@tanstack/react-query";
import { ListChecks } from "lucide-react";
import { pathTo } from "#api/path-to.ts";
import { type CaseJob, type CaseJobItem, type CaseJobOutcome, caseJobOutcomes } from "#contract/queues/case-jobs.ts";
import { outcomeLooks, outcomesOf, outcomeWord, reasonInWords } from "#features/queues/act-words.ts";
import { RefusedItems } from "#features/queues/import/refused-items.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { LoadMore } from "#ui/load-more.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { NoMatch } from "#ui/no-match.tsx";
import { Status } from "#ui/status.tsx";
import type { Column } from "#ui/table-column.ts";
import { Table } from "#ui/table.tsx";
import { Tabs } from "#ui/tabs.tsx";
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
  const isImport = job.act.kind === "import";
  const query = useInfiniteQuery({
    ...jobItemPages(job, outcome),
    refetchInterval: ({ state }) => (running && (state.data?.pages.length ?? 0) < 2 ? 3000 : false),
  });
  const rows = query.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <Tabs
        label="Results"
        sharesCounts
        tabs={[
          { value: "all", label: "All", count: job.total },
          ...outcomesOf(job).map((value) => ({ value, label: outcomeWord(job, value), count: job.counts[value] })),
        ]}
        value={outcome ?? "all"}
        onChange={(next) => onOutcome(caseJobOutcomes.find((value) => value === next))}
      />
      <Loaded query={query} what="the cases of this job">
        {() =>
          rows.length === 0 ? (
            outcome ? (
              <NoMatch what={{ title: `${outcomeWord(job, outcome)}: none` }} onClear={() => onOutcome(undefined)}>
                No {isImport ? "row" : "case"} of this job has this result.
              </NoMatch>
            ) : (
              <EmptyState icon={ListChecks} title="No cases were requested">
                No cases matched the filters when the job started.
              </EmptyState>
            )
          ) : isImport && outcome === "failed" ? (
            <RefusedItems rows={rows} footer={<LoadMore query={query} count={rows.length} what="rows" />} />
          ) : (
            <Table
              label={isImport ? "Rows of the file" : "Cases of the job"}
              rows={rows}
              rowId={({ case_id, line }) => case_id ?? `line ${line}`}
              rowLink={({ case_id }) =>
                case_id ? pathTo("/t/$teamId/queues/$queueId/cases/$caseId", { teamId, queueId: job.queue_id, caseId: case_id }) : undefined
              }
              keys={rows.some(({ case_id }) => case_id)}
              columns={columnsOf(job)}
              total={outcome ? job.counts[outcome] : job.total}
              outdated={query.isPlaceholderData}
              footer={<LoadMore query={query} count={rows.length} what={isImport ? "rows" : "cases"} />}
            />
          )
        }
      </Loaded>
    </>
  );
}

function columnsOf(job: CaseJob): readonly Column<CaseJobItem>[] {
  const line: Column<CaseJobItem> = {
    id: "line",
    header: "Line",
    width: "80px",
    align: "end",
    cell: (item) => <span className="tabular-nums">{item.line}</span>,
  };
  return [
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
    ...(job.act.kind === "import" ? [line] : []),
    {
      id: "outcome",
      header: "Result",
      width: "116px",
      cell: ({ outcome }) => <Status look={outcomeLooks[outcome]} word={outcomeWord(job, outcome)} />,
    },
    { id: "reason", header: "Why", width: "44%", from: "sm", quiet: true, cell: reasonInWords },
  ];
}
