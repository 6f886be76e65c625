import type { FastifyInstance } from "fastify";
import { whileWatching } from "#server/platform/db/patience.ts";
import { latestMigration } from "#server/platform/db/migrations.ts";
import { isNewer } from "#server/platform/db/newer-store.ts";
import { isReadOnly } from "#server/platform/db/up-to-date.ts";
import { askedRarely } from "#server/platform/http/asked-rarely.ts";
import type { Services } from "#server/platform/http/context.ts";
import { type Metrics, figure } from "#server/platform/metrics/metrics.ts";
import { requireMetricsReader } from "#server/platform/metrics/metrics-reader.ts";
import type { FilesPlace } from "#server/platform/installation/files-place.ts";
import { adminWorks } from "#server/teams/teams/admin.ts";

export const readyPath = "/readyz";
export const metricsPath = "/metrics";

const buildInfo = figure(
  "caseload_build_info",
  "Which build this process runs, and the latest migration that it knows.",
  "version",
  "commit",
  "schema",
);

const isPaused = figure("caseload_paused", "1 while nothing is done in the background, as in a restored copy.");

/** What a process has that its store may be used with or not. */
interface Belonging {
  readonly files: Pick<FilesPlace, "state">;
  readonly paused: () => boolean;
  /** Of the key that this process seals with. */
  readonly keyFingerprint: string;
}

const stateOfStore = `select ${isReadOnly} as "readOnly", ${isNewer} as newer, (select key_fingerprint from installation) as key`;

/** Why this process cannot work with the store as it is now. */
async function unfitStore({ pool }: Services["store"], keyFingerprint: string): Promise<string | undefined> {
  // Connections of before may lead to a former primary. A fresh one leads to where the name of the store leads now.
  for (let former = pool.totalCount; ; former--) {
    const client = await pool.connect();
    let state: { readOnly: boolean; newer: boolean; key: string } | undefined;
    try {
      [state] = (await client.query(stateOfStore)).rows;
    } finally {
      client.release(state?.readOnly !== false);
    }
    if (!state?.readOnly) return state?.newer ? "store_newer" : state?.key === keyFingerprint ? undefined : "other_secrets_key";
    if (former > 0) continue;
    pool.renew();
    return "store_read_only";
  }
}

/** For whoever watches the service: that it lives, whether it can work, and what it measured. */
export function mountWatching(
  http: FastifyInstance,
  services: Pick<Services, "config" | "store" | "clock">,
  metrics: Metrics,
  { files, paused, keyFingerprint }: Belonging,
): void {
  const { config, store, clock } = services;
  http.get("/healthz", async () => ({ status: "ok", version: config.build.name }));
  metrics.gauge(isPaused, () => Number(paused()));
  const { version, commit = "" } = config.build;
  metrics.ask(async () => [{ figure: buildInfo, labels: { version, commit, schema: latestMigration().tag }, value: 1 }]);
  // From when they have worked once: who revokes the token later does not take the service from everybody.
  let adminWorked = false;
  const readiness = askedRarely(1_000, clock, async () => {
    try {
      return await whileWatching(async () => {
        const unfit = await unfitStore(store, keyFingerprint);
        if (unfit) return unfit;
        adminWorked ||= await adminWorks(services);
        return adminWorked ? "ready" : "owner_missing";
      });
    } catch {
      return "store_unreachable";
    }
  });
  const stateOfFiles = askedRarely(1_000, clock, () => files.state());
  http.get(readyPath, async (_request, reply) => {
    if (http.departure.announced()) return reply.code(503).send({ status: "stopping" });
    const [fit, place] = await Promise.all([readiness(), stateOfFiles()]);
    // Without files everything else works: no machine is taken out of service for them. One that looks elsewhere would lose what it writes.
    const status = fit === "ready" && place === "elsewhere" ? "files_elsewhere" : fit;
    return reply
      .code(status === "ready" ? 200 : 503)
      .send({ status, ...(place === "unreachable" && { files: place }), ...(paused() && { paused: true }) });
  });
  http.get(metricsPath, async (request, reply) => {
    requireMetricsReader(request, config);
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}
