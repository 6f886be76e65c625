type Schema = Record<string, unknown>;

/** Steps from one reference to the next, for schemas that lead in circles. */
const maxSteps = 20;

/**
 * The arguments of a tool in the form that every provider takes: an object at the root that no `anyOf` stands beside, and below it nothing that only
 * earlier drafts of JSON Schema know. A tool checks what it gets by its own schema, so that what is left out here is refused there.
 */
export function portable(declared: Readonly<Schema>): Schema {
  const root = folded(declared, declared, 0);
  const defs = ["$defs", "definitions"].filter((name) => isSchema(declared[name]));
  const kept = { ...root, ...Object.fromEntries(defs.map((name) => [name, declared[name]])) };
  return { ...(plain(kept) as Schema), type: "object", properties: plainEach(isSchema(root["properties"]) ? root["properties"] : {}) };
}

const isSchema = (value: unknown): value is Schema => typeof value === "object" && value !== null && !Array.isArray(value);
const names = (value: unknown) => (Array.isArray(value) ? value.filter((name) => typeof name === "string") : []);

/** What a root says about the whole object and some provider refuses there. */
const atRoot = [
  "anyOf",
  "oneOf",
  "allOf",
  "not",
  "if",
  "then",
  "else",
  "enum",
  "const",
  "$ref",
  "dependentSchemas",
  "dependentRequired",
  "nullable",
];

/** One object for all that a root says by branches: what every branch wants is required, and the rest is told in words. */
function folded(schema: Schema, whole: Schema, steps: number): Schema {
  if (steps > maxSteps) return {};
  const inside = (value: unknown) => (isSchema(value) ? folded(value, whole, steps + 1) : {});
  const all = [...list(schema["allOf"]), referred(schema, whole)].map(inside);
  const branches = [schema["anyOf"], schema["oneOf"]].map((each) =>
    list(each)
      .filter((one) => !isNothing(one))
      .map(inside),
  );
  const perhaps = ["then", "else"].map((name) => inside(schema[name]));
  const own = isSchema(schema["properties"]) ? schema["properties"] : {};
  const properties = [own, ...[...all, ...branches.flat(), ...perhaps].map((one) => one["properties"] as Schema)].reduce(together, {});
  const wanted = branches.filter((each) => each.length > 0).map((each) => each.map((one) => names(one["required"])));
  const always = wanted.flatMap(([first = [], ...rest]) => first.filter((name) => rest.every((other) => other.includes(name))));
  const required = [...new Set([...names(schema["required"]), ...all.flatMap((one) => names(one["required"])), ...always])];
  const words = [schema["description"], ...wanted.map(alternatives)].filter((text) => typeof text === "string" && text !== "").join(" ");
  const rest = Object.fromEntries(Object.entries(schema).filter(([name]) => !atRoot.includes(name)));
  const { required: _, description: __, ...kept } = rest;
  return { ...kept, properties, ...(required.length > 0 && { required }), ...(words !== "" && { description: words }) };
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Of several schemas of one property, any may match. */
function together(found: Schema, more: Schema | undefined): Schema {
  const merged = { ...found };
  for (const [name, schema] of Object.entries(more ?? {})) {
    const known = merged[name];
    if (known === undefined || isOpen(known)) merged[name] = schema;
    else if (!isOpen(schema) && JSON.stringify(known) !== JSON.stringify(schema)) {
      const before =
        isSchema(known) && Object.keys(known).length === 1 && Array.isArray(known["anyOf"]) ? (known["anyOf"] as unknown[]) : [known];
      merged[name] = { anyOf: [...before, schema] };
    }
  }
  return merged;
}

const isOpen = (schema: unknown) => schema === true || (isSchema(schema) && Object.keys(schema).length === 0);
const isNothing = (schema: unknown) => isSchema(schema) && schema["type"] === "null";

/** What the branches of a root require, where they differ. */
function alternatives(branches: readonly string[][]): string {
  const each = [...new Set(branches.filter((wanted) => wanted.length > 0).map((wanted) => wanted.join(" and ")))];
  return each.length > 1 ? `Give ${each.join(", or ")}.` : "";
}

/** What a reference within the same schema leads to. */
function referred({ $ref: reference }: Schema, whole: Schema): unknown {
  if (typeof reference !== "string" || !reference.startsWith("#")) return undefined;
  const steps = reference.slice(1).split("/").slice(1);
  return steps.reduce<unknown>(
    (at, step) => (isSchema(at) ? at[decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~")] : undefined),
    whole,
  );
}

/** A schema below the root, as the present draft writes it. */
function plain(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(plain);
  if (schema === true) return {};
  if (!isSchema(schema)) return schema;
  const { $schema: _, id: __, ...given } = schema;
  const written = Object.entries(given).flatMap(([name, value]): [string, unknown][] => {
    if (value === null && name !== "default" && name !== "const") return [];
    if (["properties", "$defs", "definitions", "patternProperties"].includes(name))
      return isSchema(value) ? [[name, plainEach(value)]] : [];
    if (["default", "const", "enum", "examples", "example"].includes(name))
      return name === "enum" && list(value).length === 0 ? [] : [[name, value]];
    if (name === "required" && !Array.isArray(value)) return [];
    if (name === "type" && value === "any") return [];
    if (name === "items" && Array.isArray(value)) return [["items", value.length === 1 ? plain(value[0]) : { anyOf: value.map(plain) }]];
    // Until draft 4, they said how `minimum` and `maximum` are meant.
    if (name === "exclusiveMinimum" && typeof value === "boolean") return [];
    if (name === "exclusiveMaximum" && typeof value === "boolean") return [];
    if (name === "$ref" && !(typeof value === "string" && value.startsWith("#"))) return [];
    return [[name, plain(value)]];
  });
  const result = Object.fromEntries(written);
  return result["type"] === "array" && result["items"] === undefined && result["prefixItems"] === undefined
    ? { ...result, items: {} }
    : result;
}

function plainEach(schemas: Schema): Schema {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, plain(schema)]));
}
