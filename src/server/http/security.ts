import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config } from "#server/config.ts";
import { refuse } from "./refusal.ts";

/** Headers on every answer and foreign-site protection. */
export function guardRequests(http: FastifyInstance, config: Config): void {
  http.addHook("onRequest", async (request, reply) => {
    reply.headers({
      "x-request-id": request.id,
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "x-frame-options": "DENY",
      "cross-origin-opener-policy": "same-origin",
      "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    });
    if (config.baseUrl.startsWith("https://")) reply.header("strict-transport-security", "max-age=31536000");
    if (!request.url.startsWith("/v2/")) return;
    reply.headers({
      "cache-control": "no-store",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      // Any site may call with a key it was given. Cookies never travel along: credentials are not allowed.
      "access-control-allow-origin": "*",
      "access-control-expose-headers":
        "RateLimit-Policy, RateLimit, ratelimit-limit, ratelimit-remaining, ratelimit-reset, Retry-After, x-request-id",
    });
  });
  // Behind the quota, so that this answer carries its headers too.
  http.addHook("preParsing", async (request, _reply, payload) => {
    const byCookie = request.headers.cookie && !request.headers.authorization;
    if (byCookie && request.method !== "GET" && request.url.startsWith("/v2/")) refuseForeignSite(request, config);
    return payload;
  });
  http.options("/v2/*", async (_request, reply) =>
    reply
      .code(204)
      .headers({
        "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE",
        "access-control-allow-headers": "authorization, content-type, idempotency-key",
        "access-control-max-age": "7200",
      })
      .send(),
  );
}

/** A write with a session cookie must come from our own pages. */
function refuseForeignSite(request: FastifyRequest, config: Config): void {
  const site = request.headers["sec-fetch-site"];
  if (site && site !== "same-origin" && site !== "none") throw refuse("forbidden", "This request came from another site.");
  const { origin } = request.headers;
  const host = origin && URL.canParse(origin) ? new URL(origin).host : undefined;
  if (origin && origin !== new URL(config.baseUrl).origin && host !== request.headers.host) {
    throw refuse("forbidden", "This request came from another site.");
  }
}
