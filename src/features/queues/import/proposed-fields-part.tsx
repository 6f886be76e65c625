import { useQuery } from "@tanstack/react-query";
import { Braces } from "lucide-react";
import { useState } from "react";
import { useMay } from "#api/roles.ts";
import { type QueueJsonSchema, replaceQueueJsonSchema } from "#contract/queues/queue-json-schema.ts";
import { SchemaEditor } from "#features/queues/schema/schema-editor.tsx";
import { queueSchemaRead } from "#features/queues/schema/schema-queries.ts";
import { Button } from "#ui/button.tsx";
import type { CsvTable } from "#ui/csv.ts";
import type { ColumnChoice } from "./column-choice.ts";
import type { FieldColumns } from "./import-fields.ts";
import { type ProposedFields, proposedFields } from "./proposed-fields.ts";

interface ProposedFieldsProps {
  queueId: string;
  /** The choice of a file. */
  file: string;
  table: CsvTable;
  choice: ColumnChoice;
  /** Fields were defined: these columns fill them. */
  onFields: (columns: FieldColumns) => void;
}

/** For a queue without fields: what a file has as text can be made fields of, as a person looks through and confirms. */
export function ProposedFieldsPart({ queueId, file, table, choice, onFields }: ProposedFieldsProps) {
  const manages = useMay(replaceQueueJsonSchema);
  const { data: current } = useQuery(queueSchemaRead(queueId));
  const proposed = proposedFields(table, choice);
  if (!manages || !current || current.frozen || !proposed) return null;
  return <Proposal queueId={queueId} file={file} current={current} proposed={proposed} onFields={onFields} />;
}

interface ProposalProps extends Pick<ProposedFieldsProps, "queueId" | "file" | "onFields"> {
  current: QueueJsonSchema;
  proposed: ProposedFields;
}

function Proposal({ queueId, file, current, proposed: { schema, columns }, onFields }: ProposalProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-line px-3 py-2 text-sm">
      <p className="min-w-0 flex-1 basis-72 text-ink-2">
        The queue has no fields, so numbers and dates of this file become text. As fields they can be columns, filters and figures.
      </p>
      <Button size="sm" icon={Braces} onClick={() => setIsOpen(true)}>
        Make fields of the columns…
      </Button>
      <SchemaEditor
        open={isOpen}
        onClose={() => setIsOpen(false)}
        queueId={queueId}
        current={current}
        proposed={{ schema, from: file }}
        onSaved={() => onFields(columns)}
      />
    </div>
  );
}
