import { createHash } from "node:crypto";
import type { ModelFault, ToolSpec } from "./port.ts";

/** Tools of one installation that some provider has refused; beyond that, the oldest is asked about again. */
const most = 1_000;

/** Which tools providers do not take, by what they are told of them. A process learns it with the first request. */
export function createRefusedTools() {
  const known = new Map<string, string>();
  return {
    why: (model: string, tool: ToolSpec): string | undefined => known.get(keyOf(model, tool)),
    add(model: string, tool: ToolSpec, why: string): void {
      known.set(keyOf(model, tool), why);
      const [oldest] = known.keys();
      if (known.size > most && oldest !== undefined) known.delete(oldest);
    },
  };
}

function keyOf(model: string, { name, description, parameters }: ToolSpec): string {
  return createHash("sha256")
    .update(JSON.stringify([model, name, description, parameters]))
    .digest("base64url");
}

/** The tool whose declaration a provider refuses, where its words say which one: by its place in the request, or by its name. */
export function refusedTool({ code, said = "" }: ModelFault, tools: readonly ToolSpec[]): ToolSpec | undefined {
  if (code !== "invalid_input") return undefined;
  const place = /function_?declarations[[.](\d+)/i.exec(said) ?? /\btools[[.](\d+)\]?[.:'"]/.exec(said) ?? /\btools\[(\d+)\]/.exec(said);
  if (place) return tools[Number(place[1])];
  if (!/schema|function|tool|parameters/i.test(said)) return undefined;
  const words = new Set(said.split(/[^\w-]+/));
  const named = tools.filter(({ name }) => words.has(name));
  return named.length === 1 ? named[0] : undefined;
}
