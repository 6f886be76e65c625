import type { CaseSchema } from "#contract/queues/case-schema.ts";
import { objectIn } from "./data-blank.ts";
import { fieldLabel, valueWords } from "./schema-words.ts";

/** The data of a case in words: by its fields where it is an object, else as the text that it is. */
export function dataFacts(schema: CaseSchema | null, text: string): Readonly<Record<string, string>> {
  const value = objectIn(text);
  if (!value) return { Data: text };
  const labelOf = (name: string) => {
    const field = schema?.properties?.[name];
    return field ? fieldLabel(name, field) : name;
  };
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [`Data: ${labelOf(name)}`, each === null ? "" : valueWords(each)]));
}
