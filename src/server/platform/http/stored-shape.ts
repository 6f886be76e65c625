import { type $ZodType, z } from "#contract/zod.ts";

/** What is asked of a schema's definition here; the rest is kept as it is. */
interface Def {
  readonly type: string;
  readonly innerType?: $ZodType;
  readonly element?: $ZodType;
  readonly shape?: Readonly<Record<string, $ZodType>>;
  readonly options?: readonly $ZodType[];
  readonly items?: readonly $ZodType[];
  readonly keyType?: $ZodType;
  readonly valueType?: $ZodType;
}

const known = new WeakMap<$ZodType, $ZodType>();

/**
 * A reply's schema without its rules about values: lengths, forms, bounds. Those judge what comes in, and they change. What is stored was let in by
 * the rule of its day or by another door, and a reply that refused it would hide it from all. Fields, kinds and closed sets of words stay,
 * so nothing unlisted leaves the service.
 */
export function storedShape(schema: $ZodType): $ZodType {
  const made = known.get(schema) ?? withoutRules(schema);
  known.set(schema, made);
  return made;
}

function withoutRules(schema: $ZodType): $ZodType {
  const def: Def = schema._zod.def;
  switch (def.type) {
    case "string":
      return z.string();
    case "number":
      return z.number();
    case "object":
      return like(schema, { shape: Object.fromEntries(Object.entries(def.shape ?? {}).map(([key, field]) => [key, storedShape(field)])) });
    case "array":
      return like(schema, { element: def.element && storedShape(def.element) });
    case "record":
      return like(schema, { keyType: def.keyType && storedShape(def.keyType), valueType: def.valueType && storedShape(def.valueType) });
    case "union":
      return like(schema, { options: def.options?.map(storedShape) });
    case "tuple":
      return like(schema, { items: def.items?.map(storedShape) });
    case "optional":
    case "nullable":
    case "catch":
      return like(schema, { innerType: def.innerType && storedShape(def.innerType) });
    case "enum":
    case "literal":
    case "boolean":
    case "unknown":
    case "null":
    case "custom":
      return schema;
    default:
      throw new Error(`Replies have no schema of the kind "${def.type}". Say in stored-shape.ts what of it is a rule.`);
  }
}

function like(schema: $ZodType, changed: Partial<Def>): $ZodType {
  return z.clone(schema, { ...schema._zod.def, ...changed, checks: [] } as typeof schema._zod.def);
}
