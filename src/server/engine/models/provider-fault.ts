import type { Config } from "#server/platform/config.ts";
import { ModelFault } from "./port.ts";
import { retryAfter } from "./retry-after.ts";
import { NoStream } from "./provider-exchange.ts";

/** Anything that the SDK, the wire or a stream of events threw. */
interface Thrown {
  readonly statusCode?: unknown;
  readonly responseHeaders?: Record<string, string>;
  readonly responseBody?: unknown;
  readonly data?: unknown;
  readonly message?: unknown;
  readonly code?: unknown;
  readonly cause?: unknown;
}

/** What a provider says about a fault of its own. */
interface Said {
  readonly message?: string;
  /** The place in the request that it means. */
  readonly param?: string;
  /** Its words for the kind of fault: `type`, `code` and `status`, whichever there are. */
  readonly kinds: readonly string[];
  /** A status in the HTTP sense, where an event of a stream names one. */
  readonly status?: number;
}

/**
 * A provider's failure in our words. Its own error object carries the whole prompt and is never kept. `status`: of its answer's head; undefined
 * where none came. What fails after a head of success is waited out, unless the provider itself gives a reason that is final.
 */
export function toFault(failure: unknown, status: number | undefined, config: Config): ModelFault {
  if (failure instanceof ModelFault) return failure;
  const thrown = (typeof failure === "object" && failure !== null ? failure : { message: String(failure) }) as Thrown;
  const said = readSaid(thrown);
  const words = spoken(said.message, config);
  if (status === undefined) return transient(`The model provider could not be reached (${reasonOf(thrown)}).`, thrown);
  const streamed = status < 300;
  const kind = streamed ? said.status : status;
  if (isExhausted(kind, said)) {
    const account = `The account at the model provider has no credit left${words}`;
    return new ModelFault("account_exhausted", account);
  }
  const fault = kind === undefined ? undefined : finalFault(kind, said, words);
  if (fault) return fault;
  if (!streamed) return transient(`The model provider answered ${status}${words}`, thrown);
  if (said.message !== undefined) return transient(`The answer broke off: the model provider reported an error${words}`, thrown);
  const unread = unreadable(thrown);
  if (unread !== undefined)
    return new ModelFault("provider_unavailable", `The answer cannot be read: ${unread}.`, { transient: true, lasting: true });
  return transient(`The answer broke off: ${broken(thrown)}.`, thrown);
}

/** Faults that no second try mends; undefined for those that pass. */
function finalFault(status: number, { message = "", param = "", kinds }: Said, words: string): ModelFault | undefined {
  const is = (...names: string[]) => kinds.some((kind) => names.includes(kind));
  if (is("content_filter", "content_policy_violation"))
    return new ModelFault("answer_withheld", `The model provider’s content filter rejected the request${words}`);
  if (status === 408 || status === 409 || status === 425 || status === 429 || status >= 500) return undefined;
  if (status === 401 || status === 403) return new ModelFault("model_refused", `The model provider rejected the key${words}`);
  if (status === 404 || is("model_not_found"))
    return new ModelFault("model_not_found", `The model provider does not know this model${words}`);
  if (status === 413 || is("context_length_exceeded", "request_too_large") || /context|too (long|large)/i.test(message))
    return new ModelFault("content_too_large", `The conversation is too long for this model${words}`);
  return new ModelFault("invalid_input", `The model provider rejected the request with ${status}${words}`, { said: `${message} ${param}` });
}

/** Waiting brings no money. A rate limit that speaks of a quota is not meant: that one passes. */
function isExhausted(status: number | undefined, { message = "", kinds }: Said): boolean {
  return status === 402 || kinds.some((kind) => exhausted.includes(kind)) || /credit balance is too low/i.test(message);
}

const exhausted = ["insufficient_quota", "billing_error", "billing_not_active", "billing_hard_limit_reached", "insufficient_balance"];

