import { commonErrors } from "#contract/common-errors.ts";
import { dashboardErrors } from "#contract/dashboards/errors.ts";
import type { CallInput, EndpointSpec, Reply } from "#contract/endpoint.ts";
import type { ErrorBody, Issue } from "#contract/errors.ts";
import { parseExact } from "#contract/exact-json.ts";
import { Pacer, type Priority, retryAfterOf } from "./pacer.ts";
import { credentials } from "./credentials.ts";
import { isHeld } from "./hold.ts";
import { heard, unheard } from "./reach.ts";

/** An answer that is not a success, or no answer (`status` 0). */
export class ApiError extends Error {
  readonly status: number;
  /** The service's code, or `unreachable`, `not_offered`, `unexpected_answer`. */
  readonly code: string;
  readonly issues: readonly Issue[];
  readonly requestId: string | undefined;
  /** Keys of the body beside `error`, `message` and `issues`. */
  readonly extra: Readonly<Record<string, unknown>>;
  /** Seconds. */
  readonly retryAfter: number | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    more: { issues?: readonly Issue[]; requestId?: string; extra?: Record<string, unknown>; retryAfter?: number } = {},
  ) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.issues = more.issues ?? [];
    this.requestId = more.requestId;
    this.extra = more.extra ?? {};
    this.retryAfter = more.retryAfter;
  }
}

/** The service still carries out what was sent before under the same key. */
export function isUnderWay(error: unknown): boolean {
  return error instanceof ApiError && error.code === "idempotency_in_progress";
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Polling passes `background` and waits behind people. */
  readonly priority?: Priority;
  /** One per thing a person did; the same again when that is retried. Made here when absent. */
  readonly idempotencyKey?: string;
  /** It ends the session: nothing else is asked meanwhile. */
  readonly last?: boolean;
  /** It is carried out though the page is left meanwhile. A browser takes 64 KiB of such bodies at a time. */
  readonly outlasts?: boolean;
  /** The same request, on its way already. */
  readonly begun?: Promise<Response> | undefined;
}

/** What the client reads of an endpoint. Nothing of it needs a schema, so this file never loads zod. */
export type Wire = Pick<EndpointSpec, "name" | "method" | "path" | "creates" | "ours" | "bytes" | "download">;
export interface LooseInput {
  readonly params?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
  readonly bytes?: Uint8Array | string;
}
type Args<E> = object extends CallInput<E> ? [input?: CallInput<E>, options?: CallOptions] : [input: CallInput<E>, options?: CallOptions];

/**
 * An endpoint without its schemas, for the few calls of the first chunk. The compiler compares it with the contract.
 */
export function wireOnly<E extends EndpointSpec>(wire: Pick<E, "name" | "method" | "path" | Extract<keyof E, "reads" | "changes">>): E {
  return wire as E;
}

const pacer = new Pacer();

/** Sends one request. Throws `ApiError`; an aborted call throws the signal's reason. */
export function call<E extends EndpointSpec>(endpoint: E, ...[input, options]: Args<E>): Promise<Reply<E>> {
  return callWith(endpoint, input, options);
}

/** As `call`, for an answer that is read while it arrives. */
export async function answerOf<E extends EndpointSpec>(endpoint: E, input: CallInput<E>, options: CallOptions): Promise<Response> {
  const request = buildRequest(endpoint, input, options);
  const answer = await send(request.url, request.init, options);
  if (answer.ok) return answer;
  throw await errorOf(endpoint, answer);
}

/** As `call`, for code that is generic in the endpoint: the compiler cannot tell there whether `input` may be left out. */
export async function callWith<E extends EndpointSpec>(
  endpoint: E,
  input: CallInput<E> | undefined,
  options: CallOptions = {},
): Promise<Reply<E>> {
  const request = buildRequest(endpoint, input ?? {}, options);
  const answer = await send(request.url, request.init, options);
  if (answer.ok) return (endpoint.download ? new Uint8Array(await answer.arrayBuffer()) : await bodyOf(answer)) as Reply<E>;
  throw await errorOf(endpoint, answer);
}

/** Path and query carry text, numbers and yes or no; nothing else has a form there. */
function asText(value: unknown): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

/** The full address of a call, for links and for "copy as curl". */
export function addressOf(endpoint: Wire, input: LooseInput = {}): string {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
    asText(input.params?.[key]).split("/").map(encodeURIComponent).join("/"),
  );
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null) query.append(key, asText(value));
  }
  const search = query.size > 0 ? `?${query.toString()}` : "";
  return `${credentials.baseUrl}${path}${search}`;
}

