import { useQuery } from "@tanstack/react-query";
import { Braces } from "lucide-react";
import { useState } from "react";
import { useMay } from "#api/roles.ts";
import type { CaseSchema } from "#contract/queues/case-schema.ts";
import { replaceQueueJsonSchema } from "#contract/queues/queue-json-schema.ts";
import { SchemaEditor } from "#features/queues/schema/schema-editor.tsx";
import { queueSchemaRead } from "#features/queues/schema/schema-queries.ts";
import { Button } from "#ui/button.tsx";
import type { CsvTable } from "#ui/csv.ts";
import type { ColumnChoice } from "./column-choice.ts";
import type { FieldColumns } from "./import-fields.ts";
import { columnsForFields, columnsOfFields, mostFields, proposedChoices, proposedFields } from "./proposed-fields.ts";

interface ProposedFieldsProps {
  queueId: string;
  /** The choice of a file. */
  file: string;
  table: CsvTable;
  choice: ColumnChoice;
  /** Fields were made: which column fills which. */
  onFields: (fields: FieldColumns) => void;
}

/** For a queue without fields: the columns of a file can be made fields, as a person looks through and confirms. */
export function ProposedFields({ queueId, file, table, choice, onFields }: ProposedFieldsProps) {
  const manages = useMay(replaceQueueJsonSchema);
  const { data: current } = useQuery(queueSchemaRead(queueId));
  /** As it was when it was opened: somebody else may define fields while a person looks through these. */
  const [opened, setOpened] = useState<{ readonly schema: CaseSchema; readonly columns: readonly number[] }>();
  if (!manages || !current) return null;
  const columns = current.schema || current.frozen ? [] : columnsForFields(table, choice);
  const tooMany = columns.length > mostFields;
  return (
    <>
      {columns.length === 0 ? null : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-line px-3 py-2 text-sm">
          <p className="min-w-0 flex-1 basis-72 text-ink-2">
            The queue has no fields, so numbers and dates of this file become text.{" "}
            {tooMany
              ? `A queue can have ${mostFields} fields: this file has more columns.`
              : "As fields they can be columns, filters and figures."}
          </p>
          {tooMany ? null : (
            <Button size="sm" icon={Braces} onClick={() => setOpened({ schema: proposedFields(table, columns), columns })}>
              Make fields of the columns…
            </Button>
          )}
        </div>
      )}
      <SchemaEditor
        open={opened !== undefined}
        onClose={() => setOpened(undefined)}
        queueId={queueId}
        current={current}
        {...(opened && {
          proposed: { schema: opened.schema, from: file, choices: proposedChoices(table, opened.columns) },
          onSaved: ({ schema }, names) => schema && onFields(columnsOfFields(table, choice, opened, schema, names)),
        })}
      />
    </>
  );
}
