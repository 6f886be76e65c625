import { pathTo } from "#api/path-to.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "#api/client.ts";
import type { Reply } from "#contract/endpoint.ts";
import { type EarlierImport, previewCaseImport } from "#contract/queues/case-imports.ts";
import { casesInWords } from "#features/queues/case-words.ts";
import { Warning } from "#features/queues/triggers/trigger-problems.tsx";
import { counted } from "#ui/counted.ts";
import type { CsvTable } from "#ui/csv.ts";
import { AnyLink } from "#ui/link.tsx";
import { Time } from "#ui/time.tsx";
import type { ImportPlan } from "./case-import.ts";

/** What an import would double, asked once for a file and the column of its titles: the rows themselves would be a key of megabytes. */
export function doubledRead(queueId: string, file: string, title: number, table: CsvTable, plan: ImportPlan) {
  return queryOptions({
    queryKey: ["Import preview", queueId, file, title] as const,
    queryFn: ({ signal }) => {
      const rows = table.rows.map(({ cells }) => [...cells]);
      const titles = plan.rows.map((row) => row.case.title);
      return call(previewCaseImport, { params: { queue_id: queueId }, body: { header: [...table.header], rows, titles } }, { signal });
    },
    enabled: plan.rows.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

interface DoubledProps {
  found: Reply<typeof previewCaseImport>;
  /** How many cases the import would add. */
  count: number;
  place: { readonly teamId: string; readonly queueId: string };
}

/** Says before an import what of it there is already. */
export function Doubled({ found: { earlier, waiting_titles }, count, place }: DoubledProps) {
  if (earlier)
    return (
      <Warning>
        <Before earlier={earlier} place={place} /> Importing it again adds its rows a second time.
      </Warning>
    );
  if (waiting_titles === 0) return null;
  return (
    <Warning>
      {waiting_titles === count && count > 1
        ? `All ${counted(count, "row has", "rows have")}`
        : counted(waiting_titles, "row has", "rows have")}{" "}
      the title of a pending case in this queue. Importing adds {waiting_titles === 1 ? "it" : "them"} as further cases.
    </Warning>
  );
}

function Before({ earlier, place }: { earlier: EarlierImport; place: { readonly teamId: string; readonly queueId: string } }) {
  const { job_id, file_name, started_by_name, created_at, is_running, added } = earlier;
  return (
    <>
      {started_by_name ?? "A former member"} imported these rows into this queue <Time at={created_at} />, as{" "}
      <AnyLink
        link={pathTo("/t/$teamId/queues/$queueId/jobs/$jobId", { ...place, jobId: job_id })}
        className="font-medium underline [overflow-wrap:anywhere]"
      >
        {file_name}
      </AnyLink>
      : {casesInWords(added)} added{is_running ? " so far" : ""}.
    </>
  );
}
