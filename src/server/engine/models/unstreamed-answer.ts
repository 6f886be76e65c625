import { parseExact } from "#contract/exact-json.ts";

interface Choice {
  readonly message?: { readonly tool_calls?: readonly object[] | null };
  readonly finish_reason?: string | null;
}

/** A whole chat completion as the one event of a stream: some servers answer without one, whatever they are asked for. Undefined for anything else. */
export function readAnswer(text: string): string | undefined {
  try {
    const { choices, ...rest } = parseExact(text) as { choices?: readonly Choice[] };
    const [choice] = choices ?? [];
    if (!choice?.message) return undefined;
    const delta = {
      ...choice.message,
      ...(choice.message.tool_calls && { tool_calls: choice.message.tool_calls.map((call, index) => ({ index, ...call })) }),
    };
    const chunk = {
      ...rest,
      object: "chat.completion.chunk",
      choices: [{ index: 0, delta, finish_reason: choice.finish_reason ?? "stop" }],
    };
    return `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`;
  } catch {
    return undefined;
  }
}
