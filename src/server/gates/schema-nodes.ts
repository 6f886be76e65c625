import { type $ZodType, z } from "#contract/zod.ts";

/** What a schema says about itself, as far as the gates need it. */
interface Def {
  readonly type: string;
  readonly innerType?: $ZodType;
  readonly in?: $ZodType;
  readonly out?: $ZodType;
  readonly element?: $ZodType;
  readonly shape?: Record<string, $ZodType>;
  readonly options?: readonly $ZodType[];
  readonly keyType?: $ZodType;
  readonly valueType?: $ZodType;
  readonly entries?: Record<string, string>;
  readonly values?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: RegExp;
  readonly checks?: readonly { readonly _zod: { readonly def: Check } }[];
}

interface Check {
  readonly check: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly value?: number;
  readonly inclusive?: boolean;
  readonly format?: string;
  readonly pattern?: RegExp;
}

export type Node =
  | { readonly kind: "object"; readonly shape: Record<string, $ZodType> }
  | { readonly kind: "array"; readonly element: $ZodType; readonly min: number; readonly max: number | undefined }
  | { readonly kind: "record"; readonly key: $ZodType; readonly value: $ZodType }
  | { readonly kind: "union"; readonly options: readonly $ZodType[] }
  | {
      readonly kind: "string";
      readonly min: number | undefined;
      readonly max: number | undefined;
      readonly format: string | undefined;
      /** A cursor: an instant is part of it. */
      readonly holdsInstant: boolean;
    }
  | {
      readonly kind: "number";
      readonly whole: boolean;
      readonly min: Bound | undefined;
      readonly max: Bound | undefined;
      readonly fromText: boolean;
    }
  | { readonly kind: "choice"; readonly values: readonly unknown[] }
  | { readonly kind: "boolean" }
  /** Any JSON, with rules that only the schema itself knows. */
  | { readonly kind: "any" };

export interface Bound {
  readonly value: number;
  readonly inclusive: boolean;
}

export interface Unwrapped {
  readonly schema: $ZodType;
  readonly node: Node;
  readonly optional: boolean;
  readonly nullable: boolean;
}

function defOf(schema: $ZodType): Def {
  return schema._zod.def;
}

/** Looks through optional, nullable, default, catch and coercion. Throws for a kind of schema that the gates do not know: teach them first. */
export function unwrap(schema: $ZodType): Unwrapped {
  let inner = schema;
  let optional = false;
  let nullable = false;
  for (;;) {
    const def = defOf(inner);
    if (def.type === "optional" || def.type === "default" || def.type === "prefault") optional = true;
    else if (def.type === "nullable") nullable = true;
    else if (def.type !== "catch") return { schema: inner, node: nodeOf(inner), optional, nullable };
    inner = def.innerType as $ZodType;
  }
}

function nodeOf(schema: $ZodType): Node {
  const def = defOf(schema);
  switch (def.type) {
    case "object":
      return { kind: "object", shape: def.shape ?? {} };
    case "array":
      return { kind: "array", element: def.element as $ZodType, min: sizes(def).min ?? 0, max: sizes(def).max };
    case "record":
      return { kind: "record", key: def.keyType as $ZodType, value: def.valueType as $ZodType };
    case "union":
      return { kind: "union", options: def.options ?? [] };
    case "string": {
      const words = z.globalRegistry.get(schema)?.["enum"];
      return Array.isArray(words)
        ? { kind: "choice", values: words }
        : { kind: "string", ...sizes(def), format: formatOf(def), holdsInstant: holdsInstant(def) };
    }
    case "number":
      return { kind: "number", ...bounds(def), fromText: false };
    case "pipe":
      return { ...numberOf(def.out as $ZodType), fromText: true };
    case "enum":
      return { kind: "choice", values: Object.values(def.entries ?? {}) };
    case "literal":
      return { kind: "choice", values: def.values ?? [] };
    case "null":
      return { kind: "choice", values: [null] };
    case "boolean":
      return { kind: "boolean" };
    case "unknown":
      return { kind: "any" };
    default:
      throw new Error(`The gates do not know schemas of the kind "${def.type}". Add it to schema-nodes.ts.`);
  }
}

function numberOf(schema: $ZodType): Extract<Node, { kind: "number" }> {
  const node = nodeOf(schema);
  if (node.kind !== "number") throw new Error("The gates know coercion to numbers only. Add the other kind to schema-nodes.ts.");
  return node;
}

function checksOf(def: Def): Check[] {
  return (def.checks ?? []).map((c) => c._zod.def);
}

function sizes(def: Def): { min: number | undefined; max: number | undefined } {
  const checks = checksOf(def);
  return { min: checks.find((c) => c.check === "min_length")?.minimum, max: checks.find((c) => c.check === "max_length")?.maximum };
}

function formatOf(def: Def): string | undefined {
  return def.format ?? checksOf(def).find((c) => c.check === "string_format")?.format;
}

const instantForm = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`;

function holdsInstant(def: Def): boolean {
  return checksOf(def).some(({ pattern }) => pattern?.source.includes(instantForm));
}

function bounds(def: Def): { whole: boolean; min: Bound | undefined; max: Bound | undefined } {
  const checks = checksOf(def);
  const whole = def.format === "safeint" || checks.some((c) => c.check === "number_format");
  const bound = (kind: string): Bound | undefined => {
    const found = checks.find((c) => c.check === kind);
    return found?.value === undefined ? undefined : { value: found.value, inclusive: found.inclusive ?? true };
  };
  return { whole, min: bound("greater_than"), max: bound("less_than") };
}

/** Every place of a schema as a pattern, as in `body.config|0.data.tools[].type`; `|n` is a branch of a union, `[]` an element, `{}` a record's value. */
export function patternsOf(schema: $ZodType, pattern: string): string[] {
  const { node } = unwrap(schema);
  return [pattern, ...childrenOf(node, pattern)];
}

function childrenOf(node: Node, pattern: string): string[] {
  switch (node.kind) {
    case "object":
      return Object.entries(node.shape).flatMap(([key, child]) => patternsOf(child, `${pattern}.${key}`));
    case "array":
      return patternsOf(node.element, `${pattern}[]`);
    case "record":
      return patternsOf(node.value, `${pattern}{}`);
    case "union":
      return node.options.flatMap((option, i) => patternsOf(option, `${pattern}|${i}`));
    default:
      return [];
  }
}
