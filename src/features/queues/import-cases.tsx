import { useBlocker } from "@tanstack/react-router";
import { Braces } from "lucide-react";
import { useState } from "react";
import type { Queue } from "#contract/queues/queues.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { FileDrop } from "#ui/file-drop.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import type { ImportPlan } from "./case-import.ts";
import { casesInWords } from "./case-words.ts";
import { type ChosenFile, ImportDraft } from "./import-draft.tsx";
import { guessColumns } from "./column-choice.ts";
import { ImportRun } from "./import-run.tsx";
import { readCsvFile } from "./read-csv-file.ts";
import type { DataCheck } from "./schema-queries.ts";
import { type ImportState, useCaseImport } from "./use-case-import.ts";

interface ImportCasesProps {
  queue: Queue;
  check: DataCheck;
  queueLink: string;
}

/** A file is chosen, seen as the cases that it becomes, and sent. */
export function ImportCases({ queue, check, queueLink }: ImportCasesProps) {
  const [chosen, setChosen] = useState<ChosenFile>();
  const [refusal, setRefusal] = useState<string>();
  const [isBack, setIsBack] = useState(false);
  /** As it was when it began: the schema can change meanwhile. */
  const [begun, setBegun] = useState<ImportPlan>();
  const { state, start, stop, goOn, reset } = useCaseImport(queue.id);
  const take = async ([file]: readonly File[]) => {
    if (!file) return;
    const read = await readCsvFile(file);
    setRefusal("refusal" in read ? read.refusal : undefined);
    if ("table" in read) setChosen({ ...read, choice: guessColumns(read.table, check) });
  };
  const another = () => {
    reset();
    setChosen(undefined);
    setIsBack(true);
  };
  if (state && begun && chosen) {
    const again = () => {
      setChosen(withoutMade(chosen, begun, state));
      reset();
    };
    return (
      <>
        <ImportRun
          state={state}
          table={chosen.table}
          refused={begun.refused}
          queueLink={queueLink}
          onStop={stop}
          onGoOn={goOn}
          onAgain={again}
          onAnother={another}
        />
        {state.phase === "done" ? null : <AskBeforeLeaving made={state.made} total={state.total} />}
      </>
    );
  }
  if (check.guarded && !check.schema) return <NoSchema settingsLink={`${queueLink}?tab=settings`} />;
  if (chosen)
    return (
      <ImportDraft
        chosen={chosen}
        check={check}
        onChange={(choice) => setChosen({ ...chosen, choice })}
        onStart={(plan) => {
          setBegun(plan);
          start(plan.rows);
        }}
        onAnother={another}
      />
    );
  return (
    <>
      <p className="text-ink-2">
        Each row becomes a case in “{queue.name}”. Before anything is made you see what every row becomes, and which are refused.
        {check.schema ? " Columns fill the fields of the queue’s schema." : ""}
      </p>
      <FileDrop
        label="Drop a CSV here"
        hint="Names of the columns in the first line, separated by comma, semicolon or tab. Up to 10,000 rows and 10 MB."
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

/** Without the rows that are cases by now. What was refused at first is looked at again too. */
function withoutMade(chosen: ChosenFile, begun: ImportPlan, { rest }: ImportState): ChosenFile {
  const waiting = new Set(rest.flatMap(({ rows }) => rows.map(({ line }) => line)));
  const made = new Set(begun.rows.flatMap(({ line }) => (waiting.has(line) ? [] : [line])));
  return { ...chosen, table: { ...chosen.table, rows: chosen.table.rows.filter(({ line }) => !made.has(line)) } };
}

function NoSchema({ settingsLink }: { settingsLink: string }) {
  return (
    <EmptyState
      icon={Braces}
      title="This queue has no schema yet"
      action={
        <LinkButton tone="primary" link={settingsLink}>
          Open the queue’s settings
        </LinkButton>
      }
    >
      It takes typed cases only. Declare what a case has to hold first, then import.
    </EmptyState>
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
