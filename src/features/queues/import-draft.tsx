import { Button } from "#ui/button.tsx";
import { counted } from "#ui/counted.ts";
import { type ImportPlan, planImport } from "./case-import.ts";
import { casesInWords } from "./case-words.ts";
import { type ColumnChoice, fittingChoice } from "./column-choice.ts";
import { ImportColumns } from "./import-columns.tsx";
import { ImportPreview } from "./import-preview.tsx";
import type { ReadFile } from "./read-csv-file.ts";
import type { DataCheck } from "./schema-queries.ts";

export type ChosenFile = Extract<ReadFile, { table: unknown }> & { readonly choice: ColumnChoice };

interface ImportDraftProps {
  chosen: ChosenFile;
  check: DataCheck;
  onChange: (choice: ColumnChoice) => void;
  onStart: (plan: ImportPlan) => void;
  onAnother: () => void;
}

/** Which column is what, and what every row becomes by that. */
export function ImportDraft({ chosen, check, onChange, onStart, onAnother }: ImportDraftProps) {
  const { name, note, table } = chosen;
  const choice = fittingChoice(chosen.choice, check);
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
      <ImportColumns table={table} choice={choice} check={check} onChange={onChange} />
      <div className="flex flex-wrap items-center gap-3">
        <Button tone="primary" disabled={plan.rows.length === 0} onClick={() => onStart(plan)}>
          {plan.rows.length === 0 ? "Nothing to import" : `Import ${casesInWords(plan.rows.length)}`}
        </Button>
        <p role="status" className="text-sm text-ink-2">
          {plan.refused.length === 0
            ? "Every row fits."
            : `${counted(plan.refused.length, "row is", "rows are")} left out, for the reasons below.`}
        </p>
      </div>
      <ImportPreview table={table} plan={plan} />
    </>
  );
}
