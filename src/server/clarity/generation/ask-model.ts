import { withPlainNumbers } from "#contract/exact-json.ts";
import { figures } from "#server/engine/figures.ts";
import { storable, storableJson } from "#server/engine/log/log-messages.ts";
import { type ModelPart, ModelFault, type ToolSpec, type Turn } from "#server/engine/models/port.ts";
import type { EngineServices } from "#server/engine/services.ts";
import type { ClaimedGeneration } from "./generations.store.ts";

/** How often a model is told what is wrong with what it wrote. */
export const mostRounds = 3;

export type Call = Extract<ModelPart, { type: "call" | "unreadable_call" }>;

interface Asked {
  readonly rules: string;
  /** What stands before what this generation has said so far. */
  readonly asked: readonly Turn[];
  readonly tools: ToolSpec[];
  readonly signal: AbortSignal;
}

/** Data for a model, as the message of a person. */
export function toldIn(data: unknown): Turn {
  return { role: "user", text: JSON.stringify(data) };
}

/** One answer: what it says, and the first of its calls. Throws {@link ModelFault}. */
export async function nextAnswer(
  services: EngineServices,
  { model, turns }: ClaimedGeneration,
  { rules, asked, tools, signal }: Asked,
): Promise<{ readonly text: string; readonly call: Call | undefined }> {
  let text = "";
  let call: Call | undefined;
  const request = { settings: { model, input: "" }, instructions: rules, skills: [], turns: [...asked, ...turns], tools, signal };
  for await (const part of services.model(model).answer(request)) {
    if (part.type === "text") text += part.text;
    else if (part.type === "was_thought") text = "";
    else if (part.type === "call" || part.type === "unreadable_call") call ??= part;
    else if (part.type === "usage") {
      services.metrics.count(figures.modelTokens, { direction: "input" }, part.input);
      services.metrics.count(figures.modelTokens, { direction: "output" }, part.output);
    }
  }
  return { text: storable(text).trim(), call };
}

interface Shape<T> {
  safeParse(given: unknown): { success: true; data: T } | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } };
}

/** The arguments of a call, or what is wrong with them in words for the model. */
export function readCall<T>(call: Call | undefined, tool: string, shape: Shape<T>): { value: T } | { told: string[] } {
  if (!call) return { told: [`Call ${tool}.`] };
  if (call.type === "unreadable_call") return { told: [call.error] };
  if (call.name !== tool) return { told: [`There is no tool ${call.name}. Call ${tool}.`] };
  const read = shape.safeParse(storableJson(withPlainNumbers(call.arguments)));
  if (read.success) return { value: read.data };
  return { told: read.error.issues.slice(0, 20).map(({ path, message }) => `${path.join(".")}: ${message}`) };
}

export const roundsOf = ({ turns }: ClaimedGeneration) => turns.filter(({ role }) => role !== "assistant").length + 1;

/** The conversation with what the model is told. Throws once it was told often enough. */
export function again(held: ClaimedGeneration, call: Call | undefined, { name }: ToolSpec, told: readonly string[]): { turns: Turn[] } {
  if (roundsOf(held) >= mostRounds)
    throw new ModelFault("answer_empty", `The model wrote what cannot be kept, ${mostRounds} times: ${told.slice(0, 3).join(" ")}`);
  const error = storable(`${told.join("\n")}\nNothing was kept. Call ${name} again with everything.`);
  if (!call) return { turns: [...held.turns, { role: "user", text: error }] };
  const given = call.type === "call" ? (storableJson(withPlainNumbers(call.arguments)) as Record<string, unknown>) : {};
  const id = `${call.id}_${held.turns.length}`;
  return {
    turns: [
      ...held.turns,
      { role: "assistant", text: "", calls: [{ id, name: call.name, arguments: given }] },
      { role: "tool", results: [{ callId: id, name: call.name, error }] },
    ],
  };
}
