import type { CallToolResult, Tool } from "@modelcontextprotocol/server";
import type { FastifyInstance } from "fastify";
import { failed } from "./answer.ts";
import { callOperation, type Outer } from "./call-operation.ts";
import { readOn, startOf } from "./read-on.ts";
import type { Arguments } from "./request-of.ts";
import { type Offered, offered } from "./tools.ts";
import { whyWithheldName } from "./withheld.ts";

/** What one of the addresses offers. */
export interface View {
  readonly tools: readonly Tool[];
  call(http: FastifyInstance, name: string, given: Arguments, outer: Outer): Promise<CallToolResult>;
}

/** Which operations an address has: of these areas, and only what reads, because of the address or of the key. */
export interface Choice {
  readonly areas?: ReadonlySet<string>;
  readonly readOnly: false | "address" | "key";
}

export function chosen({ areas, readOnly }: Choice): readonly Offered[] {
  return [...offered.values()].filter(({ area, reads }) => (!areas || areas.has(area)) && (reads || !readOnly));
}

/** What stands in the way of a change, and what to do about it. */
export const whyReadOnly = {
  address: "this address only reads. Connect to /v2/mcp for it.",
  key: "this key only reads. Use one that may change things.",
} as const;

/** Why there is no such tool here, in a sentence that helps. */
export function noTool(name: string, choice: Choice): CallToolResult {
  const known = offered.get(name);
  if (!known)
    return failed(
      whyWithheldName(name) ?? `There is no tool ${name.slice(0, 100)}. Names are those of the tool list, such as listMyTeams.`,
    );
  if (choice.readOnly && !known.reads) return failed(`${name} changes something, and ${whyReadOnly[choice.readOnly]}`);
  return failed(`${name} is of the area ${known.area}, which this address leaves out. Connect to /v2/mcp for it.`);
}

/** Every operation as a tool of its own. */
export function listView(choice: Choice): View {
  const here = new Map(chosen(choice).map((one) => [one.tool.name, one]));
  return {
    tools: [...[...here.values()].map(({ tool }) => tool), readOn],
    async call(http, name, given, outer) {
      const start = name === readOn.name ? startOf(given) : { name, given, from: 0 };
      const operation = here.get(start.name);
      if (!operation) return noTool(start.name, choice);
      if (start.from > 0 && !operation.reads) return failed(`${start.name} changes something. Only answers of what reads can be read on.`);
      const goOn = operation.reads
        ? (next: number) => `Continue with ${readOn.name}, from ${next} and with the same arguments.`
        : undefined;
      return callOperation(http, operation, start.given, outer, { from: start.from, goOn });
    },
  };
}