/** A shell command that repeats the call; the key is a variable there, never its value. */
export function curlOf(endpoint: Wire, input: LooseInput = {}): string {
  const address = new URL(addressOf(endpoint, input), location.href).href;
  const parts = [`curl${endpoint.method === "GET" ? "" : ` -X ${endpoint.method}`} '${address.replaceAll("'", "%27")}'`];
  parts.push(`-H "Authorization: Bearer $API_KEY"`);
  if (input.body !== undefined) {
    parts.push(`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(input.body).replaceAll("'", String.raw`'\''`)}'`);
  }
  return parts.join(" \\\n  ");
}

function buildRequest(endpoint: Wire, input: LooseInput, options: CallOptions) {
  const headers = new Headers({ accept: "application/json" });
  if (credentials.key) headers.set("authorization", `Bearer ${credentials.key}`);
  if (endpoint.creates) headers.set("idempotency-key", options.idempotencyKey ?? crypto.randomUUID());
  let body: BodyInit | null = null;
  if (endpoint.bytes !== undefined) {
    headers.set("content-type", "application/octet-stream");
    body = (input.bytes ?? "") as BodyInit;
  } else if (input.body !== undefined) {
    headers.set("content-type", "application/json");
    body = JSON.stringify(input.body);
  }
  const init: RequestInit = {
    method: endpoint.method,
    headers,
    body,
    // With a key the cookie must stay away, or the service would not know who is meant.
    credentials: credentials.key ? "omit" : "same-origin",
    signal: options.signal ?? null,
    keepalive: options.outlasts ?? false,
  };
  return { url: addressOf(endpoint, input), init };
}

async function send(url: string, init: RequestInit, options: CallOptions): Promise<Response> {
  if (!options.last) await isHeld();
  try {
    const answer = await pacer.run(options.priority ?? "person", options.signal, () => options.begun ?? fetch(url, init));
    if (isGateways(answer)) unheard();
    else heard();
    return answer;
  } catch (error) {
    if (options.signal?.aborted) throw error;
    unheard();
    throw new ApiError(0, "unreachable", "The service did not answer. Check your connection and try again.");
  }
}

/** What a proxy says in the place of a service that it cannot reach: the service names every request that it answers. */
function isGateways({ status, headers }: Response): boolean {
  return status >= 502 && status <= 504 && !headers.has("x-request-id");
}

async function bodyOf(answer: Response): Promise<unknown> {
  if (answer.status === 204) return null;
  const text = await answer.text();
  try {
    // What models, servers and programs sent comes with their numbers; those of the service have one form.
    return parseExact(text);
  } catch {
    throw new ApiError(answer.status, "unexpected_answer", "The service sent an answer that is not JSON.", about(answer));
  }
}

async function errorOf(endpoint: Wire, answer: Response): Promise<ApiError> {
  const body = (await answer.json().catch(() => null)) as Partial<ErrorBody> | null;
  // Another service may know only the published operations; a 404 on one of ours then means the operation, not the object.
  if (answer.status === 501 || (answer.status === 404 && endpoint.ours && !credentials.offersOurs)) {
    return new ApiError(answer.status, "not_offered", "This service does not offer that.", about(answer));
  }
  const { error, message, issues, ...extra } = body ?? {};
  return new ApiError(
    answer.status,
    typeof error === "string" ? error : `http_${answer.status}`,
    typeof message === "string" ? message : (wordsOf(error) ?? (answer.statusText || `The service answered ${answer.status}.`)),
    { ...about(answer), issues: Array.isArray(issues) ? issues : [], extra },
  );
}

/** What the service means by a code that comes without a sentence. */
function wordsOf(code: unknown): string | undefined {
  const known: Readonly<Record<string, { readonly message: string } | undefined>> = { ...commonErrors, ...dashboardErrors };
  return typeof code === "string" && Object.hasOwn(known, code) ? known[code]?.message : undefined;
}

function about(answer: Response): { requestId?: string; retryAfter?: number } {
  const requestId = answer.headers.get("x-request-id") ?? answer.headers.get("request-id");
  const retryAfter = retryAfterOf(answer.headers);
  return { ...(requestId ? { requestId } : {}), ...(retryAfter === undefined ? {} : { retryAfter }) };
}
