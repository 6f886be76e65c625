import { z } from "#contract/zod.ts";
import type { Tool } from "#server/engine/tools/tool.ts";
import type { ToolSpec } from "./port.ts";

/** Tools as a model is told of them. */
export function toolSpecs(tools: readonly Tool[]): ToolSpec[] {
  return tools.map(({ name, description, parameters }) => {
    const { $schema: _, ...schema } = z.toJSONSchema(parameters, { io: "input" }) as Record<string, unknown>;
    return { name, description, parameters: schema };
  });
}
