import { Plus, X } from "lucide-react";
import { useRef } from "react";
import type { FieldSchema, ListSchema, ObjectSchema } from "#contract/queues/case-schema.ts";
import { kindOf, takesNull } from "#contract/queues/case-schema.ts";
import { fieldLabel, helpWords } from "#features/queues/schema/schema-words.ts";
import { useRowFocus } from "#features/queues/use-row-focus.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { DataGroup } from "./data-group.tsx";
import { isObject, type Json, ownValue } from "#contract/queues/case-fields.ts";
import { blankValue } from "./data-blank.ts";
import { isLong, PlainInput } from "./plain-input.tsx";
import { Undeclared } from "./undeclared.tsx";

interface Inputs<S extends FieldSchema> {
  schema: S;
  value: unknown;
  /** Undefined takes the value out. */
  onChange: (value: unknown) => void;
  /** Where the value stands in the data, as in `supplier.name`. */
  place: string;
  /** What is wrong, by place. */
  errors: ReadonlyMap<string, string>;
}

/** An input for each field that an object declares, in the order of the schema. */
export function ObjectInputs({ schema, value, onChange, place, errors }: Inputs<ObjectSchema>) {
  const box = useRef<HTMLDivElement>(null);
  const own = isObject(value) ? value : {};
  const declared = Object.entries(schema.properties ?? {});
  const isDeclared = (name: string) => declared.some(([known]) => known === name);
  // What no field is declared for stays until a person takes it out.
  const others = Object.entries(own).filter(([name]) => !isDeclared(name));
  const set = (name: string, next: unknown) => {
    const all: Json = { ...own, [name]: next };
    const known = declared.map(([key]) => [key, ownValue(all, key)] as const).filter(([, given]) => given !== undefined);
    onChange(Object.fromEntries([...known, ...others]));
  };
  return (
    <div ref={box} className="grid items-start gap-4 sm:grid-cols-2">
      {declared.map(([name, field]) => (
        <OneInput
          key={name}
          label={fieldLabel(name, field)}
          required={schema.required?.includes(name) ?? false}
          schema={field}
          value={ownValue(own, name)}
          onChange={(next) => set(name, next)}
          place={place === "" ? name : `${place}.${name}`}
          errors={errors}
        />
      ))}
      {others.length > 0 ? (
        <Undeclared
          values={others}
          onRemove={() => {
            // The button goes with what it took out.
            box.current?.querySelector<HTMLElement>("input, select, textarea, button")?.focus();
            onChange(Object.fromEntries(Object.entries(own).filter(([name]) => isDeclared(name))));
          }}
        />
      ) : null}
    </div>
  );
}

interface Labelled {
  label: string;
  required: boolean;
}

function OneInput({ label, required, ...inputs }: Inputs<FieldSchema> & Labelled) {
  const { schema, value, onChange, place, errors } = inputs;
  const error = errors.get(place);
  const kind = kindOf(schema);
  if (kind === "object")
    return (
      <DataGroup label={label} required={required} schema={schema} error={error} place={place}>
        <ObjectInputs
          {...inputs}
          schema={schema as ObjectSchema}
          // An optional group of which nothing is filled in is left out.
          onChange={(next) => onChange(!required && isObject(next) && Object.keys(next).length === 0 ? undefined : next)}
        />
      </DataGroup>
    );
  if (kind === "array")
    return (
      <DataGroup label={label} required={required} schema={schema} error={error} place={place}>
        <ListInputs {...inputs} schema={schema as ListSchema} label={label} required={required} />
      </DataGroup>
    );
  const hint = helpWords(schema);
  return (
    <div data-field={`data.${place}`} className={isLong(schema, value) ? "min-w-0 sm:col-span-2" : "min-w-0"}>
      <Field label={label} error={error} limits={{ required }} {...(hint === "" ? {} : { hint })}>
        <PlainInput
          schema={schema}
          value={value}
          onChange={(next) => onChange(next === undefined && required && takesNull(schema) ? null : next)}
        />
      </Field>
    </div>
  );
}

/** Entries one below the other. A list that has to be there stays when its last entry goes. */
function ListInputs({ schema: { items }, value, onChange, place, errors, label, required }: Inputs<ListSchema> & Labelled) {
  const own = Array.isArray(value) ? (value as unknown[]) : [];
  const { rows, focus } = useRowFocus();
  const blank = blankValue(items);
  const entry = fieldLabel(label, items);
  return (
    <div className="flex flex-col gap-3">
      <div ref={rows} className="flex flex-col gap-3 empty:hidden">
        {own.map((one, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the place is all that tells one from another
          <div key={at} className="flex items-start gap-2">
            <div className="min-w-0 flex-1">
              <OneInput
                label={`${entry} ${at + 1}`}
                required
                schema={items}
                value={one}
                // A list has no gaps: what is emptied stays.
                onChange={(next) => onChange(own.with(at, next === undefined ? blank : next))}
                place={`${place}.${at}`}
                errors={errors}
              />
            </div>
            <IconButton
              data-act="remove"
              icon={X}
              size="sm"
              label={`Remove ${entry} ${at + 1}`}
              className="mt-6"
              onClick={() => {
                onChange(own.length === 1 && !required ? undefined : own.toSpliced(at, 1));
                focus(at, ":scope > [data-act=remove]");
              }}
            />
          </div>
        ))}
      </div>
      <div>
        <Button
          size="sm"
          icon={Plus}
          onClick={() => {
            onChange([...own, blank]);
            focus(own.length, "input, select, textarea, button");
          }}
        >
          Add to {label}
        </Button>
      </div>
    </div>
  );
}
