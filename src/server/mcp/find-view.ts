import type { CallToolResult, Tool } from "@modelcontextprotocol/server";
import { withPlainNumbers } from "#contract/exact-json.ts";
import { invalid, refuse } from "#server/platform/http/refusal.ts";
import { failed, says } from "./answer.ts";
import { callOperation } from "./call-operation.ts";
import { findOperations, wholeIndex } from "./find-operations.ts";
import { isArguments, isPlace } from "./read-on.ts";
import type { Arguments } from "./request-of.ts";
import type { Offered } from "./tools.ts";
import { type Choice, chosen, noTool, type View, whyReadOnly } from "./view.ts";

const named = { type: "string", description: "As find names it" };
const find: Tool = {
  name: "find",
  description: "Finds operations of Caseload by words such as `stop run`. Without a query: all of them, by area",
  inputSchema: { type: "object", properties: { query: { type: "string", maxLength: 200 } } },
  annotations: { readOnlyHint: true },
};
const describe: Tool = {
  name: "describe",
  description: "Says what operations do and take: their JSON Schemas",
  inputSchema: {
    type: "object",
    properties: { names: { type: "array", items: { type: "string" }, minItems: 1, maxItems: 10 } },
    required: ["names"],
  },
  annotations: { readOnlyHint: true },
};
const read: Tool = {
  name: "read",
  description: "Calls an operation that only reads",
  inputSchema: {
    type: "object",
    properties: {
      name: named,
      arguments: { type: "object" },
      from: { type: "integer", minimum: 0, description: "Of a long answer: the character from which to show it" },
    },
    required: ["name"],
  },
  annotations: { readOnlyHint: true },
};
const write: Tool = {
  name: "write",
  description: "Calls an operation that changes something",
  inputSchema: { type: "object", properties: { name: named, arguments: { type: "object" } }, required: ["name"] },
  annotations: { destructiveHint: true },
};

/** Few tools by which all operations are found, described and called: for hosts that take few tools or read all of them at once. */
export function findView(choice: Choice): View {
  const here = new Map(chosen(choice).map((one) => [one.tool.name, one]));
  const tools = choice.readOnly ? [find, describe, read] : [find, describe, read, write];
  return {
    tools,
    async call(http, name, given, outer) {
      const tool = tools.find((one) => one.name === name);
      if (choice.readOnly && name === write.name) return failed(`${name} is no tool here: ${whyReadOnly[choice.readOnly]}`);
      if (!tool)
        return failed(
          `There is no tool ${name.slice(0, 100)} here, but ${tools.map((one) => one.name).join(", ")}. Operations are called by read and write.`,
        );
      const taken = Object.keys(tool.inputSchema.properties ?? {});
      const unknown = Object.keys(given).filter((field) => !taken.includes(field));
      if (unknown.length > 0) throw refuse("invalid_request", `${name} takes ${taken.join(" and ")}, and not ${unknown.join(", ")}.`);
      if (tool === find) return found(given, here);
      if (tool === describe) return described(given, here, choice);
      const { name: operationName, arguments: passed = {}, from: at = 0 } = given;
      const from = withPlainNumbers(at);
      if (typeof operationName !== "string" || !isArguments(passed) || !isPlace(from))
        throw refuse("invalid_request", "Give the name of an operation, and its arguments as an object.");
      const operation = here.get(operationName);
      if (!operation) return noTool(operationName, choice);
      if (operation.reads !== (tool === read))
        return failed(`${operationName} ${operation.reads ? "only reads: call it with read" : "changes something: call it with write"}.`);
      const goOn = operation.reads ? (next: number) => `Continue with the same call and from: ${next}.` : undefined;
      return callOperation(http, operation, passed, outer, { from, goOn });
    },
  };
}

function found({ query = "" }: Arguments, here: ReadonlyMap<string, Offered>): CallToolResult {
  if (typeof query !== "string" || query.length > 200) throw invalid(["query"], "Use at most 200 characters");
  const all = [...here.values()];
  if (query.trim() === "") return { content: [says(wholeIndex(all))] };
  const some = findOperations(all, query);
  if (some.length === 0)
    return failed("No operation matches these words. Use fewer or other words, or find without a query, which lists all.");
  return { content: [says(some.map(lineOf).join("\n"))] };
}

function lineOf({ tool: { name, description }, area, reads }: Offered): string {
  return `${name} (${area}, ${reads ? "reads" : "writes"}): ${description}`;
}

function described({ names }: Arguments, here: ReadonlyMap<string, Offered>, choice: Choice): CallToolResult {
  if (!Array.isArray(names) || names.length === 0 || names.length > 10 || !names.every((name) => typeof name === "string"))
    throw invalid(["names"], "Give a list of 1 to 10 names of operations");
  const missing = names.find((name) => !here.has(name));
  if (missing !== undefined) return noTool(missing, choice);
  const all = names.flatMap((name) => here.get(name) ?? []);
  const told = all.map(({ endpoint: { access }, tool: { name, description, inputSchema, annotations }, reads }) => ({
    name,
    description,
    call_with: reads ? "read" : "write",
    ...("role" in access && { least_role: access.role }),
    ...annotations,
    arguments: inputSchema,
  }));
  return { content: [says(JSON.stringify(told))] };
}
