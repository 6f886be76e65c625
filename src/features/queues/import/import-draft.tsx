import type { DataCheck } from "#features/queues/schema/schema-queries.ts";
import { Button } from "#ui/button.tsx";
import { counted } from "#ui/counted.ts";
import type { CsvSeparator } from "#ui/csv-separator.ts";
import { planImport } from "./case-import.ts";
import { type ColumnChoice, fittingChoice, guessColumns, withFields } from "./column-choice.ts";
import { ImportColumns } from "./import-columns.tsx";
import { ImportPreview } from "./import-preview.tsx";
import { ImportSeparator } from "./import-separator.tsx";
import { cutText, type ReadFile } from "./read-csv-file.ts";
import { ProposedFields } from "./proposed-fields-part.tsx";
import { StartImport } from "./start-import.tsx";

export type ChosenFile = Extract<ReadFile, { table: unknown }> & {
  /** Tells this choice of a file from every other one. */
  readonly file: string;
  readonly choice: ColumnChoice;
};

interface ImportDraftProps {
  chosen: ChosenFile;
  check: DataCheck;
  queueId: string;
  place: { readonly teamId: string; readonly queueId: string };
  onChange: (chosen: ChosenFile) => void;
  onAnother: () => void;
}

/** Which column is what, and what every row becomes by that. */
export function ImportDraft({ chosen, check, queueId, place, onChange, onAnother }: ImportDraftProps) {
  const { file, name, note, table } = chosen;
  const recut = (separator: CsvSeparator) => {
    const cut = cutText(chosen, separator);
    if ("refusal" in cut) return cut.refusal;
    onChange({ ...chosen, ...cut, file: crypto.randomUUID(), choice: guessColumns(cut.table, check) });
    return undefined;
  };
  const choice = fittingChoice(chosen.choice, check, table);
  const plan = planImport(table, choice, check);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 break-words">
          <span className="font-medium">{name}</span>{" "}
          <span className="text-ink-3">
            {counted(table.rows.length, "row", "rows")}, {counted(table.header.length, "column", "columns")}
          </span>
        </p>
        <Button size="sm" onClick={onAnother}>
          Choose another file
        </Button>
      </div>
      {note ? <p className="text-waiting">{note}</p> : null}
      <ImportSeparator value={table.separator} onChoose={recut} />
      <ImportColumns table={table} choice={choice} check={check} onChange={(next) => onChange({ ...chosen, choice: next })} />
      <ProposedFields
        {...{ queueId, file, table, choice }}
        onFields={(fields) => onChange({ ...chosen, choice: withFields(choice, fields) })}
      />
      <StartImport queueId={queueId} place={place} file={file} title={choice.title} name={name} table={table} plan={plan} />
      <ImportPreview table={table} plan={plan} />
    </>
  );
}
