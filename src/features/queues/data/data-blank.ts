import type { Json } from "#contract/queues/case-fields.ts";
import { type CaseSchema, type FieldSchema, kindOf, type ObjectSchema, takesNull } from "#contract/queues/case-schema.ts";

export function dataText(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** What a form begins with. */
export function blankData(schema: CaseSchema | null): string {
  return schema ? dataText(blankGroup(schema)) : "";
}

/** What an entry of a list begins as. */
export function blankValue(schema: FieldSchema): unknown {
  const kind = kindOf(schema);
  if (takesNull(schema)) return null;
  if (kind === "object") return blankGroup(schema as ObjectSchema);
  return kind === "array" ? [] : kind === "string" ? "" : null;
}

/** What has to be there and can be without a decision: groups, lists without entries, and nothing where nothing is a value. */
function blankGroup({ properties = {}, required = [] }: ObjectSchema): Json {
  const known = Object.entries(properties).filter(
    ([name, field]) => required.includes(name) && (takesNull(field) || kindOf(field) === "object" || kindOf(field) === "array"),
  );
  return Object.fromEntries(known.map(([name, field]) => [name, blankValue(field)]));
}
