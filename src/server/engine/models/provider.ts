import type { OpenAIProvider } from "@ai-sdk/openai";
import type { Config } from "#server/platform/config.ts";
import { readEnd } from "./answer-end.ts";
import { toCall } from "./call-arguments.ts";
import { isOfAnthropic, isOfOpenai } from "./model-names.ts";
import { ModelFault, type ModelPart, type ModelPort } from "./port.ts";
import { createExchange, type Exchange } from "./provider-exchange.ts";
import { toFault } from "./provider-fault.ts";
import { toCallOptions } from "./provider-prompt.ts";

type LanguageModel = ReturnType<OpenAIProvider["languageModel"]>;
type Stream = Awaited<ReturnType<LanguageModel["doStream"]>>["stream"];

/**
 * A model of a provider, through the SDK's providers: one answer at a time, tools only declared. What is above them in the SDK reads arguments,
 * repairs and repeats by itself; here the raw answer is wanted.
 */
export function providerModel(config: Config): ModelPort {
  return {
    async *answer(request) {
      const exchange = createExchange(config.model);
      try {
        const model = await languageModel(config, request.settings.model, exchange);
        const { stream } = await model.doStream({ ...toCallOptions(request), abortSignal: request.signal });
        yield* partsOf(stream);
      } catch (error) {
        if (request.signal.aborted) throw new ModelFault("stopped", "The run was stopped.");
        throw exchange.fault() ?? toFault(error, exchange.status(), config);
      } finally {
        exchange.end();
      }
    },
  };
}

async function* partsOf(stream: Stream): AsyncGenerator<ModelPart> {
  const calls: { id: string; name: string; raw: string }[] = [];
  const streamed = new Set<string>();
  let text = "";
  for await (const part of stream) {
    if (part.type === "text-delta") {
      text += part.delta;
      yield { type: "text", text: part.delta };
    } else if (part.type === "reasoning-delta") yield { type: "thinking", text: part.delta };
    else if (part.type === "tool-input-delta" && part.delta !== "") {
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
async function languageModel(config: Config, name: string, { fetch }: Exchange): Promise<LanguageModel> {
  if (isOfAnthropic(name) && config.anthropicApiKey) {
    return (await import("@ai-sdk/anthropic")).createAnthropic({ apiKey: config.anthropicApiKey, fetch })(name);
  }
  if (isOfOpenai(name) && config.openaiApiKey) {
    return (await import("@ai-sdk/openai")).createOpenAI({ apiKey: config.openaiApiKey, fetch })(name);
  }
  const { baseUrl, apiKey } = config.model;
  if (!baseUrl) throw new ModelFault("model_not_configured", `No provider is set up for the model “${name}”. ${setUp}`);
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  return createOpenAICompatible({ name: "provider", baseURL: baseUrl, includeUsage: true, fetch, ...(apiKey && { apiKey }) })(name);
}
