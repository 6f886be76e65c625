import { type Dimension, type Measure, fieldOwners, fieldPrefix, sourceOf } from "#contract/dashboards/catalogue.ts";
import { uuid } from "#contract/fields.ts";
import { caseFields } from "#contract/queues/case-fields.ts";
import { type CaseSchema, kindOf } from "#contract/queues/case-schema.ts";

/** What a query can name: of its source, and the fields that cases of a queue or rows of a connection have. */
export interface Fields {
  readonly measures: Readonly<Record<string, Measure>>;
  readonly dimensions: Readonly<Record<string, Dimension>>;
}

/** What a source has; `schema`: of the cases that are counted. Its plain fields are dimensions, and its numbers add up. */
export function fieldsOf(source: string, schema: CaseSchema | null = null): Fields {
  const { measures = {}, dimensions = {} } = sourceOf(source) ?? {};
  const fields =
    schema === null || !Object.hasOwn(fieldOwners, source) ? [] : caseFields(schema).filter(({ schema: own }) => kindOf(own) !== "array");
  const named = fields.map(({ place, schema: own }) => ({ name: `${fieldPrefix}${place}`, label: own.title ?? place, kind: kindOf(own) }));
  const sums = named.filter(({ kind }) => kind === "number" || kind === "integer");
  return {
    measures: {
      ...measures,
      ...Object.fromEntries(
        sums.map(
          ({ name, label }) =>
            [
              name,
              { label, says: `The sum of “${label}” over all ${rowWords[source] ?? "rows"} that have it.`, unit: "number", adds: true },
            ] as const,
        ),
      ),
    },
    dimensions: {
      ...dimensions,
      ...Object.fromEntries(named.map(({ name, label }) => [name, { label, open: true, none: "None" }] as const)),
    },
  };
}

const rowWords: Readonly<Record<string, string>> = { cases: "cases" };

/** Whether a dimension can have a value: an id, one of its words, or any text. */
export function isValueOf({ of, words, open }: Dimension = { label: "" }, value: string): boolean {
  if (of) return uuid.safeParse(value).success;
  return !words || open === true || Object.hasOwn(words, value);
}
