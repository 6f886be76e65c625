import { pathTo } from "#api/path-to.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWrite } from "#api/query.ts";
import { useFailure } from "#api/failure.ts";
import { largestImport, startCaseImport } from "#contract/queues/case-imports.ts";
import { casesInWords } from "#features/queues/case-words.ts";
import { Button } from "#ui/button.tsx";
import { counted } from "#ui/counted.ts";
import type { CsvTable } from "#ui/csv.ts";
import { useGo } from "#ui/link.tsx";
import { problemOf } from "#ui/problem.ts";
import { Warning } from "#features/queues/triggers/trigger-problems.tsx";
import { type ImportPlan, importedRows } from "./case-import.ts";
import { Doubled, doubledRead } from "./earlier-imports.tsx";

interface StartImportProps {
  queueId: string;
  place: { readonly teamId: string; readonly queueId: string };
  /** The choice of a file, and its column of titles. */
  file: string;
  title: number;
  /** Of the file. */
  name: string;
  table: CsvTable;
  plan: ImportPlan;
}

const tooLarge = "This import is larger than 64 MB, counting column names in every case. Split the file.";

/** Hands the whole file over at once. From then on it is a job, which needs nobody to look on. */
export function StartImport({ queueId, place, file, title, name, table, plan }: StartImportProps) {
  const go = useGo();
  const start = useWrite(startCaseImport);
  const { failure, setFailure } = useFailure();
  const problem = failure === undefined ? undefined : problemOf(failure);
  const doubled = useQuery(doubledRead(queueId, file, title, table, plan));
  const [isChecking, setIsChecking] = useState(false);
  const press = async () => {
    if (doubled.isLoading) {
      setIsChecking(true);
      const { data } = await doubled.refetch({ cancelRefetch: false });
      setIsChecking(false);
      // What would be doubled is seen before it is sent.
      if (!data || data.earlier || data.waiting_titles > 0) return;
    }
    await send();
  };
  const send = async () => {
    const body = { file_name: name.slice(0, 255).toWellFormed(), header: [...table.header], rows: importedRows(plan, table) };
    if (new Blob([JSON.stringify(body)]).size > largestImport) return setFailure(new Error(tooLarge));
    setFailure(undefined);
    try {
      const { job } = await start.mutateAsync({ params: { queue_id: queueId }, body });
      go(pathTo("/t/$teamId/queues/$queueId/jobs/$jobId", { ...place, jobId: job.id }));
    } catch (error) {
      setFailure(error);
    }
  };
  const isEmpty = plan.rows.length === 0;
  return (
    <div className="flex flex-col gap-2">
      <div role="status" className="empty:hidden">
        {doubled.data ? <Doubled found={doubled.data} count={plan.rows.length} place={place} /> : null}
        {doubled.isError ? (
          <Warning>Earlier imports could not be checked. Rows that were imported before would be added again.</Warning>
        ) : null}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button tone="primary" disabled={isEmpty} pending={start.isPending || isChecking} onClick={() => void press()}>
          {isEmpty ? "Nothing to import" : `Import ${casesInWords(plan.rows.length)}`}
        </Button>
        <p role="status" className="text-sm text-ink-2">
          {plan.refused.length === 0
            ? "Every row can be imported."
            : `${counted(plan.refused.length, "row is", "rows are")} left out for the reasons below.`}
        </p>
      </div>
      <p className="text-sm text-ink-3">Runs in the background. You can leave this page, or stop it on the job's page.</p>
      {problem ? (
        <div role="alert" className="text-sm text-failed">
          {problem.message}
          {problem.requestId ? (
            <span className="block text-xs text-ink-3">
              Request <code className="break-all">{problem.requestId}</code>
            </span>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
