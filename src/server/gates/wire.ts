import { Agent, request as httpRequest } from "node:http";
import { type EndpointSpec, replyWith, successStatuses } from "#contract/endpoint.ts";
import { ErrorBody, errorTable } from "#contract/errors.ts";
import { z } from "#contract/zod.ts";
import { implicitErrors } from "#server/platform/http/openapi/implicit-errors.ts";
import { addressOf } from "#server/testing/service.ts";

/** A request exactly as it goes over the line: `fetch` would tidy up the address and refuse odd headers. */
export interface Wire {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string | Uint8Array | undefined;
}

export interface Received {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  /** The headers' names as they were written. */
  readonly names: readonly string[];
  readonly text: string;
  /** The parsed body; undefined when it is not JSON. */
  readonly body: unknown;
}

/** Whose request it is: headers that say so. */
export type Credentials = Record<string, string>;
export const nobody: Credentials = {};
export function byKey(key: string): Credentials {
  return { authorization: `Bearer ${key}` };
}

export interface Input {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly bytes?: unknown;
}

export function wireOf(endpoint: EndpointSpec, input: Input, credentials: Credentials): Wire {
  const bytes = endpoint.bytes === undefined ? undefined : (input.bytes as string | Uint8Array);
  const body = bytes ?? (input.body === undefined ? undefined : JSON.stringify(input.body));
  const type = bytes === undefined ? "application/json" : "application/octet-stream";
  return {
    method: endpoint.method,
    path: addressOf(endpoint, input),
    headers: { ...credentials, ...(body !== undefined && { "content-type": type }) },
    body,
  };
}

const agents = new Map<string, Agent>();
let sent = 0;
/** Requests sent by this file so far. */
export function requestsSent(): number {
  return sent;
}

/** Sends a request and reads the answer to its end, or only the head of an event stream. A hang is a defect, which the limit of a test finds. */
export function send(base: string, wire: Wire): Promise<Received> {
  sent++;
  const agent = agents.get(base) ?? new Agent({ keepAlive: true, maxSockets: 16 });
  agents.set(base, agent);
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const length = wire.body === undefined ? {} : { "content-length": String(Buffer.byteLength(wire.body)) };
    const outgoing = httpRequest(
      {
        agent,
        hostname,
        port,
        method: wire.method,
        path: wire.path,
        headers: { ...length, ...wire.headers },
      },
      (incoming) => {
        const answer = {
          status: incoming.statusCode ?? 0,
          headers: incoming.headers as Received["headers"],
          names: incoming.rawHeaders.filter((_, i) => i % 2 === 0),
        };
        if (incoming.headers["content-type"]?.startsWith("text/event-stream")) {
          resolve({ ...answer, text: "", body: undefined });
          incoming.destroy();
          return;
        }
        const chunks: Buffer[] = [];
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
        incoming.on("error", reject);
        incoming.on("end", () => {
          const text = Buffer.concat(chunks).toString("utf8");
          resolve({ ...answer, text, body: parsed(text) });
        });
      },
    );
    outgoing.on("error", (error) => reject(new Error(`${wire.method} ${wire.path.slice(0, 200)}: ${error.message}`, { cause: error })));
    outgoing.end(wire.body);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const always = ["x-request-id", "ratelimit-policy", "ratelimit", "ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"];

/** What is wrong with an answer of `/v2`; empty when nothing is. With an endpoint also whether it declares such an answer. */
export function faults(received: Received, endpoint?: EndpointSpec): string[] {
  const found = always.filter((name) => !received.headers[name]).map((name) => `has no header ${name}`);
  const { status } = received;
  if (status >= 500) found.push(`answers ${status}: ${received.text.slice(0, 300)}`);
  if (status >= 400) found.push(...errorFaults(received, endpoint));
  else if (endpoint) found.push(...replyFaults(endpoint, received));
  return found;
}

function errorFaults({ status, body, text }: Received, endpoint: EndpointSpec | undefined): string[] {
  const error = ErrorBody.safeParse(body);
  if (!error.success) return [`has an error body of another shape: ${text.slice(0, 300)}`];
  const { error: code, issues } = error.data;
  const rule = (errorTable as Record<string, { status: number } | undefined>)[code];
  if (!rule) return [`has the unknown error code ${code}`];
  if (rule.status !== status) return [`answers ${code} with ${status} instead of ${rule.status}`];
  if (endpoint && ![...implicitErrors(endpoint), ...(endpoint.errors ?? [])].some((declared) => declared === code))
    return [`answers ${code}, which the endpoint does not declare`];
  if (issues && issues.length === 0) return ["lists issues but none"];
  const keys = Object.keys(error.data).join();
  if (endpoint?.bareErrors && keys !== "error" && (keys !== "error,issues" || endpoint.bareErrors === "alone")) return [`says ${keys}`];
  if (endpoint && !endpoint.bareErrors && error.data.message === undefined) return ["says no message"];
  return [];
}

function replyFaults(endpoint: EndpointSpec, { status, headers, body, text }: Received): string[] {
  const declared = [...successStatuses(endpoint), ...(endpoint.download ? [206] : [])];
  if (!declared.includes(status)) return [`answers ${status} instead of ${declared.join(" or ")}`];
  if (endpoint.stream) return [];
  if (status === 204) return text === "" ? [] : ["has a body, which 204 never has"];
  if (endpoint.exports) return /^(text\/csv|application\/json); charset=utf-8$/.test(String(headers["content-type"])) ? [] : ["is no list"];
  if (endpoint.download) return headers["content-type"] === endpoint.download ? [] : [`is no ${endpoint.download}`];
  const reply = z.safeParse(replyWith(endpoint, status), body);
  return reply.success ? [] : [`has another reply than declared (${reply.error.issues[0]?.message}): ${text.slice(0, 300)}`];
}

export function codeOf(received: Received): string {
  const { body } = received;
  return typeof body === "object" && body !== null && "error" in body ? String(body.error) : "";
}
