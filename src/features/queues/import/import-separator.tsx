import { useState } from "react";
import { csvSeparators, type CsvSeparator, separatorWords } from "#ui/csv-separator.ts";
import { Field } from "#ui/field.tsx";
import { Select } from "#ui/select.tsx";

interface ImportSeparatorProps {
  value: CsvSeparator;
  /** Returns why the file cannot be read like that, where it cannot. */
  onChoose: (separator: CsvSeparator) => string | undefined;
}

/** What parts the cells of the file: the guess, and the choice of another separator. */
export function ImportSeparator({ value, onChoose }: ImportSeparatorProps) {
  const [error, setError] = useState<string>();
  return (
    <div className="grid items-start gap-4 sm:grid-cols-4">
      <Field label="Separator" hint="Between the cells of a line." error={error}>
        <Select
          options={csvSeparators.map((one) => ({ value: one, label: separatorWords[one] }))}
          value={value}
          onChange={({ target }) => setError(onChoose(target.value as CsvSeparator))}
        />
      </Field>
    </div>
  );
}
