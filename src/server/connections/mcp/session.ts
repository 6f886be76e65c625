import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Outbound } from "#server/platform/outbound.ts";
import { faultOf } from "./fault-of.ts";
import { type Exchange, guardedFetch } from "./guarded-fetch.ts";

/** Where a server is, and what it is told about who calls. */
export interface McpServer {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** It does not speak the protocol: it is the API of a service that the connection signed in to. */
  readonly api?: ApiServer;
}

/** The API of a service, as tools reach it. */
export interface ApiServer {
  /** As people know it. */
  readonly name: string;
  /** Answers whoever's token is good. */
  readonly who?: string | undefined;
  /** Words of an answer that say that a token is over, where the status does not. */
  readonly signed_out: readonly string[];
}

/** For the handshake, and for a list: whoever asked has an answer within ten seconds. */
export const connectMs = 9_500;
/** For a call, and between two reports of its progress. */
export const callMs = 60_000;
/** For a call that reports progress. */
export const longestCallMs = 3_600_000;

const clientInfo = { name: "caseload", title: "Caseload", version: "1.0.0" };

/** A schema of a server is data: what it matches is decided there. One of its patterns could keep this thread for minutes. */
const noValidator = { getValidator: () => (input: unknown) => ({ valid: true as const, data: input as never, errorMessage: undefined }) };

interface Using {
  readonly client: Client;
  readonly signal: AbortSignal;
  /** From here on a failure does not say whether what was asked for was done. Returns what gives the server's words since then. */
  asking(): () => string;
  /** The server is at work: its time begins again. */
  progressed(): void;
}

/**
 * Speaks with a server for as long as `work` takes, within `connectMs` and then `limitMs`, or `longestMs` while it reports progress. Offers it nothing: no sampling, no questions, no standing
 * stream. Throws an McpFault.
 */
export async function withServer<T>(
  outbound: Outbound,
  server: McpServer,
  { limitMs, longestMs = limitMs, maxObjects }: { readonly limitMs: number; readonly longestMs?: number; readonly maxObjects?: number },
  work: (using: Using) => Promise<T>,
): Promise<T> {
  const exchange: Exchange = {};
  const over = new AbortController();
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new DOMException("the time is over", "TimeoutError")), limitMs);
  const deadline = AbortSignal.any([late.signal, AbortSignal.timeout(longestMs)]);
  const signal = AbortSignal.any([over.signal, deadline]);
  const answered = new Set<unknown>();
  let connected = false;
  let asked = false;
  const end = (error: Error) => {
    exchange.over = true;
    over.abort(error);
  };
  // The library waits on for an answer that cannot come any more. All of a stream that has ended is read before this looks.
  const ended = (asking: string) =>
    void setImmediate(() => connected && !answered.has(idOf(asking)) && end(new Error("the stream ended without the answer")));
  const asking = () => {
    const decoder = new TextDecoder();
    let words = "";
    asked = true;
    exchange.heard = (piece) => void (words += decoder.decode(piece, { stream: true }));
    return () => words;
  };
  const bounds = { signal, timeoutMs: longestMs, mayGet: false, ended, maxObjects };
  const client = new Client(clientInfo, {
    capabilities: {},
    jsonSchemaValidator: noValidator,
    versionNegotiation: { mode: "auto" },
    inputRequired: { autoFulfill: false },
  });
  try {
    const transport = new StreamableHTTPClientTransport(new URL(server.url), {
      fetch: guardedFetch(outbound, exchange, bounds),
      requestInit: { headers: { ...server.headers }, redirect: "manual" },
      reconnectionOptions: { maxRetries: 0, initialReconnectionDelay: 0, maxReconnectionDelay: 0, reconnectionDelayGrowFactor: 1 },
      onInsufficientScope: "throw",
    });
    const connecting = AbortSignal.any([signal, AbortSignal.timeout(connectMs)]);
    await untilAborted(connecting, client.connect(transport, { signal: connecting, timeout: connectMs }));
    const { onmessage: deliver } = transport;
    transport.onmessage = (message) => {
      if ("id" in message) answered.add(message.id);
      deliver?.(message);
    };
    connected = true;
    client.onerror = end;
    return await untilAborted(signal, work({ client, signal, asking, progressed: () => void timer.refresh() }));
  } catch (error) {
    const isLate = deadline.aborted || (error instanceof DOMException && error.name === "TimeoutError");
    throw faultOf(error, exchange, server.url, { asked, late: isLate });
  } finally {
    clearTimeout(timer);
    client.onerror = undefined;
    await client.close().catch(() => undefined);
    over.abort();
  }
}

/** A server that hangs keeps the library waiting for longer than it was told. */
function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason as Error);
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort, { once: true });
  promise.catch(() => undefined);
  work.catch(() => undefined);
  return Promise.race([work, promise]).finally(() => signal.removeEventListener("abort", abort));
}

function idOf(request: string): unknown {
  return (JSON.parse(request) as { id?: unknown }).id;
}
