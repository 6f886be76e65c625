import type { FastifyInstance } from "fastify";
import { whileWatching } from "#server/platform/db/patience.ts";
import { latestMigration } from "#server/platform/db/migrations.ts";
import { isNewer } from "#server/platform/db/newer-store.ts";
import { isReadOnly } from "#server/platform/db/up-to-date.ts";
import { askedRarely } from "#server/platform/http/asked-rarely.ts";
import type { Services } from "#server/platform/http/context.ts";
import { type Metrics, figure } from "#server/platform/metrics/metrics.ts";
import { requireMetricsReader } from "#server/platform/metrics/metrics-reader.ts";
import { reachable } from "#server/platform/objects/reachable.ts";
import { adminWorks } from "#server/teams/teams/admin.ts";

export const readyPath = "/readyz";

const buildInfo = figure(
  "caseload_build_info",
  "Which build this process runs, and the latest migration that it knows.",
  "version",
  "commit",
  "schema",
);

/** Why this process cannot work with the store as it is now. */
async function unfitStore({ pool }: Services["store"]): Promise<string | undefined> {
  // Connections of before may lead to a former primary. A fresh one leads to where the name of the store leads now.
  for (let former = pool.totalCount; ; former--) {
    const client = await pool.connect();
    let state: { readOnly: boolean; newer: boolean } | undefined;
    try {
      [state] = (await client.query(`select ${isReadOnly} as "readOnly", ${isNewer} as newer`)).rows;
    } finally {
      client.release(state?.readOnly !== false);
    }
    if (!state?.readOnly) return state?.newer ? "store_newer" : undefined;
    if (former > 0) continue;
    pool.renew();
    return "store_read_only";
  }
}

/** For whoever watches the service: that it lives, whether it can work, and what it measured. */
export function mountWatching(
  http: FastifyInstance,
  services: Pick<Services, "config" | "store" | "objects" | "clock">,
  metrics: Metrics,
): void {
  const { config, store, objects, clock } = services;
  http.get("/healthz", async () => ({ status: "ok", version: config.build.name }));
  const { version, commit = "" } = config.build;
  metrics.ask(async () => [{ figure: buildInfo, labels: { version, commit, schema: latestMigration().tag }, value: 1 }]);
  // From when they have worked once: who revokes the token later does not take the service from everybody.
  let adminWorked = false;
  const readiness = askedRarely(1_000, clock, async () => {
    try {
      return await whileWatching(async () => {
        const unfit = await unfitStore(store);
        if (unfit) return unfit;
        adminWorked ||= await adminWorks(services);
        return adminWorked ? "ready" : "owner_missing";
      });
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
