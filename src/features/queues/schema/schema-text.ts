import type { CaseSchema, ObjectSchema } from "#contract/queues/case-schema.ts";
import { noChoices, schemaIssues } from "#contract/queues/case-schema-rules.ts";
import { z } from "#contract/zod.ts";

export const emptySchema: CaseSchema = { type: "object", properties: {}, required: [], additionalProperties: false };

export function textOf(schema: ObjectSchema): string {
  return JSON.stringify(schema, null, 2);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** With the place, where the browser tells it. */
function whyNoJson(text: string): string {
  try {
    JSON.parse(text);
  } catch (error) {
    const [, line, column] = /line (\d+),? column (\d+)/.exec(String(error)) ?? [];
    if (line !== undefined) return `This is not valid JSON: look at line ${line}, column ${column}`;
  }
  return "This is not valid JSON";
}

/** The schema that a text is; undefined while it is none. */
export function schemaIn(text: string): CaseSchema | undefined {
  const value = parsed(text);
  return schemaIssues(value).length === 0 ? (value as CaseSchema) : undefined;
}

/** What is wrong with a schema beyond choices that still have no words. */
export function flawOf(value: unknown): string | undefined {
  return schemaIssues(value).find(({ message }) => message !== noChoices)?.message;
}

/** The schema that a text is or becomes once each choice has words. */
export function draftIn(text: string): CaseSchema | undefined {
  const value = parsed(text);
  return flawOf(value) === undefined ? (value as CaseSchema) : undefined;
}

/** A schema while it is being written, with the service's own rules. */
export const SchemaText = z.string().superRefine((text, context) => {
  const value = parsed(text);
  const issues = value === undefined ? [{ path: [], message: whyNoJson(text) }] : schemaIssues(value);
  for (const { path, message } of issues) context.addIssue({ code: "custom", path, message });
});

/** The service's own rule for names, and the table's: two fields of one name would become one. */
export function whyNoName(name: string, taken: readonly string[]): string | undefined {
  if (taken.includes(name)) return "Another field has this name";
  // Objects have such keys before all others, wherever they were put.
  if (/^\d+$/.test(name)) return "A name cannot be digits only. Add a letter";
  return schemaIssues({ type: "object", properties: { [name]: { type: "string" } }, additionalProperties: false })[0]?.message;
}
