import { Plus, X } from "lucide-react";
import type { ReactNode } from "react";
import type { FieldSchema, ListSchema, ObjectSchema } from "#contract/queues/case-schema.ts";
import { kindOf } from "#contract/queues/case-schema.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { isLong, PlainInput } from "./plain-input.tsx";
import { fieldLabel, ruleWords } from "./schema-words.ts";

export type Json = Readonly<Record<string, unknown>>;

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
  const own = isObject(value) ? value : {};
  const declared = Object.entries(schema.properties ?? {});
  const set = (name: string, next: unknown) => {
    const { [name]: _, ...others } = own;
    const all: Json = next === undefined ? others : { ...others, [name]: next };
    const known = declared.flatMap(([key]) => (Object.hasOwn(all, key) ? [[key, all[key]] as const] : []));
    // What no field is declared for stays: the service says what is wrong with it.
    onChange({
      ...Object.fromEntries(known),
      ...Object.fromEntries(Object.entries(all).filter(([key]) => !known.some(([k]) => k === key))),
    });
  };
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      {declared.map(([name, field]) => (
        <OneInput
          key={name}
          label={fieldLabel(name, field)}
          required={schema.required?.includes(name) ?? false}
          schema={field}
          value={own[name]}
          onChange={(next) => set(name, next)}
          place={place === "" ? name : `${place}.${name}`}
          errors={errors}
        />
      ))}
    </div>
  );
}

function OneInput({ label, required, ...inputs }: Inputs<FieldSchema> & { label: string; required: boolean }) {
  const { schema, value, onChange, place, errors } = inputs;
  const error = errors.get(place);
  const kind = kindOf(schema);
  if (kind === "object")
    return (
      <Group label={label} required={required} schema={schema} error={error} place={place}>
        <ObjectInputs
          {...inputs}
          schema={schema as ObjectSchema}
          // An optional group of which nothing is filled in is left out.
          onChange={(next) => onChange(!required && isObject(next) && Object.keys(next).length === 0 ? undefined : next)}
        />
      </Group>
    );
  if (kind === "array")
    return (
      <Group label={label} required={required} schema={schema} error={error} place={place}>
        <ListInputs {...inputs} schema={schema as ListSchema} label={label} />
      </Group>
    );
  const hint = [schema.description, ruleWords(schema, { choices: false })].filter(Boolean).join(" · ");
  return (
    <div data-field={`data.${place}`} className={isLong(schema, value) ? "min-w-0 sm:col-span-2" : "min-w-0"}>
      <Field label={label} error={error} limits={{ required }} {...(hint === "" ? {} : { hint })}>
        <PlainInput schema={schema} value={value} onChange={onChange} />
      </Field>
    </div>
  );
}

function ListInputs({ schema: { items }, value, onChange, place, errors, label }: Inputs<ListSchema> & { label: string }) {
  const own = Array.isArray(value) ? (value as unknown[]) : [];
  // A list has no gaps: what is emptied stays as an empty text, or as nothing.
  const blank = kindOf(items) === "object" ? {} : kindOf(items) === "array" ? [] : kindOf(items) === "string" ? "" : null;
  const without = (at: number) => (own.length === 1 ? undefined : own.toSpliced(at, 1));
  return (
    <div className="flex flex-col gap-3">
      {own.map((one, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the place is all that tells one from another
        <div key={at} className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <OneInput
              label={`${label} ${at + 1}`}
              required
              schema={items}
              value={one}
              onChange={(next) => onChange(own.with(at, next === undefined ? blank : next))}
              place={`${place}.${at}`}
              errors={errors}
            />
          </div>
          <IconButton icon={X} size="sm" label={`Remove ${label} ${at + 1}`} className="mt-6" onClick={() => onChange(without(at))} />
        </div>
      ))}
      <div>
        <Button size="sm" icon={Plus} onClick={() => onChange([...own, blank])}>
          Add to {label}
        </Button>
      </div>
    </div>
  );
}

function Group({
  label,
  required,
  schema: { description },
  error,
  place,
  children,
}: {
  label: string;
  required: boolean;
  schema: FieldSchema;
  error: string | undefined;
  place: string;
  children: ReactNode;
}) {
  return (
    <div data-field={`data.${place}`} className="min-w-0 sm:col-span-2">
      <Field group label={label} error={error} limits={{ required }} {...(description ? { hint: description } : {})}>
        <div className="mt-1 border-s-2 border-line ps-3">{children}</div>
      </Field>
    </div>
  );
}

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
