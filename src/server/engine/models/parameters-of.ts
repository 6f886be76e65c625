import { type $ZodType, z } from "#contract/zod.ts";

/** The arguments of a call as a model is told of them: the JSON Schema of what it sends. */
export function parametersOf(schema: $ZodType): Record<string, unknown> {
  const { $schema: _, ...parameters } = z.toJSONSchema(schema, { io: "input" }) as Record<string, unknown>;
  return parameters;
}
