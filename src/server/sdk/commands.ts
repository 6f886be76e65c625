import type { EndpointSpec } from "#contract/endpoint.ts";
import { fieldsOf, idWords, kindOf } from "#contract/ids.ts";
import { sdkName } from "#sdk/names.ts";
import type { Command, CommandTable, Field } from "#sdk/cli/command.ts";
import type { ReferenceField } from "#sdk/reference/reference.ts";
import { areaWords } from "#server/platform/http/openapi/area-words.ts";
import { readExamples } from "#server/platform/http/openapi/examples.ts";
import { parameterWords } from "#server/platform/http/openapi/parameter-words.ts";
import { collectSchemas, type Json, type Schemas } from "#server/platform/http/openapi/schemas.ts";
import { schemasOf } from "./declarations.ts";
import { sdkOperations } from "./operations.ts";
import { typeOf } from "./print-types.ts";

/** What can be typed, with the words of the contract. */
export function commandTable(version: string): CommandTable {
  const named = sdkOperations();
  const schemas = collectSchemas(named.flatMap(({ endpoint }) => schemasOf(endpoint)));
  const examples = readExamples();
  return {
    version,
    nouns: Object.entries(areaWords).map(([area, words]) => ({ name: sdkName(area, "x").noun, words })),
    commands: named.map(({ endpoint, noun, verb, operation }): Command => {
      const example = examples.get(endpoint.name)?.body;
      return {
        noun,
        verb,
        summary: endpoint.summary,
        address: `${endpoint.method} ${endpoint.path}`,
        fields: fieldsFor(endpoint, schemas).map(({ type: _type, place, ...field }) => ({
          ...field,
          place: place === "path" || place === "file" ? place : "other",
        })),
        ...(operation.list && { rows: operation.list[0] }),
        ...(example !== undefined && { example }),
      };
    }),
  };
}

/** What an operation takes, beside each other. */
export function fieldsFor({ params, query, body, bytes }: EndpointSpec, schemas: Schemas): ReferenceField[] {
  const addressed = (["path", "query"] as const).flatMap((place) => {
    const schema = place === "path" ? params : query;
    if (!schema) return [];
    const { required = [] } = schemas.of(schema, "input") as { required?: string[] };
    const { properties = {} } = schemas.of(schema, "output") as { properties?: Record<string, Json> };
    return Object.entries(properties).map(([name, property]) => {
      const kind = kindOf(fieldsOf(schema)[name]);
      const words = (place === "path" && kind ? idWords(kind) : parameterWords[place][name]) ?? "";
      return fieldOf({ name, place, property, required: place === "path" || required.includes(name), words }, schemas);
    });
  });
  const { properties = {}, required = [] } = (body ? resolved(schemas.of(body, "input"), schemas) : {}) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  const sent = Object.entries(properties).map(([name, property]) => {
    const kind = kindOf(fieldsOf(body)[name]);
    const words = typeof property.description === "string" ? property.description : kind ? idWords(kind) : "";
    return fieldOf({ name, place: "body", property, required: required.includes(name), words }, schemas);
  });
  const file = bytes === undefined ? [] : [{ name: "content", place: "file", kind: "text", required: true, type: "Content" } as const];
  return [...addressed, ...sent, ...file];
}

interface Given {
  readonly name: string;
  readonly place: ReferenceField["place"];
  readonly property: Json;
  readonly required: boolean;
  readonly words: string;
}

function fieldOf({ name, place, property, required, words }: Given, schemas: Schemas): ReferenceField {
  const { kind, nullable, choices } = formOf(property, schemas);
  return {
    name,
    place,
    kind,
    type: typeOf(property),
    ...(required && { required: true as const }),
    ...(nullable && { nullable: true as const }),
    ...(choices && { choices }),
    ...(words && { words }),
  };
}

/** How a value is typed. */
function formOf(given: Json, schemas: Schemas): Pick<Field, "kind"> & { nullable?: boolean; choices?: readonly string[] } {
  const json = resolved(given, schemas);
  const types = Array.isArray(json.type) ? (json.type as string[]) : [json.type as string | undefined];
  const nullable = types.includes("null");
  const type = types.find((one) => one !== "null");
  if (Array.isArray(json.anyOf)) {
    const options = json.anyOf as Json[];
    const rest = options.filter((option) => option.type !== "null");
    const forms = rest.map((option) => formOf(option, schemas));
    const [first] = forms;
    const alike = first && forms.every(({ kind }) => kind === first.kind);
    const choices = forms.length === 1 ? first?.choices : undefined;
    return { kind: alike ? first.kind : "json", nullable: rest.length < options.length, ...(choices && { choices }) };
  }
  if (Array.isArray(json.enum) && json.enum.every((value) => typeof value === "string"))
    return { kind: "text", nullable, choices: json.enum };
  if (typeof json.const === "string") return { kind: "text", nullable, choices: [json.const] };
  if (type === "string") return { kind: "text", nullable };
  if (type === "integer" || type === "number") return { kind: "number", nullable };
  if (type === "boolean") return { kind: "flag", nullable };
  const isListOfWords = type === "array" && resolved((json.items ?? {}) as Json, schemas).type === "string";
  return { kind: isListOfWords ? "list" : "json", nullable };
}

function resolved(json: Json, schemas: Schemas): Json {
  return typeof json.$ref === "string" ? (schemas.components[json.$ref.split("/").at(-1) ?? ""] ?? {}) : json;
}
