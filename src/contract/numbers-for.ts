import { ExactNumber, hasInexact, parseExact } from "./exact-json.ts";
import type { $ZodType, z } from "./zod.ts";

const defOf = (schema: $ZodType) => (schema as z.core.$ZodTypes)._zod.def;

/**
 * A value as a schema reads it: where the schema has a number it gets one of JavaScript's, and where it takes any value each number stays as it was
 * sent.
 */
export function numbersFor(schema: $ZodType, value: unknown): unknown {
  return settled(value, opened(schema));
}

/** As {@link numbersFor}, of a JSON text. */
export function parseFor(schema: $ZodType, text: string): unknown {
  return hasInexact(text) ? numbersFor(schema, parseExact(text)) : JSON.parse(text);
}

function settled(value: unknown, schemas: readonly $ZodType[]): unknown {
  if (typeof value !== "object" || value === null || schemas.some((schema) => defOf(schema).type === "unknown")) return value;
  if (value instanceof ExactNumber) return value.valueOf();
  if (Array.isArray(value))
    return value.map((one, at) =>
      settled(
        one,
        schemas.flatMap((schema) => inside(schema, at)),
      ),
    );
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      settled(
        one,
        schemas.flatMap((schema) => inside(schema, key)),
      ),
    ]),
  );
}

/** What a schema says of the value under a key, or at a place of a list. */
function inside(schema: $ZodType, key: string | number): readonly $ZodType[] {
  const def = defOf(schema);
  switch (def.type) {
    case "object": {
      const own = Object.hasOwn(def.shape, key) ? def.shape[key as string] : def.catchall;
      return own ? opened(own) : [];
    }
    case "record":
      return opened(def.valueType);
    case "array":
      return opened(def.element);
    case "tuple": {
      const own = def.items[key as number] ?? def.rest;
      return own ? opened(own) : [];
    }
    default:
      return [];
  }
}

/** The schemas that a value may match, without what is only wrapped around them. */
function opened(schema: $ZodType): readonly $ZodType[] {
  const def = defOf(schema);
  switch (def.type) {
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
    case "nonoptional":
    case "readonly":
    case "catch":
      return opened(def.innerType);
    case "lazy":
      return opened(def.getter());
    case "union":
      return def.options.flatMap(opened);
    case "intersection":
      return [...opened(def.left), ...opened(def.right)];
    case "pipe":
      // What any value is turned into is read by what follows.
      return opened(def.in).filter((one) => defOf(one).type !== "unknown");
    default:
      return [schema];
  }
}
