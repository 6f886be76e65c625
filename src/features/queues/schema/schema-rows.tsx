import { ArrowDown, ArrowUp, Plus, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { FieldSchema, ListSchema, ObjectSchema, TextSchema } from "#contract/queues/case-schema.ts";
import { useRowFocus } from "#features/queues/use-row-focus.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { cx } from "#ui/cx.ts";
import { Field } from "#ui/field.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { SchemaChoices } from "./schema-choices.tsx";
import { SchemaKind } from "./schema-kind.tsx";
import { rowKind } from "./schema-kinds.ts";
import { SchemaRules } from "./schema-rules.tsx";
import { whyNoName } from "./schema-text.ts";
import { useTyped } from "./use-typed.ts";

interface SchemaRowsProps {
  schema: ObjectSchema;
  /** Where the group stands, as in `supplier`; nothing for the root. */
  place?: string;
  /** Says why the schema cannot become that; it stays as it was then. */
  onChange: (schema: ObjectSchema) => string | undefined;
}

/** The fields of a group, one a row, with what is in them below. */
export function SchemaRows({ schema, place = "", onChange }: SchemaRowsProps) {
  const fields = Object.entries(schema.properties ?? {});
  const required = schema.required ?? [];
  const { rows, focus } = useRowFocus();
  /** Why no further field fits, as long as there are so many. */
  const [full, setFull] = useState<{ at: number; why: string | undefined }>();
  const write = (next: readonly (readonly [string, FieldSchema])[], needed: readonly string[]) =>
    onChange({ ...schema, properties: Object.fromEntries(next), required: needed });
  const without = (name: string) => required.filter((one) => one !== name);
  const free = (at = fields.length + 1): string => (fields.some(([name]) => name === `field_${at}`) ? free(at + 1) : `field_${at}`);
  const add = () => {
    const why = write([...fields, [free(), { type: "string" }]], required);
    setFull({ at: fields.length, why });
    if (why === undefined) focus(fields.length, "input");
  };
  const move = (at: number, by: 1 | -1) => {
    const row = fields[at];
    if (!row) return;
    write(fields.toSpliced(at, 1).toSpliced(at + by, 0, row), required);
    const [same, other] = by > 0 ? ["down", "up"] : ["up", "down"];
    focus(at + by, `[data-act=${same}]`, `[data-act=${other}]`);
  };
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div ref={rows} className="flex flex-col gap-3 empty:hidden">
        {fields.map(([name, field], at) => (
          <Row
            // oxlint-disable-next-line react/no-array-index-key -- the name changes with every letter typed into it
            key={at}
            name={name}
            place={place === "" ? name : `${place}.${name}`}
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
            onNeeded={(needed) => write(fields, needed ? [...required, name] : without(name))}
            onUp={at === 0 ? undefined : () => move(at, -1)}
            onDown={at === fields.length - 1 ? undefined : () => move(at, 1)}
            onRemove={() => {
              write(fields.toSpliced(at, 1), without(name));
              focus(at, "[data-act=remove]");
            }}
          />
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {fields.length === 0 ? <p className="w-full text-sm text-ink-3">No fields yet.</p> : null}
        <Button size="sm" icon={Plus} className="max-w-full" onClick={add}>
          <span className="truncate">{place === "" ? "Add field" : `Add field to ${place.slice(place.lastIndexOf(".") + 1)}`}</span>
        </Button>
        {full?.why && full.at === fields.length ? (
          <p role="alert" className="text-xs text-failed">
            {full.why}
          </p>
        ) : null}
      </div>
    </div>
  );
}

interface RowProps {
  name: string;
  place: string;
  field: FieldSchema;
  needed: boolean;
  taken: readonly string[];
  onRename: (name: string) => string | undefined;
  onField: (field: FieldSchema) => string | undefined;
  onNeeded: (needed: boolean) => void;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  onRemove: () => void;
}

function Row({ name, place, field, needed, taken, onRename, onField, onNeeded, onUp, onDown, onRemove }: RowProps) {
  const named = useTyped(place, name, (to) => whyNoName(to, taken) ?? onRename(to));
  const { description = "" } = field;
  const described = useTyped(place, description, (words) => {
    const { description: _, ...others } = field;
    return onField(words === "" ? others : { ...others, description: words });
  });
  return (
    <fieldset
      className={cx(
        "min-w-0 border-line",
        // A phone has no room for a box in a box in a box.
        place.includes(".") ? "max-sm:border-t max-sm:pt-3 sm:rounded-md sm:border sm:p-3" : "rounded-md border p-3",
      )}
    >
      <legend className="sr-only">{place}</legend>
      <div className="grid items-start gap-x-3 gap-y-2 grid-cols-[minmax(0,1fr)_auto] sm:grid-cols-[minmax(0,1fr)_150px_minmax(0,1.4fr)_auto_auto]">
        <Field label="Name" className="max-sm:col-span-2" error={named.error}>
          <TextInput code {...named.input} />
        </Field>
        <SchemaKind label="Kind" place={place} field={field} onField={onField} />
        <Field label="Description" className="max-sm:col-span-2" error={described.error}>
          <TextInput autoComplete="off" {...described.input} />
        </Field>
        <Checkbox className="mt-1 sm:mt-7" label="Required" checked={needed} onChange={({ target }) => onNeeded(target.checked)} />
        <div className="flex sm:mt-6">
          <IconButton data-act="up" icon={ArrowUp} label={`Move ${place} up`} disabled={!onUp} onClick={onUp} />
          <IconButton data-act="down" icon={ArrowDown} label={`Move ${place} down`} disabled={!onDown} onClick={onDown} />
          <IconButton data-act="remove" icon={X} label={`Remove ${place}`} onClick={onRemove} />
        </div>
      </div>
      <SchemaRules label="Rules" words={["title"]} place={place} field={field} onField={onField} />
      <Inside field={field} place={place} onField={onField} />
    </fieldset>
  );
}

interface InsideProps {
  field: FieldSchema;
  place: string;
  onField: (field: FieldSchema) => string | undefined;
}

/** What a field is made of: its choices, the fields of a group, the entries of a list. */
function Inside({ field, place, onField }: InsideProps): ReactNode {
  switch (rowKind(field)) {
    case "choice":
      return (
        <Below>
          <SchemaChoices place={place} field={field as TextSchema} onField={onField} />
        </Below>
      );
    case "object":
      return (
        <Below>
          <SchemaRows schema={field as ObjectSchema} place={place} onChange={onField} />
        </Below>
      );
    case "array": {
      const { items } = field as ListSchema;
      const onItems = (next: FieldSchema) => onField({ ...(field as ListSchema), items: next });
      return (
        <Below>
          <SchemaKind label="Each entry" place={place} field={items} onField={onItems} className="max-w-60" />
          <SchemaRules
            label="Rules of each entry"
            words={["title", "description"]}
            place={`${place} entry`}
            field={items}
            onField={onItems}
          />
          <Inside field={items} place={place} onField={onItems} />
        </Below>
      );
    }
    default:
      return null;
  }
}

function Below({ children }: { children: ReactNode }) {
  return <div className="mt-3 min-w-0 border-s-2 border-line ps-2 sm:ps-3">{children}</div>;
}
