import { z } from "#contract/zod.ts";
import { figures } from "#server/engine/figures.ts";
import type { EngineServices } from "#server/engine/services.ts";
import type { Config } from "#server/platform/config.ts";
import { isOfOpenai } from "./model-names.ts";
import { ModelFault } from "./port.ts";
import { patientFetch } from "./provider-exchange.ts";
import { toFault } from "./provider-fault.ts";

/** What is said from a moment on. */
export interface Heard {
  readonly seconds: number;
  readonly text: string;
}

interface Recording {
  readonly name: string;
  /** Its media type. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** Bytes of an answer that are read. */
const longest = 16_000_000;

const Answer = z.object({
  text: z.string().optional(),
  segments: z.array(z.object({ start: z.number(), text: z.string() })).optional(),
  usage: z.object({ input_tokens: z.number().optional(), output_tokens: z.number().optional() }).optional(),
});

/** Has a model of a provider write down what is said. Throws {@link ModelFault}. */
export async function transcribe(
  { config, metrics }: Pick<EngineServices, "config" | "metrics">,
  model: string,
  recording: Recording,
  signal: AbortSignal,
): Promise<readonly Heard[]> {
  const { firstByteMs } = config.model;
  // The answer is one document, which comes when all of it is written.
  const patience = AbortSignal.timeout(firstByteMs);
  let status: number | undefined;
  try {
    const { address, key } = providerOf(config, model);
    const { fetch, FormData, dispatcher } = await patientFetch();
    const body = new FormData();
    body.append("model", model);
    body.append("response_format", "verbose_json");
    body.append("file", new Blob([new Uint8Array(recording.bytes)], { type: recording.type }), recording.name);
    const response = await fetch(`${address}/audio/transcriptions`, {
      method: "POST",
      headers: { accept: "application/json", ...(key && { authorization: `Bearer ${key}` }) },
      body,
      dispatcher,
      signal: AbortSignal.any([signal, patience]),
    });
    status = response.status;
    const responseBody = await textOf(response.body);
    const answered = { statusCode: status, responseHeaders: Object.fromEntries(response.headers), responseBody };
    if (!response.ok) throw Object.assign(new Error("refused"), answered);
    const { text, segments = [], usage } = read(responseBody);
    metrics.count(figures.modelTokens, { direction: "input" }, usage?.input_tokens ?? 0);
    metrics.count(figures.modelTokens, { direction: "output" }, usage?.output_tokens ?? 0);
    const heard = segments.filter((one) => one.text.trim() !== "").map(({ start, text: said }) => ({ seconds: start, text: said }));
    if (heard.length > 0) return heard;
    throw new ModelFault(
      "answer_empty",
      text?.trim()
        ? "The model wrote down what is said without its times. Add a transcript with times."
        : "The model heard nothing said in this recording.",
    );
  } catch (error) {
    if (signal.aborted) throw new ModelFault("stopped", "The recording is no longer listened to.");
    if (patience.aborted)
      throw new ModelFault("provider_unavailable", `The model provider did not answer for ${Math.round(firstByteMs / 1000)} s.`, {
        transient: true,
      });
    throw toFault(error, status, config);
  }
}

/** Whisper is OpenAI's where its key is set; every other name is one of `MODEL_BASE_URL`, as of models that answer. */
function providerOf({ openaiApiKey, model: { baseUrl, apiKey } }: Config, model: string): { address: string; key: string | undefined } {
  if (openaiApiKey && (isOfOpenai(model) || model.startsWith("whisper")))
    return { address: trimmed(process.env["OPENAI_BASE_URL"]) || "https://api.openai.com/v1", key: openaiApiKey };
  if (baseUrl) return { address: trimmed(baseUrl), key: apiKey };
  throw new ModelFault(
    "model_not_configured",
    `No provider is set up for the model “${model}”. Set MODEL_BASE_URL or OPENAI_API_KEY and restart.`,
  );
}

const trimmed = (address: string | undefined) => (address ?? "").trim().replace(/\/+$/, "");

async function textOf(body: AsyncIterable<Uint8Array> | null): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body ?? []) {
    size += piece.length;
    if (size > longest) throw new ModelFault("provider_unavailable", "The answer of the model provider is too long.");
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

function read(body: string): z.output<typeof Answer> {
  try {
    return Answer.parse(JSON.parse(body));
  } catch {
    throw new ModelFault("provider_unavailable", "The answer of the model provider cannot be read.", { transient: true, lasting: true });
  }
}
