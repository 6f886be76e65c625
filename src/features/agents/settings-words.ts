import { type Config, mainFile } from "#contract/agents/config.ts";
import { toolLabel } from "./tool-words.ts";
import { timeInWords } from "./time-in-words.ts";

/** Every setting of a configuration beside its text, in words. An empty value is one that is not set. */
export function settingsOf(config: Config, skillNames: ReadonlyMap<string, string>): readonly (readonly [name: string, value: string])[] {
  const { data } = config;
  const files = ["Team files", (data.files ?? []).join("\n")] as const;
  if ("language" in data) return [...fieldsOf(config), files];
  const tools = data.tools ?? [];
  return [
    ...fieldsOf(config),
    ["Tools", tools.length === 0 ? "Every built-in tool" : tools.map(({ type }) => toolLabel(type)).join("\n")],
    files,
    ...(data.skills && data.skills.length > 0 ? ([["Skills", data.skills.map((id) => skillNames.get(id) ?? id).join("\n")]] as const) : []),
  ];
}

/** As `settingsOf`, without those that are lists. */
export function fieldsOf({ data }: Config): readonly (readonly [name: string, value: string])[] {
  if ("language" in data) {
    const { source } = data;
    return [
      ["Program", source.kind === "inline" ? `Single file (${mainFile})` : "Files"],
      ...(source.kind === "files" ? ([["Start command", source.startCommand]] as const) : []),
      ["Time limit", timeInWords(data.timeoutMs) ?? ""],
    ];
  }
  return [
    ["Model", data.model],
    ["Temperature", number(data.temperature)],
    ["Top p", number(data.top_p)],
    ["Max output tokens", data.max_output_tokens ? `${data.max_output_tokens.toLocaleString("en")} tokens` : ""],
    ["Output format", data.text?.format?.type === "json_object" ? "JSON object" : "Text"],
    ["Store at provider", data.store === null || data.store === undefined ? "" : data.store ? "Yes" : "No"],
  ];
}

/** The instructions as one text; messages with their role over each. */
export function instructionsOf({ data }: Config): string | undefined {
  if ("language" in data) return undefined;
  if (typeof data.input === "string") return data.input;
  return data.input
    .map(
      ({ role, content }) =>
        `[${role}]\n${typeof content === "string" ? content : content.map((part) => (part.type === "input_text" ? part.text : JSON.stringify(part))).join("\n")}\n`,
    )
    .join("\n");
}

/** The inline program, where there is one. */
export function programOf({ data }: Config): string | undefined {
  return "language" in data && data.source.kind === "inline" ? data.source.code : undefined;
}

function number(value: number | null | undefined): string {
  return value === null || value === undefined ? "" : value.toLocaleString("en");
}
