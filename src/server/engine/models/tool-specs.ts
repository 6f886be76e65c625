import type { Tool } from "#server/engine/tools/tool.ts";
import { parametersOf } from "./parameters-of.ts";
import type { ToolSpec } from "./port.ts";
import { portable } from "./tool-schema.ts";

/** Tools as a model is told of them. */
export function toolSpecs(tools: readonly Tool[]): ToolSpec[] {
  return tools.map((tool) => {
    const known = specs.get(tool) ?? toSpec(tool);
    specs.set(tool, known);
    return known;
  });
}

/** Every turn of every run tells of the same few tools. */
const specs = new WeakMap<Tool, ToolSpec>();

function toSpec({ name, description, parameters, schema: declared, known_as }: Tool): ToolSpec {
  if (declared) return { name, description, parameters: portable(declared), ...(known_as !== undefined && { known_as }) };
  return { name, description, parameters: parametersOf(parameters) };
}
