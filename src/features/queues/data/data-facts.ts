import { type FieldSchema, kindOf, type ObjectSchema } from "#contract/queues/case-schema.ts";
import { fieldLabel, valueWords } from "#features/queues/schema/schema-words.ts";
import { isObject, type Json, objectIn, ownValue } from "#contract/queues/case-fields.ts";

/** The data of a case in words: by its fields where it is an object, those of groups each for itself, else as the text that it is. */
export function dataFacts(schema: ObjectSchema | null, text: string): Readonly<Record<string, string>> {
  const value = objectIn(text);
  return value ? Object.fromEntries(factsOf(schema, value).map(([label, words]) => [`Data: ${label}`, words])) : { Data: text };
}

function factsOf(schema: ObjectSchema | null, value: Json): (readonly [string, string])[] {
  return Object.entries(value).flatMap(([name, each]) => {
    const field = ownValue(schema?.properties ?? {}, name);
    const label = field ? fieldLabel(name, field) : name;
    if (!isObject(each) || Object.keys(each).length === 0) return [[label, each === null ? "" : valueWords(each)] as const];
    return factsOf(groupOf(field), each).map(([inner, words]) => [`${label} · ${inner}`, words] as const);
  });
}

function groupOf(field: FieldSchema | undefined): ObjectSchema | null {
  return field && kindOf(field) === "object" ? (field as ObjectSchema) : null;
}
