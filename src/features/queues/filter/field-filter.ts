import { ownValue } from "#contract/queues/case-fields.ts";
import { type CaseSchema, type FieldSchema, kindOf } from "#contract/queues/case-schema.ts";
import { plainFields } from "#features/queues/cells/field-columns.ts";
import { typedValue } from "#features/queues/data/typed-value.ts";
import type { Control } from "#lists/filter-options.ts";
import { type ChosenFields, fieldNames } from "#features/queues/chosen-fields.ts";

/** A choice of a field, and of a further one once one is chosen. */
export function fieldControls(schema: CaseSchema | null | undefined, search: ChosenFields): Record<keyof ChosenFields, Control> {
  const control = fieldControl(schema);
  const shown = fieldNames.filter((name, at) => search[name] || (control && fieldNames.slice(0, at).every((before) => search[before])));
  const [field, field2, field3] = fieldNames.map((name) => (shown.includes(name) ? (control ?? {}) : { ...control, hidden: true }));
  return { field, field2, field3 } as Record<keyof ChosenFields, Control>;
}

/** One of the values that the schema lists, or any that is typed behind the name of its field. Undefined: there is no field. */
function fieldControl(schema: CaseSchema | null | undefined): Control | undefined {
  const all = plainFields(schema);
  // An amount is two fields, of which none is it.
  const fields = all.filter(({ kind }) => kind !== "money").map(({ path, header }) => ({ place: path.join("."), path, header }));
  const [first] = fields;
  if (!first) return undefined;
  const listed = fields.map((field) => ({ ...field, values: valuesOf(fieldAt(schema, field.path)) }));
  return {
    labels: listed.flatMap(({ place, values }) =>
      values.map(({ value, ...word }) => ({ id: JSON.stringify([place, value]), key: place, value, ...word })),
    ),
    typed: "whole value",
    begins: listed.filter(({ values }) => values.length === 0).map(({ header }) => header),
    // An order goes by an amount, too.
    keys: new Map([
      ...all.map(({ orders, header }) => [orders, header] as const),
      ...fields.map(({ place, header }) => [place, header] as const),
    ]),
    reads(text) {
      const named = readField(text, fields);
      if (!named) return { refusal: `Write a field and its whole value, as in “${first.header}: …”. The search finds parts of it.` };
      const [{ place, path, header }, typed] = named;
      const field = fieldAt(schema, path);
      const read = field ? typedValue(field, header, typed) : { value: typed };
      return "refusal" in read ? read : [place, read.value];
    },
  };
}

function fieldAt(schema: CaseSchema | null | undefined, path: readonly string[]): FieldSchema | undefined {
  let at: FieldSchema | undefined = schema ?? undefined;
  for (const name of path) at = at && "properties" in at ? ownValue(at.properties ?? {}, name) : undefined;
  return at;
}

interface ListedValue {
  readonly value: string;
  readonly word?: string;
}

const yesOrNo: readonly ListedValue[] = [
  { value: "true", word: "Yes" },
  { value: "false", word: "No" },
];

function valuesOf(field: FieldSchema | undefined): readonly ListedValue[] {
  if (field && "enum" in field) return (field.enum ?? []).flatMap((value) => (value === null ? [] : { value: String(value) }));
  return field && kindOf(field) === "boolean" ? yesOrNo : [];
}

interface NamedField {
  readonly place: string;
  readonly path: readonly string[];
  readonly header: string;
}

/** The longest name first: one may begin as another one does. */
function readField(text: string, fields: readonly NamedField[]): [field: NamedField, value: string] | undefined {
  const names = fields.flatMap((field) => [field.header, field.place].map((name) => ({ field, before: `${name.toLowerCase()}:` })));
  const named = names.toSorted((a, b) => b.before.length - a.before.length).find(({ before }) => text.toLowerCase().startsWith(before));
  const value = named && text.slice(named.before.length).trim();
  return value ? [named.field, value] : undefined;
}
