import type { FetchLike } from "@modelcontextprotocol/client";
import type { Outbound } from "#server/platform/outbound.ts";
import { McpFault } from "./faults.ts";
import { shownLine } from "./foreign-text.ts";
import { wantedBy } from "./scopes.ts";
import { isPractice } from "#server/connections/practice/practice-address.ts";
import { type Hearing, maxAnswerBytes, metered, type Sizes, tooLarge } from "./metered.ts";

/** What the last request of an exchange came to: the library that asks turns some of it into failures of its own. */
export interface Exchange {
  /** Undefined until an answer has begun. */
  status?: number | undefined;
  /** Why no answer came from the network. */
  network?: unknown;
  fault?: McpFault | undefined;
  /** Rights that the sign-in lacks, as the server says. */
  wanted?: readonly string[] | undefined;
  /** Gets what the server says from now on. */
  heard?: Hearing;
  /** Nothing more goes out: what was found stays as it is. */
  over?: boolean;
}

interface Bounds extends Sizes {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Whether a GET goes out. A standing stream of a server has nothing that is of use. */
  readonly mayGet?: boolean;
  /** Of a document that may be there or not: what leads elsewhere is not there. */
  readonly redirectsAreAbsent?: boolean;
  /** Told when the stream that answers this request has ended, and all of it was handed on. */
  readonly ended?: (asked: string) => void;
}

const withoutBody = new Set([101, 103, 204, 205, 304]);

/** How the library reaches a server: through the checks of all that goes out, without redirects, with an end in bytes and in time. */
export function guardedFetch(outbound: Outbound, exchange: Exchange, bounds: Bounds): FetchLike {
  const note = (fault: McpFault) => void (exchange.fault = fault);
  const fail = (fault: McpFault): never => {
    note(fault);
    throw fault;
  };
  return async (given, init = {}) => {
    if (exchange.over) throw new Error("the exchange is over");
    if (init.method === "GET" && bounds.mayGet === false) return new Response(null, { status: 405 });
    const url = String(given);
    const body = typeof init.body === "string" || init.body instanceof URLSearchParams ? init.body.toString() : "";
    exchange.status = exchange.network = exchange.wanted = undefined;
    const reason = outbound.refusal(url);
    if (reason) fail(new McpFault("refused", reason));
    const request = requestOf(init, body, bounds.signal);
    const answer = await (isPractice(url) ? askPractice(url, request) : outbound.fetch(url, request, bounds.timeoutMs)).catch(
      (error: unknown) => {
        exchange.network = error;
        throw error;
      },
    );
    const { status, headers } = answer;
    exchange.status = status;
    if (status === 403) exchange.wanted = wantedBy(headers.get("www-authenticate"));
    const drop = () => void answer.body?.cancel().catch(() => undefined);
    if (status >= 300 && status < 400 && status !== 304) {
      drop();
      if (bounds.redirectsAreAbsent) return new Response(null, { status: 404 });
      fail(new McpFault("refused", redirected(url, headers.get("location"))));
    }
    if (Number(headers.get("content-length")) > (bounds.maxBytes ?? maxAnswerBytes)) {
      drop();
      fail(tooLarge(bounds.maxBytes));
    }
    const ended = headers.get("content-type")?.startsWith("text/event-stream") ? () => bounds.ended?.(body) : undefined;
    const has = answer.body !== null && !withoutBody.has(status);
    const counted = has ? metered(answer.body as ReadableStream<Uint8Array>, bounds, { note, ended, heard: exchange.heard }) : null;
    return new Response(counted, { status, headers: [...headers] });
  };
}

/** The one server that nothing goes out to. Its code is read with its first use. */
async function askPractice(url: string, request: RequestInit): Promise<Response> {
  const { askPracticeServer } = await import("#server/connections/practice/practice-server.ts");
  return askPracticeServer(new Request(url, request));
}

/** Only what a request of the protocol has. */
function requestOf({ method = "GET", headers, signal }: RequestInit, body: string, end: AbortSignal) {
  return {
    method,
    headers: Object.fromEntries(new Headers(headers)),
    signal: AbortSignal.any([end, ...(signal ? [signal] : [])]),
    ...(body !== "" && { body }),
  };
}

function redirected(from: string, to: string | null): string {
  const target = to !== null && URL.canParse(to, from) ? shownLine(new URL(to, from).href, 300) : undefined;
  return target
    ? `The server redirects to ${target}. Redirects are not followed: enter the address that it redirects to, if you trust it.`
    : "The server redirects, and redirects are not followed. Enter the address that it redirects to.";
}
