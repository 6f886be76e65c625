import { CaseloadError, errorOf } from "./errors.ts";
import type { Prepared } from "./request.ts";
import type { CallOptions, CaseloadOptions, Quota } from "./shapes.ts";

const environment = () => (globalThis as { process?: { env: Record<string, string | undefined> } }).process?.env ?? {};

interface Attempt {
  readonly signal: AbortSignal | undefined;
  readonly timeout: number;
  /** The answer is read to its end in the same time. */
  readonly whole: boolean;
}

const nodeVersion = () => (globalThis as { process?: { versions?: { node?: string } } }).process?.versions?.node;

/** Sends requests to one service with one key: waits for quota as long as it may, and repeats what can be repeated. */
export class Transport {
  readonly url: string;
  quota: Quota | undefined;
  readonly #headers: Record<string, string>;
  readonly #patience: number;
  readonly #timeout: number;
  readonly #fetch: typeof fetch;

  /** `version`: of the package. A browser says itself who it is. */
  constructor(options: CaseloadOptions = {}, version = "0") {
    this.url = checkedUrl((options.url ?? (environment().CASELOAD_URL || "http://127.0.0.1:4280")).trim().replace(/\/+$/, ""));
    const key = checkedKey((options.apiKey ?? environment().CASELOAD_API_KEY ?? "").trim());
    const agent = nodeVersion() && { "user-agent": `caseload-js/${version} node/${nodeVersion()}` };
    this.#headers = { ...agent, ...options.headers, ...(key && { authorization: `Bearer ${key}` }) };
    this.#patience = options.patience ?? 60_000;
    this.#timeout = options.timeout ?? 60_000;
    const send = options.fetch ?? fetch;
    this.#fetch = (...given) => send(...given);
  }

  /** Rejects with a `CaseloadError`, or with the signal's reason. */
  async send(
    { url, method, headers, body, repeatable, whole }: Prepared,
    { signal, patience = this.#patience, timeout = typeof body === "string" || body === undefined ? this.#timeout : 0 }: CallOptions = {},
  ): Promise<Response> {
    const end = Date.now() + patience;
    const init: RequestInit = {
      method,
      headers: sendable({ accept: "application/json", ...this.#headers, ...headers }),
      ...(body !== undefined && { body }),
    };
    for (let tried = 1; ; tried++) {
      await this.#paced(end, signal);
      const failure = await this.#attempt(url, init, { signal, timeout, whole });
      if (failure instanceof Response) return failure;
      const wait = waitAfter(failure, tried, repeatable);
      if (wait === undefined || Date.now() + wait > end) throw failure;
      await pause(wait, signal);
    }
  }

  async #attempt(url: string, init: RequestInit, { signal, timeout, whole }: Attempt): Promise<Response | CaseloadError> {
    const late = new AbortController();
    const timer = timeout > 0 ? setTimeout(() => late.abort(), timeout) : undefined;
    const signals = [late.signal, ...(signal ? [signal] : [])];
    try {
      const answer = await this.#fetch(this.url + url, { ...init, signal: AbortSignal.any(signals) });
      this.quota = quotaIn(answer.headers) ?? this.quota;
      if (!answer.ok) return await errorOf(answer);
      return whole ? new Response(await answer.text(), answer) : answer;
    } catch (cause) {
      if (signal?.aborted) throw cause;
      if (late.signal.aborted) {
        const words = `The service at ${this.url} did not answer within ${timeout / 1000} s.`;
        return new CaseloadError(0, "timeout", words, { cause });
      }
      return new CaseloadError(0, "unreachable", `The service at ${this.url} did not answer.`, { cause });
    } finally {
      clearTimeout(timer);
    }
  }

  /** When nothing is left, the next window is waited for instead of being refused. */
  async #paced(end: number, signal: AbortSignal | undefined): Promise<void> {
    const { remaining = 1, resetsAt } = this.quota ?? {};
    const wait = remaining > 0 || !resetsAt ? 0 : resetsAt.getTime() - Date.now();
    if (wait > 0 && Date.now() + wait <= end) await pause(wait, signal);
  }
}

function checkedUrl(url: string): string {
  const { protocol = "", username = "", password = "" } = URL.canParse(url) ? new URL(url) : {};
  if (username || password)
    throw new CaseloadError(0, "invalid_address", "Leave user name and password out of the address of the service.");
  if (protocol === "https:" || protocol === "http:") return url;
  const words = `“${url}” is no address of a service. Write it whole, such as https://caseload.example.com`;
  throw new CaseloadError(0, "invalid_address", words);
}

/** The key itself is never part of what an error says. */
function checkedKey(key: string): string {
  if (/^[\x21-\x7e]*$/.test(key)) return key;
  const words = "The API key has a line break, a space or a letter that no key has. Copy only the key, then try again.";
  throw new CaseloadError(0, "invalid_key", words);
}

/** What no header can carry would look like a service that does not answer. */
function sendable(headers: Readonly<Record<string, string>>): Record<string, string> {
  for (const [name, value] of Object.entries(headers)) {
    try {
      new Headers().set(name, value);
    } catch {
      throw new CaseloadError(0, "invalid_header", `The header ${name} has a character that cannot be sent.`);
    }
  }
  return headers;
}

/** Tries of a call to which nobody answers. */
const mostUnheard = 4;

/** Milliseconds until the next try; undefined: none. Refused for its quota, or because all were busy, nothing was changed. */
function waitAfter({ status, code, retryAfter }: CaseloadError, tried: number, repeatable: boolean): number | undefined {
  const refused = code === "rate_limited" || code === "busy";
  const unheard = status === 0 || (status >= 502 && status <= 504);
  if (!refused && !(repeatable && unheard && tried < mostUnheard)) return undefined;
  const backoff = Math.min(250 * 2 ** (tried - 1), 8_000) * (0.75 + Math.random() / 2);
  return Math.max(retryAfter === undefined ? 0 : retryAfter * 1000, backoff);
}

function quotaIn(headers: Headers): Quota | undefined {
  const [limit, remaining, reset] = ["limit", "remaining", "reset"].map((name) => Number(headers.get(`ratelimit-${name}`) ?? Number.NaN));
  if (limit === undefined || remaining === undefined || reset === undefined || Number.isNaN(limit + remaining + reset)) return undefined;
  return { limit, remaining, resetsAt: new Date(Date.now() + reset * 1000) };
}

/** Ends early, by its reason, when the signal aborts. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}
