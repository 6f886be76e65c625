import {
  type CaseSchema,
  type FieldKind,
  type FieldSchema,
  kindOf,
  type NumberSchema,
  type ObjectSchema,
  type TextSchema,
} from "#contract/queues/case-schema.ts";
import { fieldLabel } from "#features/queues/schema/schema-words.ts";

/** A field of the data of cases that can be a column of their list, or a part of a card. */
export interface FieldColumn {
  /** As the choice of columns names it. */
  readonly id: string;
  readonly header: string;
  readonly path: readonly string[];
  /** The place of what a list is ordered by: of an amount, what it is apart from its currency. */
  readonly orders: string;
  readonly kind: FieldKind | "money" | "date" | "date-time";
  /** Digits that every figure has behind its point. */
  readonly digits: number;
  /** It is a column only once somebody chooses it. */
  readonly rare?: true;
}

/** More columns to choose from would be a menu that nobody reads. */
const mostColumns = 20;
/** As many are columns from the start: those that every case has come first. */
const fromTheStart = 2;
/** What the name of a column has room for. */
const longestPlace = 100;

/** The fields of a schema that hold one plain value each, those of groups too, and amounts with their currency. */
export function plainFields(schema: CaseSchema | null | undefined): readonly FieldColumn[] {
  return foundIn(schema).map(({ needed: _, ...field }) => field);
}

/** The first of these fields, as columns to choose from. */
export function fieldColumns(schema: CaseSchema | null | undefined): readonly FieldColumn[] {
  const found = foundIn(schema).slice(0, mostColumns);
  const first = [...found.filter(({ needed }) => needed), ...found.filter(({ needed }) => !needed)].slice(0, fromTheStart);
  return found.map(({ needed: _, ...column }) => (first.some(({ id }) => id === column.id) ? column : { ...column, rare: true }));
}

type Found = FieldColumn & { readonly needed: boolean };

function foundIn(schema: CaseSchema | null | undefined): Found[] {
  return schema ? columnsIn(schema, [], [], true).filter(({ id }) => id.length <= longestPlace) : [];
}

function columnsIn(
  { properties = {}, required = [] }: ObjectSchema,
  above: readonly string[],
  heads: readonly string[],
  allNeeded: boolean,
): Found[] {
  return Object.entries(properties).flatMap(([name, field]): Found[] => {
    const path = [...above, name];
    const labels = [...heads, fieldLabel(name, field)];
    const needed = allNeeded && required.includes(name);
    const place = path.join(".");
    const column = { id: `field.${place}`, header: labels.join(" · "), path, orders: place, needed };
    const kind = kindOf(field);
    if (kind === "array") return [];
    if (kind !== "object") return [{ ...column, kind: dateOf(field) ?? kind, digits: digitsOf(field) }];
    const amount = amountIn(field as ObjectSchema);
    return amount
      ? [{ ...column, orders: `${place}.${amount.name}`, kind: "money", digits: Math.max(2, digitsOf(amount.field)) }]
      : columnsIn(field as ObjectSchema, path, labels, needed);
  });
}

/** What a group holds that is an amount and its currency, and nothing else. */
function amountIn({ properties = {} }: ObjectSchema): { readonly name: string; readonly field: FieldSchema } | undefined {
  const { currency, ...others } = properties;
  const [[name, field] = [], ...more] = Object.entries(others);
  const isAmount = currency && kindOf(currency) === "string" && field && more.length === 0 && kindOf(field) === "number";
  return isAmount && name !== undefined ? { name, field } : undefined;
}

function dateOf(field: FieldSchema): "date" | "date-time" | undefined {
  const { format } = field as TextSchema;
  return format === "date" || format === "date-time" ? format : undefined;
}

function digitsOf(field: FieldSchema): number {
  const step = String((field as NumberSchema).multipleOf ?? "");
  return /^0\.\d+$/.test(step) ? step.length - 2 : 0;
}
