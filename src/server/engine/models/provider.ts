import type { OpenAIProvider } from "@ai-sdk/openai";
import type { Config } from "#server/platform/config.ts";
import { readEnd } from "./answer-end.ts";
import { toCall } from "./call-arguments.ts";
import { isOfAnthropic, isOfOpenai } from "./model-names.ts";
import { ModelFault, type ModelPart, type ModelPort, type ModelRequest } from "./port.ts";
import { createMessageFields } from "./message-fields.ts";
import { createExchange, type Exchange } from "./provider-exchange.ts";
import { toFault } from "./provider-fault.ts";
import { type StreamPart, toCallOptions } from "./provider-prompt.ts";
import { createRefusedTools, refusedTool } from "./refused-tools.ts";
import { readWritten } from "./written-parts.ts";
import type { ProviderKind } from "./answer-state.ts";
import { createStateOf } from "./provider-state.ts";

type LanguageModel = ReturnType<OpenAIProvider["languageModel"]>;
/** A model, and the fields of its message that the SDK does not hand on. */
interface Asked {
  readonly kind: ProviderKind;
  readonly model: LanguageModel;
  readonly fields: () => Record<string, unknown>;
}

/**
 * A model of a provider, through the SDK's providers: one answer at a time, tools only declared. What is above them in the SDK reads arguments,
 * repairs and repeats by itself; here the raw answer is wanted.
 */
export function providerModel(config: Config): ModelPort {
  const refused = createRefusedTools();
  return {
    async *answer(request) {
      const { model } = request.settings;
      for (const tool of request.tools) {
        const why = refused.why(model, tool);
        if (why !== undefined) yield { type: "tool_left_out", tool, why };
      }
      let tools = request.tools.filter((tool) => refused.why(model, tool) === undefined);
      for (;;) {
        try {
          return yield* oneAnswer({ ...request, tools });
        } catch (error) {
          // A request is refused as a whole, before a word of its answer.
          const tool = error instanceof ModelFault ? refusedTool(error, tools) : undefined;
          if (!tool) throw error;
          const why = (error as ModelFault).message;
          refused.add(model, tool, why);
          yield { type: "tool_left_out", tool, why };
          tools = tools.filter((one) => one !== tool);
        }
      }
    },
  };

  async function* oneAnswer(request: ModelRequest): AsyncGenerator<ModelPart> {
    const exchange = createExchange(config.model);
    try {
      const { kind, model, fields } = await asked(config, request.settings.model, exchange);
      const { stream } = await model.doStream({ ...toCallOptions(request, kind), abortSignal: request.signal });
      const parts = partsOf(stream, createStateOf(kind, request.settings.model, fields));
      yield* kind === "compatible" ? readWritten(parts, request) : parts;
    } catch (error) {
      if (request.signal.aborted) throw new ModelFault("stopped", "The run was stopped.");
      throw exchange.fault() ?? toFault(error, exchange.status(), config);
    } finally {
      exchange.end();
    }
  }
}

async function* partsOf(stream: ReadableStream<StreamPart>, kept: ReturnType<typeof createStateOf>): AsyncGenerator<ModelPart> {
  const calls: { id: string; name: string; raw: string }[] = [];
  const streamed = new Set<string>();
  let text = "";
  let thought: string | undefined;
  for await (const part of stream) {
    kept.take(part);
    if (part.type === "text-delta") {
      text += part.delta;
      yield { type: "text", text: part.delta };
    } else if (part.type === "reasoning-delta" && part.delta !== "") {
      yield { type: "thinking", text: thought === undefined || thought === part.id ? part.delta : `\n\n${part.delta}` };
      thought = part.id;
    } else if (part.type === "tool-input-delta" && part.delta !== "") {
      streamed.add(part.id);
      yield { type: "call_goes_on" };
    } else if (part.type === "tool-call") calls.push({ id: part.toolCallId, name: part.toolName, raw: part.input });
    else if (part.type === "error") throw part.error;
    else if (part.type === "finish") {
      const { cut } = readEnd(part.finishReason, text);
      for (const [i, call] of calls.entries()) {
        const last = cut && i === calls.length - 1;
        // The SDK writes `{}` where nothing came, which here is the beginning of something.
        yield toCall(last && !streamed.has(call.id) ? { ...call, raw: "" } : call, last);
      }
      if (cut) yield { type: "cut" };
      const state = kept.state();
      if (state) yield { type: "state", state };
      const { inputTokens, outputTokens } = part.usage;
      yield { type: "usage", input: inputTokens.total ?? 0, output: outputTokens.total ?? 0 };
      return;
    }
  }
  throw new Error("The answer has no end.");
}

const setUp =
  "Set MODEL_BASE_URL (any OpenAI-compatible endpoint), OPENAI_API_KEY or ANTHROPIC_API_KEY and restart, or use the built-in model `scripted`.";

/** Each provider's part of the SDK is loaded by who asks it. */
async function asked(config: Config, name: string, { fetch }: Exchange): Promise<Asked> {
  const none = () => ({});
  if (isOfAnthropic(name) && config.anthropicApiKey) {
    const { createAnthropic } = await import("@ai-sdk/anthropic");
    return { kind: "anthropic", model: createAnthropic({ apiKey: config.anthropicApiKey, fetch: fetch("anthropic") })(name), fields: none };
  }
  if (isOfOpenai(name) && config.openaiApiKey) {
    const { createOpenAI } = await import("@ai-sdk/openai");
    return { kind: "openai", model: createOpenAI({ apiKey: config.openaiApiKey, fetch: fetch("openai") })(name), fields: none };
  }
  const { baseUrl, apiKey } = config.model;
  if (!baseUrl) throw new ModelFault("model_not_configured", `No provider is set up for the model “${name}”. ${setUp}`);
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  const { take, fields } = createMessageFields();
  const metadataExtractor = {
    extractMetadata: async () => undefined,
    createStreamExtractor: () => ({ processChunk: take, buildMetadata: () => undefined }),
  };
  const settings = {
    name: "provider",
    baseURL: baseUrl,
    includeUsage: true,
    fetch: fetch("compatible"),
    metadataExtractor,
    ...(apiKey && { apiKey }),
  };
  return { kind: "compatible", model: createOpenAICompatible(settings)(name), fields };
}
