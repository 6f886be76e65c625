import type { $ZodType } from "#contract/zod.ts";

/** What a schema says about one field, as plain values for `ui/field.tsx`. Lengths in UTF-16 units, as the schema counts them. */
export interface Limits {
  readonly required: boolean;
  readonly numeric: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly min?: number;
  readonly max?: number;
  /** What an empty input stands for. */
  readonly empty: "" | null | undefined;
}

interface Def {
  readonly type: string;
  readonly format?: string;
  readonly checks?: readonly { readonly _zod: { readonly def: Check } }[];
  readonly innerType?: $ZodType;
  readonly in?: $ZodType;
  readonly element?: $ZodType;
  readonly shape?: Record<string, $ZodType>;
  readonly options?: readonly $ZodType[];
}
interface Check {
  readonly check: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly value?: unknown;
}

/** Reads the rule for `path` (as in `bundle.files.0.path`) without loading zod: a schema is data. */
export function limitsOf(schema: $ZodType, path: string): Limits {
  let at: $ZodType | undefined = schema;
  for (const segment of path.split(".")) at = at && step(at, segment);
  if (!at) return { required: false, numeric: false, empty: "" };
  const { inner, optional, nullable } = unwrap(at);
  const checks = (defOf(inner).checks ?? []).map((check) => check._zod.def);
  const found = (kind: string, key: "minimum" | "maximum" | "value") => checks.find(({ check }) => check === kind)?.[key];
  const required = !optional && !nullable;
  if (["number", "bigint"].includes(defOf(inner).type)) {
    return {
      required,
      numeric: true,
      empty: nullable ? null : undefined,
      ...bounds("min", "max", found("greater_than", "value"), found("less_than", "value")),
    };
  }
  const minimum = found("min_length", "minimum");
  const takesEmpty =
    defOf(inner).type === "string" &&
    defOf(inner).format === undefined &&
    !(Number(minimum) > 0) &&
    !checks.some(({ check }) => check === "string_format");
  // Null before absent: in a PATCH, leaving a field out would keep what somebody has just emptied.
  const empty = takesEmpty || required ? "" : nullable ? null : undefined;
  return { required, numeric: false, empty, ...bounds("minLength", "maxLength", minimum, found("max_length", "maximum")) };
}

/** How an input of the browser is read: what its text stands for. */
export function registerOptions(limits: Limits) {
  return {
    setValueAs: (value: unknown) => {
      if (value === "" || value === undefined || (typeof value === "number" && Number.isNaN(value))) return limits.empty;
      return limits.numeric && typeof value === "string" ? Number(value) : value;
    },
  };
}

function told(value: unknown): value is number {
  return typeof value === "number" && Math.abs(value) < Number.MAX_SAFE_INTEGER;
}

function bounds(low: string, high: string, minimum: unknown, maximum: unknown): Record<string, number> {
  return { ...(told(minimum) ? { [low]: minimum } : {}), ...(told(maximum) ? { [high]: maximum } : {}) };
}

function defOf(schema: $ZodType): Def {
  return schema._zod.def;
}

function unwrap(schema: $ZodType): { inner: $ZodType; optional: boolean; nullable: boolean } {
  let inner = schema;
  let optional = false;
  let nullable = false;
  for (;;) {
    const def = defOf(inner);
    const next = def.innerType ?? (def.type === "pipe" ? def.in : undefined);
    if (!next) return { inner, optional, nullable };
    optional ||= def.type === "optional" || def.type === "default" || def.type === "prefault";
    nullable ||= def.type === "nullable";
    inner = next;
  }
}

function step(schema: $ZodType, segment: string): $ZodType | undefined {
  const def = defOf(unwrap(schema).inner);
  if (def.shape) return def.shape[segment];
  if (def.element) return def.element;
  for (const option of def.options ?? []) {
    const found = step(option, segment);
    if (found) return found;
  }
  return undefined;
}
