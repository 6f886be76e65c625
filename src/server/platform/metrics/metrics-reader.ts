import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Config } from "#server/platform/config.ts";
import { fromThisMachine } from "#server/platform/http/neighbours.ts";
import { refuse } from "#server/platform/http/refusal.ts";

/** Routes and counts say how much an installation is used. Throws unless the token is sent or, where none is set, this machine asks. */
export function requireMetricsReader(request: FastifyRequest, { metricsToken }: Config): void {
  if (metricsToken === undefined) {
    if (fromThisMachine(request)) return;
    throw refuse("forbidden", "Only this machine may read the metrics. Set METRICS_TOKEN to read them from elsewhere.");
  }
  const sent = /^Bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
  if (!timingSafeEqual(digest(sent), digest(metricsToken)))
    throw refuse("unauthorized", "Send METRICS_TOKEN as `Authorization: Bearer <token>`.");
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
