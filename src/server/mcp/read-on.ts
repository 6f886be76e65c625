import type { Tool } from "@modelcontextprotocol/server";
import { ExactNumber, withPlainNumbers } from "#contract/exact-json.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import type { Arguments } from "./request-of.ts";

/** The one tool that is no operation: an answer may be longer than a model can take at once. */
export const readOn: Tool = {
  name: "readOn",
  description: "Reads a long answer on: asks a tool that reads again, and shows its answer from a character on",
  inputSchema: {
    type: "object",
    properties: { tool: { type: "string" }, arguments: { type: "object" }, from: { type: "integer", minimum: 0 } },
    required: ["tool", "arguments", "from"],
  },
  annotations: { readOnlyHint: true },
};

export function isArguments(given: unknown): given is Arguments {
  return typeof given === "object" && given !== null && !Array.isArray(given) && !(given instanceof ExactNumber);
}

export function isPlace(given: unknown): given is number {
  return Number.isSafeInteger(given) && Number(given) >= 0;
}

/** What is to be read on, and from where. Throws the 400 of an input of another form. */
export function startOf({ tool, arguments: given, from: at, ...others }: Arguments): { name: string; given: Arguments; from: number } {
  const from = withPlainNumbers(at);
  if (typeof tool !== "string" || !isArguments(given) || !isPlace(from) || Object.keys(others).length > 0)
    throw refuse("invalid_request", "Give tool, arguments and from: the name of a tool, what it was called with, and a whole number.");
  if (tool === readOn.name) throw refuse("invalid_request", "readOn does not read itself on. Name the tool whose answer is long.");
  return { name: tool, given, from };
}
