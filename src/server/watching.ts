import type { FastifyInstance } from "fastify";
import { whileWatching } from "#server/platform/db/patience.ts";
import { askedRarely } from "#server/platform/http/asked-rarely.ts";
import type { Services } from "#server/platform/http/context.ts";
import type { Metrics } from "#server/platform/metrics/metrics.ts";
import { requireMetricsReader } from "#server/platform/metrics/metrics-reader.ts";
import { reachable } from "#server/platform/objects/reachable.ts";
import { adminWorks } from "#server/teams/teams/admin.ts";

export const readyPath = "/readyz";

/** For whoever watches the service: that it lives, whether it can work, and what it measured. */
export function mountWatching(
  http: FastifyInstance,
  services: Pick<Services, "config" | "store" | "objects" | "clock">,
  metrics: Metrics,
): void {
  const { config, store, objects, clock } = services;
  http.get("/healthz", async () => ({ status: "ok" }));
  // From when they have worked once: who revokes the token later does not take the service from everybody.
  let adminWorked = false;
  const readiness = askedRarely(1_000, clock, async () => {
    try {
      adminWorked = await whileWatching(async () => {
        await store.pool.query("select 1");
        return adminWorked || (await adminWorks(services));
      });
      return adminWorked ? "ready" : "owner_missing";
    } catch {
      return "store_unreachable";
    }
  });
  const files = askedRarely(1_000, clock, () => reachable(objects));
  http.get(readyPath, async (_request, reply) => {
    if (http.departure.announced()) return reply.code(503).send({ status: "stopping" });
    const [status, reached] = await Promise.all([readiness(), files()]);
    // Without files everything else works: no machine is taken out of service for them.
    return reply.code(status === "ready" ? 200 : 503).send({ status, ...(!reached && { files: "unreachable" }) });
  });
  http.get("/metrics", async (request, reply) => {
    requireMetricsReader(request, config);
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}
