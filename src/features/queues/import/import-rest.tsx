import { Download, Upload } from "lucide-react";
import { call } from "#api/client.ts";
import { pathTo } from "#api/path-to.ts";
import { patiently } from "#api/patiently.ts";
import { listRefusedRows, type RefusedRow } from "#contract/queues/case-imports.ts";
import type { CaseJob } from "#contract/queues/case-jobs.ts";
import { Button } from "#ui/button.tsx";
import { counted } from "#ui/counted.ts";
import { ExportProgress } from "#ui/export-progress.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { useExport } from "#ui/use-export.ts";
import { refusedFile } from "./refused-file.ts";

/** What is to be done with the rows that became no cases. */
export function ImportRest({ teamId, job }: { teamId: string; job: CaseJob }) {
  const { failed } = job.counts;
  const exporting = useExport<undefined>({
    read: async (_, { signal, tell }) => {
      const rows: RefusedRow[] = [];
      for (let after: number | undefined; ;) {
        const input = {
          params: { queue_id: job.queue_id, job_id: job.id },
          query: { limit: 500, ...(after === undefined ? {} : { after }) },
        };
        const page = await patiently(() => call(listRefusedRows, input, { signal, priority: "background" }), { signal, again: 5 });
        rows.push(...page.rows);
        tell(rows.length);
        if (page.next === null) return { file: refusedFile(page.header, rows), rows: rows.length };
        after = page.next;
      }
    },
    total: failed,
    words: ["row", "rows"],
  });
  if (failed === 0) return null;
  return (
    <section
      aria-label="Refused rows"
      className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-3 py-3 text-sm md:px-5"
    >
      <p className="min-w-0 flex-1 basis-72 text-ink-2">
        {counted(failed, "row was", "rows were")} refused. Download {failed === 1 ? "it" : "them"}, fix the file and import it. Rows already
        added are not in that file. Importing the whole file again would add them a second time.
      </p>
      <span className="flex flex-wrap gap-2">
        <Button size="sm" icon={Download} pending={exporting.progress !== null} onClick={() => exporting.start(undefined)}>
          Download refused rows
        </Button>
        <LinkButton size="sm" icon={Upload} link={pathTo("/t/$teamId/queues/$queueId/import", { teamId, queueId: job.queue_id })}>
          Import a file
        </LinkButton>
      </span>
      {exporting.progress ? <ExportProgress {...exporting.progress} what="rows" onCancel={exporting.cancel} /> : null}
    </section>
  );
}
