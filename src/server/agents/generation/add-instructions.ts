import { type Config, ModelStepConfig, type ModelStepData } from "#contract/agents/config.ts";

/** A configuration with text behind its instructions. Undefined where it has none, or where they would get too long. Pure. */
export function withInstructions({ version, data }: Config, text: string): Config | undefined {
  if ("language" in data) return undefined;
  const longer = { version, data: { ...data, input: added(data.input, text) } };
  return ModelStepConfig.safeParse(longer).success ? longer : undefined;
}

/** Of several messages the last system message takes it, as far as it is text; else it becomes one of its own. */
function added(input: ModelStepData["input"], text: string): ModelStepData["input"] {
  if (typeof input === "string") return behind(input, text);
  const at = input.findLastIndex(({ role, content }) => role === "system" && typeof content === "string");
  const message = input[at];
  if (typeof message?.content !== "string") return [{ role: "system", content: text }, ...input];
  return input.with(at, { ...message, content: behind(message.content, text) });
}

function behind(before: string, text: string): string {
  const kept = before.trimEnd();
  return kept === "" ? text : `${kept}\n\n${text}`;
}
