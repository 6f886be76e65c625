import type { ReactNode } from "react";
import { ExactNumber, parseExact } from "#contract/exact-json.ts";
import type { CaseSchema, FieldSchema, ListSchema, ObjectSchema } from "#contract/queues/case-schema.ts";
import { kindOf } from "#contract/queues/case-schema.ts";
import { dayOf, fieldLabel, valueWords } from "#features/queues/schema/schema-words.ts";
import { FullTime } from "#ui/time.tsx";
import { isObject, ownValue } from "#contract/queues/case-fields.ts";

/** Typed data as names and values, in the order of the schema. */
export function DataView({ schema, text }: { schema: CaseSchema; text: string }) {
  const value = parseExact(text);
  return (
    <div className="rounded-md border border-line px-4 py-3">
      <ObjectView schema={schema} value={value} />
    </div>
  );
}

function ObjectView({ schema, value }: { schema: ObjectSchema; value: unknown }) {
  const fields = Object.entries(schema.properties ?? {});
  if (!isObject(value) || fields.length === 0) return <Nothing />;
  return (
    <dl className="grid grid-cols-1 gap-x-6 text-sm sm:gap-y-2 sm:grid-cols-[minmax(120px,max-content)_1fr]">
      {fields.map(([name, field]) => (
        <div key={name} className="contents">
          <dt className="break-words text-ink-3">{fieldLabel(name, field)}</dt>
          <dd className="min-w-0 break-words whitespace-pre-wrap max-sm:mb-2">{shown(field, ownValue(value, name))}</dd>
        </div>
      ))}
    </dl>
  );
}

function shown(field: FieldSchema, value: unknown): ReactNode {
  if (value === undefined || value === null || value === "") return <Nothing />;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (kindOf(field) === "object")
    return (
      <div className="border-s-2 border-line ps-3">
        <ObjectView schema={field as ObjectSchema} value={value} />
      </div>
    );
  if (Array.isArray(value)) return <ListView items={(field as ListSchema).items} values={value as unknown[]} />;
  if ("format" in field && field.format === "date") return dayOf(valueWords(value));
  if ("format" in field && field.format === "date-time") return <FullTime at={valueWords(value)} />;
  if (value instanceof ExactNumber) return inGroups(value.text);
  return typeof value === "number" ? value.toLocaleString("en", { maximumFractionDigits: 20 }) : valueWords(value);
}

/** As other numbers are shown, with every digit that was sent. */
function inGroups(written: string): string {
  const [, whole, rest] = /^(-?\d+)(\.\d+)?$/.exec(written) ?? [];
  return whole === undefined ? written : `${whole.replaceAll(/\B(?=(\d{3})+$)/g, ",")}${rest ?? ""}`;
}

function ListView({ items, values }: { items: FieldSchema; values: readonly unknown[] }) {
  if (values.length === 0) return <Nothing />;
  return (
    <ol className="flex flex-col gap-2">
      {values.map((value, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- values may be alike, and never move here
        <li key={at}>{shown(items, value)}</li>
      ))}
    </ol>
  );
}

function Nothing() {
  return <span className="text-ink-3">–</span>;
}
