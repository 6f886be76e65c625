import type { ModelMessage } from "ai";
import type { ModelStepData } from "#contract/agents/config.ts";
import type { Config } from "#server/config.ts";
import { ModelFault, type ModelPort, type ModelRequest, type Turn } from "./port.ts";

/** A model of a provider, through the AI SDK: one answer at a time, tools only declared, never run by it. */
export function providerModel(config: Config): ModelPort {
  return {
    async *answer(request) {
      // The SDK takes 100 ms and 35 MB to load: only who asks a model pays for it.
      const ai = await import("ai");
      const model = await languageModel(config, request.settings.model);
      const { settings } = request;
      let failure: unknown;
      const result = ai.streamText({
        model,
        messages: [...system(request), ...skillsMessage(request), ...request.turns.map(toMessage)] as ModelMessage[],
        allowSystemInMessages: true,
        tools: Object.fromEntries(
          request.tools.map((t) => [t.name, ai.tool({ description: t.description, inputSchema: ai.jsonSchema(t.parameters) })]),
        ),
        maxRetries: 0,
        abortSignal: request.signal,
        ...sampling(settings),
        ...(settings.text?.format?.type === "json_object" && { output: ai.Output.json() }),
        onError: ({ error }) => void (failure = error),
      });
      try {
        for await (const part of result.fullStream) {
          if (part.type === "text-delta") yield { type: "text", text: part.text };
          else if (part.type === "reasoning-delta") yield { type: "thinking", text: part.text };
          else if (part.type === "tool-call")
            yield { type: "call", id: part.toolCallId, name: part.toolName, arguments: asArguments(part.input) };
          else if (part.type === "finish")
            yield { type: "usage", input: part.totalUsage.inputTokens ?? 0, output: part.totalUsage.outputTokens ?? 0 };
          else if (part.type === "error") failure = part.error;
        }
      } catch (error) {
        failure ??= error;
      }
      if (request.signal.aborted) throw new ModelFault("stopped", "The run was stopped.");
      if (failure !== undefined) throw toFault(failure, config);
    },
  };
}

const setUp =
  "Set MODEL_BASE_URL (any OpenAI-compatible endpoint), OPENAI_API_KEY or ANTHROPIC_API_KEY and restart, or use the built-in model `scripted`.";

async function languageModel(config: Config, name: string) {
  if (name.startsWith("claude") && config.anthropicApiKey) {
    return (await import("@ai-sdk/anthropic")).createAnthropic({ apiKey: config.anthropicApiKey })(name);
  }
  if (/^(gpt-|chatgpt|o\d)/.test(name) && config.openaiApiKey) {
    return (await import("@ai-sdk/openai")).createOpenAI({ apiKey: config.openaiApiKey })(name);
  }
  const { baseUrl, apiKey } = config.model;
  if (!baseUrl) throw new ModelFault("model_not_configured", `No provider is set up for the model “${name}”. ${setUp}`);
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  return createOpenAICompatible({ name: "provider", baseURL: baseUrl, includeUsage: true, ...(apiKey && { apiKey }) })(name);
}

function sampling(settings: ModelStepData) {
  return {
    ...(typeof settings.temperature === "number" && { temperature: settings.temperature }),
    ...(typeof settings.top_p === "number" && { topP: settings.top_p }),
    ...(typeof settings.max_output_tokens === "number" && { maxOutputTokens: Math.floor(settings.max_output_tokens) }),
    ...(typeof settings.store === "boolean" && { providerOptions: { openai: { store: settings.store } } }),
  };
}

function system(request: ModelRequest): ModelMessage[] {
  if (typeof request.instructions === "string") return request.instructions ? [{ role: "system", content: request.instructions }] : [];
  return request.instructions.map((message): ModelMessage => {
    const text =
      typeof message.content === "string"
        ? message.content
        : message.content.map((p) => (p.type === "input_text" ? p.text : `[${p.type}]`)).join("\n");
    return { role: message.role, content: text };
  });
}

/** Names and descriptions only: a model reads on where one of them fits the work. */
function skillsMessage({ skills }: ModelRequest): ModelMessage[] {
  if (skills.length === 0) return [];
  const list = skills.map(({ name, description }) => `- ${name}: ${description}`).join("\n");
  return [{ role: "system", content: `You have these skills. Before work that one of them is about, read it with read_skill.\n${list}` }];
}

function toMessage(turn: Turn): ModelMessage {
  if (turn.role === "user") return { role: "user", content: turn.text };
  if (turn.role === "assistant") {
    return {
      role: "assistant",
      content: [
        ...(turn.text ? [{ type: "text" as const, text: turn.text }] : []),
        ...turn.calls.map((c) => ({ type: "tool-call" as const, toolCallId: c.id, toolName: c.name, input: c.arguments })),
      ],
    };
  }
  return {
    role: "tool",
    content: turn.results.map((r) => ({
      type: "tool-result" as const,
      toolCallId: r.callId,
      toolName: r.name,
      output:
        r.error === undefined
          ? { type: "json" as const, value: (r.value ?? null) as never }
          : { type: "error-text" as const, value: r.error },
    })),
  };
}

function asArguments(input: unknown): Record<string, unknown> {
  return typeof input === "object" && input !== null && !Array.isArray(input) ? (input as Record<string, unknown>) : {};
}

interface ProviderError {
  statusCode?: number;
  responseHeaders?: Record<string, string>;
  message?: string;
  lastError?: ProviderError;
  responseBody?: string;
  cause?: { code?: string };
}

const transientStatuses = new Set([408, 409, 425, 429, 500, 502, 503, 504, 529]);

/** A provider's failure in our words. Its own error object carries the whole prompt and is never kept. */
function toFault(failure: unknown, config: Config): ModelFault {
  if (failure instanceof ModelFault) return failure;
  const error = ((failure as ProviderError)?.lastError ?? failure) as ProviderError;
  const status = error.statusCode;
  const said = providerWords(error, config);
  if (status === undefined || transientStatuses.has(status)) {
    const seconds = Number(error.responseHeaders?.["retry-after"]);
    return new ModelFault(
      "provider_unavailable",
      status
        ? `The model provider answered ${status}${said}`
        : `The model provider could not be reached (${error.cause?.code ?? error.message?.slice(0, 120) ?? "no answer"})`,
      {
        transient: true,
        retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : undefined,
      },
    );
  }
  if (status === 401 || status === 403) return new ModelFault("model_refused", `The model provider rejected the key${said}`);
  if (status === 404) return new ModelFault("model_not_found", `The model provider does not know this model${said}`);
  if (status === 413 || /context|too (long|large)/i.test(said))
    return new ModelFault("content_too_large", `The conversation is too long for this model${said}`);
  return new ModelFault("invalid_input", `The model provider rejected the request with ${status}${said}`);
}

/** Without our keys: a provider may repeat the one that it refuses. */
function providerWords(error: ProviderError, config: Config): string {
  const keys = [config.model.apiKey, config.openaiApiKey, config.anthropicApiKey].filter((key) => key !== undefined);
  try {
    const body = JSON.parse(error.responseBody ?? "") as { error?: { message?: unknown } | string };
    const text = typeof body.error === "string" ? body.error : body.error?.message;
    if (typeof text !== "string") return ".";
    return `: ${keys.reduce((all, key) => all.replaceAll(key, "[key]"), text).slice(0, 300)}`;
  } catch {
    return ".";
  }
}
