import { Plus, X } from "lucide-react";
import { useState } from "react";
import type { CaseSchema, FieldSchema, TextSchema } from "#contract/queues/case-schema.ts";
import { schemaIssues } from "#contract/queues/case-schema-rules.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Field } from "#ui/field.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Select } from "#ui/select.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { kindWord } from "./schema-words.ts";

/** What the table can make of a field; all else is written as JSON. */
const kinds: Record<string, { word: string; field: FieldSchema }> = {
  text: { word: "Text", field: { type: "string" } },
  number: { word: "Number", field: { type: "number" } },
  integer: { word: "Whole number", field: { type: "integer" } },
  boolean: { word: "Yes or no", field: { type: "boolean" } },
  date: { word: "Date", field: { type: "string", format: "date" } },
  moment: { word: "Date and time", field: { type: "string", format: "date-time" } },
  email: { word: "E-mail address", field: { type: "string", format: "email" } },
  choice: { word: "Choice", field: { type: "string", enum: ["First", "Second"] } },
  texts: { word: "List of texts", field: { type: "array", items: { type: "string" } } },
};

function kindOfRow(field: FieldSchema): string | undefined {
  const shape = (one: FieldSchema) =>
    JSON.stringify([one.type, (one as TextSchema).format, (one as TextSchema).enum !== undefined, "items" in one && one.items]);
  return Object.keys(kinds).find((key) => shape(kinds[key]?.field ?? field) === shape(field));
}

/** The fields at the root, one a row. */
export function SchemaRows({ schema, onChange }: { schema: CaseSchema; onChange: (schema: CaseSchema) => void }) {
  const fields = Object.entries(schema.properties ?? {});
  const required = schema.required ?? [];
  const write = (next: readonly (readonly [string, FieldSchema])[], needed: readonly string[]) =>
    onChange({ ...schema, properties: Object.fromEntries(next), required: needed });
  const free = (at = fields.length + 1): string => (fields.some(([name]) => name === `field_${at}`) ? free(at + 1) : `field_${at}`);
  return (
    <div className="flex flex-col gap-3">
      {fields.map(([name, field], at) => (
        <Row
          // oxlint-disable-next-line react/no-array-index-key -- the name changes with every letter typed into it
          key={at}
          name={name}
          field={field}
          needed={required.includes(name)}
          taken={fields.flatMap(([other]) => (other === name ? [] : [other]))}
          onRename={(to) =>
            write(
              fields.with(at, [to, field]),
              required.map((one) => (one === name ? to : one)),
            )
          }
          onField={(next) => write(fields.with(at, [name, next]), required)}
          onNeeded={(needed) => write(fields, needed ? [...required, name] : required.filter((one) => one !== name))}
          onRemove={() =>
            write(
              fields.toSpliced(at, 1),
              required.filter((one) => one !== name),
            )
          }
        />
      ))}
      <div>
        <Button size="sm" icon={Plus} onClick={() => write([...fields, [free(), { type: "string" }]], required)}>
          Add field
        </Button>
      </div>
    </div>
  );
}

interface RowProps {
  name: string;
  field: FieldSchema;
  needed: boolean;
  taken: readonly string[];
  onRename: (name: string) => void;
  onField: (field: FieldSchema) => void;
  onNeeded: (needed: boolean) => void;
  onRemove: () => void;
}

function Row({ name, field, needed, taken, onRename, onField, onNeeded, onRemove }: RowProps) {
  /** A name that cannot be, as long as the row is that of the same field. */
  const [refused, setRefused] = useState<{ name: string; typed: string }>();
  const typed = refused?.name === name ? refused.typed : undefined;
  const kind = kindOfRow(field);
  const { title, description } = field;
  const words = { ...(title ? { title } : {}), ...(description ? { description } : {}) };
  const rename = (to: string) => {
    const wrong = whyNoName(to, taken);
    setRefused(wrong ? { name, typed: to } : undefined);
    if (!wrong) onRename(to);
  };
  const options = Object.entries(kinds).map(([value, { word }]) => ({ value, label: word }));
  return (
    <fieldset className="grid items-start gap-x-3 gap-y-2 rounded-md border border-line p-3 grid-cols-[1fr_auto] sm:grid-cols-[minmax(0,1fr)_150px_minmax(0,1.4fr)_auto_auto]">
      <legend className="sr-only">{name}</legend>
      <Field label="Name" className="max-sm:col-span-2" error={typed === undefined ? undefined : whyNoName(typed, taken)}>
        <TextInput code value={typed ?? name} onChange={({ target }) => rename(target.value)} />
      </Field>
      <Field label="Kind" className="max-sm:col-span-2">
        <Select
          options={kind ? options : [{ value: "", label: kindWord(field) }, ...options]}
          value={kind ?? ""}
          onChange={({ target }) => {
            const chosen = kinds[target.value];
            if (chosen) onField({ ...chosen.field, ...words });
          }}
        />
      </Field>
      <Field label="Description" className="max-sm:col-span-2">
        <TextInput
          autoComplete="off"
          value={description ?? ""}
          onChange={({ target }) => {
            const { description: _, ...others } = field;
            onField(target.value === "" ? others : { ...others, description: target.value });
          }}
        />
      </Field>
      <Checkbox className="mt-1 sm:mt-7" label="Needed" checked={needed} onChange={({ target }) => onNeeded(target.checked)} />
      <IconButton icon={X} label={`Remove ${name}`} className="sm:mt-6" onClick={onRemove} />
      {kind === "choice" ? <Choices field={field as TextSchema} onField={onField} /> : null}
    </fieldset>
  );
}

const choicesIn = (text: string) => text.split(",").flatMap((one) => (one.trim() === "" ? [] : [one.trim()]));
const isSame = (one: readonly unknown[], other: readonly unknown[]) => JSON.stringify(one) === JSON.stringify(other);

function Choices({ field, onField }: { field: TextSchema; onField: (field: FieldSchema) => void }) {
  const own = field.enum ?? [];
  const [typed, setTyped] = useState("");
  const shown = typed !== "" && isSame(choicesIn(typed), own) ? typed : own.join(", ");
  // One with a comma in it cannot be told from two.
  if (!isSame(choicesIn(shown), own)) return <p className="col-span-2 text-sm text-ink-3 sm:col-span-5">Its choices are edited as JSON.</p>;
  return (
    <Field label="Choices" hint="Parted by commas, one at least." className="col-span-2 sm:col-span-5">
      <TextInput
        autoComplete="off"
        value={shown}
        onChange={({ target }) => {
          const next = choicesIn(target.value);
          if (next.length === 0) return;
          setTyped(target.value);
          onField({ ...field, enum: next });
        }}
      />
    </Field>
  );
}

/** The service's own rule for names, and the table's: two fields of one name would become one. */
function whyNoName(name: string, taken: readonly string[]): string | undefined {
  if (taken.includes(name)) return "Another field has this name";
  return schemaIssues({ type: "object", properties: { [name]: { type: "string" } }, additionalProperties: false })[0]?.message;
}