function transient(message: string, { responseHeaders }: Thrown): ModelFault {
  return new ModelFault("provider_unavailable", message, { transient: true, retryAfterMs: retryAfter(responseHeaders) });
}

/** Looks where the three protocols put it: in a body, in an event, or in the error that the SDK made of one. */
function readSaid(thrown: Thrown): Said {
  const body = typeof thrown.responseBody === "string" ? parsed(thrown.responseBody) : undefined;
  const isEvent = !(thrown instanceof Error);
  const found = [body, thrown.data, isEvent ? thrown : undefined].map(record).find((value) => value !== undefined) ?? {};
  const inner = record(record(found["response"])?.["error"]) ?? record(found["error"]) ?? found;
  const text = typeof found["error"] === "string" ? found["error"] : inner["message"];
  const kinds = [inner["type"], inner["code"], inner["status"]].flatMap((kind) =>
    typeof kind === "string" || typeof kind === "number" ? [String(kind)] : [],
  );
  const status = statusOf(kinds) ?? (typeof thrown.statusCode === "number" && thrown.statusCode >= 400 ? thrown.statusCode : undefined);
  const { param } = inner;
  return {
    kinds,
    ...(typeof text === "string" && { message: text }),
    ...(typeof param === "string" && { param }),
    ...(status !== undefined && { status }),
  };
}

/** What providers call their faults within a stream, and the status that the same fault has at its head. */
const statuses: Record<string, number> = {
  invalid_request_error: 400,
  invalid_prompt: 400,
  context_length_exceeded: 400,
  content_filter: 400,
  content_policy_violation: 400,
  authentication_error: 401,
  invalid_api_key: 401,
  permission_error: 403,
  not_found_error: 404,
  model_not_found: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  api_error: 500,
  server_error: 500,
  overloaded_error: 529,
};

function statusOf(kinds: readonly string[]): number | undefined {
  const numbered = kinds.map(Number).find((n) => Number.isInteger(n) && n >= 400 && n < 600);
  return numbered ?? kinds.map((kind) => statuses[kind]).find((status) => status !== undefined);
}

/** Without our keys: a provider may repeat the one that it refuses. */
function spoken(message: string | undefined, config: Config): string {
  if (message === undefined || message.trim() === "") return ".";
  const keys = [config.model.apiKey, config.openaiApiKey, config.anthropicApiKey].filter((key) => key !== undefined);
  const text = keys.reduce((all, key) => all.replaceAll(key, "[key]"), message.trim());
  const short = text.length > 300 ? `${text.slice(0, 299)}…` : text;
  return `: ${short}${/[.!?…]$/.test(short) ? "" : "."}`;
}

/** Why no head of an answer came, as the network names it. */
function reasonOf(thrown: Thrown): string {
  const code = codeOf(thrown);
  if (code) return code;
  return typeof thrown.message === "string" && thrown.message ? thrown.message.slice(0, 120) : "no answer";
}

/** Why an answer that came is none: a provider that says the same again will say it always. */
function unreadable(thrown: Thrown): string | undefined {
  if (thrown instanceof NoStream) return thrown.message;
  const name = thrown instanceof Error ? thrown.name : "";
  if (name === "AI_JSONParseError") return "one of its events is not JSON";
  if (name === "AI_TypeValidationError") return "one of its events has a form that is not known";
  return undefined;
}

function broken(thrown: Thrown): string {
  const code = codeOf(thrown);
  if (code) return `the connection was lost (${code})`;
  return "it ended before it was complete";
}

/** Of the innermost cause that has one. */
function codeOf(thrown: Thrown): string | undefined {
  const inner = record(thrown.cause) as Thrown | undefined;
  const deeper = inner && codeOf(inner);
  return deeper ?? (thrown instanceof Error && "code" in thrown && typeof thrown.code === "string" ? thrown.code : undefined);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function record(value: unknown): Record<string, unknown> | undefined {
  if (Array.isArray(value)) return record(value[0]);
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
}
