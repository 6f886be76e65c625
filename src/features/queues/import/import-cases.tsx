import { pathTo } from "#api/path-to.ts";
import { Braces } from "lucide-react";
import { useState } from "react";
import type { Queue } from "#contract/queues/queues.ts";
import type { DataCheck } from "#features/queues/schema/schema-queries.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { FileDrop } from "#ui/file-drop.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { type ChosenFile, ImportDraft } from "./import-draft.tsx";
import { guessColumns } from "./column-choice.ts";
import { readCsvFile } from "./read-csv-file.ts";

interface ImportCasesProps {
  queue: Queue;
  check: DataCheck;
  place: { readonly teamId: string; readonly queueId: string };
}

/** A file is chosen, seen as the cases that it becomes, and handed over as a job. */
export function ImportCases({ queue, check, place }: ImportCasesProps) {
  const [chosen, setChosen] = useState<ChosenFile>();
  const [refusal, setRefusal] = useState<string>();
  const [isBack, setIsBack] = useState(false);
  const take = async ([file]: readonly File[]) => {
    if (!file) return;
    const read = await readCsvFile(file);
    setRefusal("refusal" in read ? read.refusal : undefined);
    if ("table" in read) setChosen({ ...read, file: crypto.randomUUID(), choice: guessColumns(read.table, check) });
  };
  const another = () => {
    setChosen(undefined);
    setIsBack(true);
  };
  if (check.guarded && !check.schema) return <NoSchema settingsLink={pathTo("/t/$teamId/queues/$queueId", place, { tab: "settings" })} />;
  if (chosen)
    return <ImportDraft chosen={chosen} check={check} onChange={setChosen} queueId={queue.id} place={place} onAnother={another} />;
  return (
    <>
      <p className="text-ink-2">
        Each row becomes a case in “{queue.name}”. You will see a preview, and any rows that cannot be imported, before anything is created.
        {check.schema ? " Columns fill the queue’s fields." : ""}
      </p>
      <FileDrop
        label="Drop a CSV here"
        hint="Column names in the first line, separated by comma, semicolon, tab or vertical bar. Up to 10,000 rows, 500 columns and 10 MB."
        multiple={false}
        autoFocus={isBack}
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

function NoSchema({ settingsLink }: { settingsLink: string }) {
  return (
    <EmptyState
      icon={Braces}
      title="This queue has no fields yet"
      action={
        <LinkButton tone="primary" link={settingsLink}>
          Open the queue’s settings
        </LinkButton>
      }
    >
      It requires fields. Define them first, then import.
    </EmptyState>
  );
}
