import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config } from "#server/platform/config.ts";
import { anyHeader, readable } from "./cors.ts";
import { isPublic } from "./methods-at.ts";
import { foreignSite, refuseForeignName, refuseForeignSite } from "./neighbours.ts";
import { refuse } from "./refusal.ts";

/** What an answer may do in a browser unless it is a page of the console: nothing. */
export const apiPolicy = "default-src 'none'; frame-ancestors 'none'";

/** Headers on every answer, protection from other names and sites. */
export function guardRequests(http: FastifyInstance, config: Config): void {
  const refuseName = rememberingNames(config);
  http.addHook("onRequest", async (request, reply) => {
    reply.headers({
      "x-request-id": request.id,
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "x-frame-options": "DENY",
      "content-security-policy": apiPolicy,
      "cross-origin-opener-policy": "same-origin",
      "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    });
    if (config.baseUrl.startsWith("https://")) reply.header("strict-transport-security", "max-age=31536000");
    if (!request.url.startsWith("/v2/")) return;
    reply.header("cache-control", "no-store");
    if (isPublic(methodMeant(request), request.url)) return;
    reply.headers({
      // Any site may call with a key it was given. Cookies never travel along: credentials are not allowed.
      "access-control-allow-origin": "*",
      "access-control-expose-headers": readable,
    });
  });
  // Behind the quota, so that these answers carry its headers too.
  http.addHook("preParsing", async (request, _reply, payload) => {
    refuseUnreadable(request);
    refuseName(request.headers.host);
    const { method, url, headers } = request;
    const writes = !["GET", "HEAD", "OPTIONS"].includes(method) && url.startsWith("/v2/");
    if (writes && (!headers.authorization || isPublic(method, url))) refuseForeignSite(request, config);
    return payload;
  });
  http.options("/v2/*", async (request, reply) => {
    if (isPublic(methodMeant(request), request.url)) throw foreignSite();
    return reply
      .code(204)
      .headers({
        "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE",
        "access-control-allow-headers": anyHeader,
        "access-control-max-age": "7200",
      })
      .send();
  });
}

/** Names that are remembered: any address is ours, so there may be very many. */
const maxNames = 100;

/** As {@link refuseForeignName}. To take a name apart costs more than most of a request's other checks, and all requests bring the same few. */
function rememberingNames(config: Config): (host: string | undefined) => void {
  const ours = new Set<string | undefined>();
  return (host) => {
    if (ours.has(host)) return;
    refuseForeignName(host, config);
    if (ours.size < maxNames) ours.add(host);
  };
}

/** The method of a request; of one that only asks for permission, the method that is to follow. */
function methodMeant({ method, headers }: FastifyRequest): string {
  return method === "OPTIONS" ? (headers["access-control-request-method"] ?? method) : method;
}

/** Refuses in our words what Node would refuse without a body. */
function refuseUnreadable({ raw, headers: { host, expect } }: FastifyRequest): void {
  if (host === undefined && raw.httpVersion === "1.1") throw refuse("invalid_request", "Send a Host header.");
  if (expect !== undefined && !/^100-continue$/i.test(expect)) throw refuse("expectation_failed");
}
