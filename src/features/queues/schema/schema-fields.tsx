import { type CaseSchema, type FieldSchema, kindOf, type ListSchema, type ObjectSchema } from "#contract/queues/case-schema.ts";
import { cx } from "#ui/cx.ts";
import { kindWord, ruleWords } from "./schema-words.ts";

interface Row {
  readonly place: string;
  readonly name: string;
  readonly depth: number;
  readonly field: FieldSchema;
  readonly needed: boolean;
}

/** Every field of a schema, those of a group below it. */
export function SchemaFields({ schema }: { schema: CaseSchema }) {
  const rows = rowsOf(schema, "", 0);
  if (rows.length === 0) return <p className="text-sm text-ink-3">No fields yet.</p>;
  return (
    <div className="overflow-x-auto rounded-md border border-line">
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-line text-start text-ink-3">
            {["Field", "Kind", "Rules"].map((word) => (
              <th key={word} scope="col" className={cx("px-3 py-1.5 text-start font-medium", word === "Rules" && "max-sm:hidden")}>
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ place, name, depth, field, needed }) => (
            <tr key={place} className="border-b border-line align-top last:border-b-0">
              <td className="min-w-28 px-3 py-1.5" style={{ paddingInlineStart: 12 + depth * 16 }}>
                <span className="font-mono break-all">{name}</span>
                {field.title ? <span className="block text-xs text-ink-3">{field.title}</span> : null}
              </td>
              <td className="px-3 py-1.5 sm:whitespace-nowrap">
                {kindWord(field)}
                {needed ? null : <span className="block text-xs text-ink-3">Optional</span>}
                <span className="block break-words text-ink-2 empty:hidden sm:hidden">{wordsOf(field)}</span>
              </td>
              <td className="px-3 py-1.5 break-words text-ink-2 max-sm:hidden">{wordsOf(field) || "–"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** On a phone they stand below the kind. */
function wordsOf(field: FieldSchema): string {
  return [field.description, ruleWords(field)].filter(Boolean).join(" · ");
}

function rowsOf({ properties = {}, required = [] }: ObjectSchema, above: string, depth: number): Row[] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const place = `${above}.${name}`;
    const own = { place, name, depth, field, needed: required.includes(name) };
    const inner = kindOf(field) === "array" ? (field as ListSchema).items : field;
    return [own, ...(kindOf(inner) === "object" ? rowsOf(inner as ObjectSchema, place, depth + 1) : [])];
  });
}
