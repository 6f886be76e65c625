import type { Json } from "#server/platform/http/openapi/schemas.ts";

/** A JSON Schema of the document as a type of TypeScript. `depth` is how far lines of it are set in. */
export function typeOf(schema: unknown, depth = 0): string {
  if (typeof schema !== "object" || schema === null) return "unknown";
  const json = schema as Json;
  if (typeof json.$ref === "string") return json.$ref.split("/").at(-1) ?? "unknown";
  if ("const" in json) return JSON.stringify(json.const);
  if (Array.isArray(json.enum)) return union(json.enum.map((value) => JSON.stringify(value)));
  const options = json.anyOf ?? json.oneOf;
  if (Array.isArray(options)) return union(options.map((option) => typeOf(option, depth)));
  if (Array.isArray(json.allOf)) return json.allOf.map((part) => bracketed(typeOf(part, depth))).join(" & ");
  if (Array.isArray(json.type)) return union(json.type.map((type) => typeOf({ ...json, type }, depth)));
  switch (json.type) {
    case "string":
      return "string";
    case "number":
    case "integer":
      return "number";
    case "boolean":
      return "boolean";
    case "null":
      return "null";
    case "array":
      return arrayOf(json, depth);
    case "object":
      return objectOf(json, depth);
    default:
      return "unknown";
  }
}

function arrayOf({ items, prefixItems }: Json, depth: number): string {
  if (Array.isArray(prefixItems)) return `[${prefixItems.map((item) => typeOf(item, depth)).join(", ")}]`;
  return `${bracketed(typeOf(items, depth))}[]`;
}

function objectOf({ properties, required = [], additionalProperties, propertyNames }: Json, depth: number): string {
  const fields = Object.entries((properties ?? {}) as Record<string, unknown>);
  if (fields.length === 0) return recordOf(additionalProperties, propertyNames, required as string[], depth);
  const inset = "  ".repeat(depth + 1);
  const lines = fields.map(([name, field]) => {
    const optional = (required as string[]).includes(name) ? "" : "?";
    return `${commentOf(field, inset)}${inset}${keyOf(name)}${optional}: ${typeOf(field, depth + 1)};`;
  });
  const own = `{\n${lines.join("\n")}\n${"  ".repeat(depth)}}`;
  return isOpen(additionalProperties) ? `${own} & Record<string, unknown>` : own;
}

function recordOf(values: unknown, names: unknown, required: readonly string[], depth: number): string {
  if (values === false) return "Record<string, never>";
  const keys = names === undefined ? "string" : typeOf(names, depth);
  const record = `Record<${keys}, ${typeof values === "object" ? typeOf(values, depth) : "unknown"}>`;
  return keys !== "string" && required.length === 0 ? `Partial<${record}>` : record;
}

/** Takes any further field, by an empty schema; a list of what it takes is a record of its own. */
const isOpen = (additional: unknown) => typeof additional === "object" && additional !== null && Object.keys(additional).length === 0;

function commentOf(field: unknown, inset: string): string {
  const { description } = (field ?? {}) as { description?: unknown };
  return typeof description === "string" ? `${inset}/** ${description.replaceAll("*/", "* /").replaceAll(/\s+/g, " ")} */\n` : "";
}

const keyOf = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));
const bracketed = (type: string) => (/ [|&] /.test(type) ? `(${type})` : type);
const union = (types: readonly string[]) => [...new Set(types)].join(" | ") || "never";
