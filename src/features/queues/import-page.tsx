import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useBlocker } from "@tanstack/react-router";
import { useState } from "react";
import type { CaseSchema } from "#contract/queues/case-schema.ts";
import type { Queue } from "#contract/queues/queues.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { counted } from "#ui/counted.ts";
import { FileDrop } from "#ui/file-drop.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Page } from "#ui/page.tsx";
import { type ColumnChoice, guessColumns, planImport, type ReadFile, readCsvFile } from "./case-import.ts";
import { casesInWords } from "./case-words.ts";
import { ImportColumns } from "./import-columns.tsx";
import { ImportPreview } from "./import-preview.tsx";
import { ImportRun } from "./import-run.tsx";
import { queueRead } from "./queries.ts";
import { queueSchemaRead } from "./schema-queries.ts";
import { useCaseImport } from "./use-case-import.ts";

const route = getRouteApi("/_app/t/$teamId/queues/$queueId/import");

/** Makes cases of the rows of a CSV. The file is read here: nothing is sent before somebody saw what it becomes. */
export function ImportPage() {
  const { teamId, queueId } = route.useParams();
  const queue = useQuery(queueRead(queueId));
  const typed = useQuery(queueSchemaRead(queueId));
  const list = { label: "Queues", link: `/t/${teamId}/queues` };
  const own = queue.data && { label: queue.data.queue.name, link: `/t/${teamId}/queues/${queueId}` };
  return (
    <Page title="Import cases" crumbs={own ? [list, own] : [list]}>
      <Loaded query={queue} what="this queue">
        {(found) => (
          <div className="min-h-0 flex-1 overflow-y-auto">
            <div className="mx-auto flex w-full max-w-[960px] flex-col gap-6 px-3 py-6 md:px-5">
              <Loaded query={typed} what="the schema of this queue">
                {({ schema }) => <Import key={queueId} queue={found.queue} schema={schema} queueLink={`/t/${teamId}/queues/${queueId}`} />}
              </Loaded>
            </div>
          </div>
        )}
      </Loaded>
    </Page>
  );
}

type Chosen = Extract<ReadFile, { table: unknown }> & { readonly choice: ColumnChoice };

function Import({ queue, schema, queueLink }: { queue: Queue; schema: CaseSchema | null; queueLink: string }) {
  const [chosen, setChosen] = useState<Chosen>();
  const [refusal, setRefusal] = useState<string>();
  const { state, start, stop, goOn, reset } = useCaseImport(queue.id);
  const plan = chosen && planImport(chosen.table, chosen.choice, schema);
  const another = () => {
    reset();
    setChosen(undefined);
  };
  const take = async ([file]: readonly File[]) => {
    if (!file) return;
    const read = await readCsvFile(file);
    setRefusal("refusal" in read ? read.refusal : undefined);
    if ("table" in read) setChosen({ ...read, choice: guessColumns(read.table, schema) });
  };
  if (!chosen || !plan) {
    return (
      <>
        <p className="text-ink-2">
          Each row becomes a case in “{queue.name}”. Before anything is made you see what every row becomes, and which are refused.
        </p>
        <FileDrop
          label="Drop a CSV here"
          hint="Names of the columns in the first line, parted by comma, semicolon or tab. Up to 10,000 rows and 10 MB."
          multiple={false}
          accept=".csv,.tsv,.txt,text/csv"
          onFiles={(files) => void take(files)}
        />
        {refusal ? (
          <p role="alert" className="text-failed">
            {refusal}
          </p>
        ) : null}
      </>
    );
  }
  const unfinished = state !== undefined && state.phase !== "done";
  if (state) {
    return (
      <>
        <ImportRun state={state} refused={plan.refused} queueLink={queueLink} onStop={stop} onGoOn={goOn} onAnother={another} />
        {unfinished ? <AskBeforeLeaving made={state.made} total={state.total} /> : null}
      </>
    );
  }
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 break-words">
          <span className="font-medium">{chosen.name}</span>{" "}
          <span className="text-ink-3">
            {counted(chosen.table.rows.length, "row", "rows")}, {counted(chosen.table.header.length, "column", "columns")}
          </span>
        </p>
        <Button size="sm" onClick={another}>
          Choose another file
        </Button>
      </div>
      {chosen.note ? <p className="text-waiting">{chosen.note}</p> : null}
      <ImportColumns table={chosen.table} choice={chosen.choice} schema={schema} onChange={(choice) => setChosen({ ...chosen, choice })} />
      <div>
        <Button tone="primary" disabled={plan.rows.length === 0} onClick={() => start(plan.rows)}>
          {plan.rows.length === 0 ? "Nothing to import" : `Import ${casesInWords(plan.rows.length)}`}
        </Button>
      </div>
      <ImportPreview plan={plan} />
    </>
  );
}

/** Whoever leaves loses what is not sent yet. */
function AskBeforeLeaving({ made, total }: { made: number; total: number }) {
  const leaving = useBlocker({ shouldBlockFn: () => true, withResolver: true });
  return (
    <ConfirmDialog
      open={leaving.status === "blocked"}
      onClose={() => leaving.reset?.()}
      title="Leave the import?"
      action="Leave"
      onConfirm={async () => leaving.proceed?.()}
    >
      <p>
        {made.toLocaleString("en")} of {casesInWords(total)} are made and stay. The rest is not made.
      </p>
    </ConfirmDialog>
  );
}
