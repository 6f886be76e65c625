import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { FastifyRequest } from "fastify";
import { type Refusal, refuse } from "./refusal.ts";
import { apiPolicy } from "./security.ts";

// Requests that the router or Node's parser cannot read. Without this they would be answered in those libraries' words.

/** Where an address is sent that cannot be read: every answer there has its headers, and a caller its quota. */
const nowhere = "/v2/-";

/**
 * The address to route by. The router takes several spellings for one place, and whoever else looks at an address compares its text: what is there
 * is written in one way only.
 */
export function readableUrl(request: IncomingMessage): string {
  const url = plainly(request.url ?? "/");
  if (!url.startsWith("/v2/")) return url;
  try {
    decodeURIComponent(url.split("?")[0] ?? "");
    return url;
  } catch {
    return nowhere;
  }
}

/** Without the origin of an absolute address and without a fragment; characters that need no code have none (RFC 3986, 6.2.2.2). */
function plainly(target: string): string {
  const [local = ""] = target.replace(/^https?:\/\/[^/?#]*/i, "").split("#", 1);
  const at = local.indexOf("?");
  const path = at === -1 ? local : local.slice(0, at);
  const plain = path.replaceAll(/%[\da-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : code;
  });
  return `${plain || "/"}${at === -1 ? "" : local.slice(at)}`;
}

/** The 400 for an address that {@link readableUrl} replaced. */
export function unreadableAddress(request: FastifyRequest): Refusal | undefined {
  if (request.url !== nowhere || request.originalUrl === nowhere) return undefined;
  return refuse("invalid_request", "The address is not valid: a percent sign has to start the code of a character in UTF-8.");
}

/** Answers what Node's parser gave up on, and ends the connection: what follows on it cannot be told apart. Nobody is known yet, so no quota. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const refusal =
    error.code === "ERR_HTTP_REQUEST_TIMEOUT"
      ? refuse("request_timeout")
      : refuse(
          "invalid_request",
          error.code === "HPE_HEADER_OVERFLOW" ? "Address and headers together are too long." : "This is not a valid HTTP request.",
        );
  const body = JSON.stringify(refusal.body());
  const head = [
    `HTTP/1.1 ${refusal.status} ${refusal.status === 408 ? "Request Timeout" : "Bad Request"}`,
    "content-type: application/json; charset=utf-8",
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${randomUUID()}`,
    "x-content-type-options: nosniff",
    "x-frame-options: DENY",
    `content-security-policy: ${apiPolicy}`,
    "connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
