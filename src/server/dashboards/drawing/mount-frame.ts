import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { framePath } from "#contract/dashboards/frame.ts";
import { fontRules } from "./fonts.ts";
import { frameDocument, framePolicy } from "./frame.ts";

/** Serves the frame of dashboards, to frames of the console only: it is no page of its own. */
export function mountDashboardFrame(http: FastifyInstance): void {
  const page = frameDocument(fontRules());
  const etag = `"${createHash("sha256").update(page).digest("base64url")}"`;
  http.get(framePath, async (request, reply) => {
    const place = request.headers["sec-fetch-dest"];
    if (place !== undefined && place !== "iframe")
      return reply.code(403).type("text/plain").send("This page is only shown inside of the console.");
    reply.headers({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": framePolicy,
      "x-frame-options": "SAMEORIGIN",
      "connection-allowlist": "()",
      "cache-control": "no-cache",
      etag,
    });
    return request.headers["if-none-match"] === etag ? reply.code(304).send() : reply.send(page);
  });
}
