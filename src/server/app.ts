import { areas as ourAreas } from "./areas.ts";
import { warnOfClocks } from "./platform/db/clocks.ts";
import { metricsPath, mountWatching, readyPath } from "./watching.ts";
import { type Area, partsOf } from "#server/engine/area.ts";
import { randomUUID } from "node:crypto";
import fastify, { type FastifyInstance, LogController } from "fastify";
import { renewSealed } from "#server/connections/secrets/renew-sealed.ts";
import { openStore, type Store } from "#server/platform/db/open.ts";
import { trafficSamples } from "#server/platform/metrics/traffic.ts";
import { createEngine, type EngineOptions } from "#server/engine/engine.ts";
import type { MembershipContext } from "#server/engine/membership-part.ts";
import type { WaitingContext } from "#server/engine/waiting-part.ts";
import type { PartsContext } from "#server/engine/revision-part.ts";
import { bodyWindowMs } from "#server/platform/http/arrival.ts";
import { readBodies } from "#server/platform/http/bodies.ts";
import { logRequests, toldOf } from "#server/platform/http/access-log.ts";
import { warnOfConnections } from "#server/engine/claims/connection-room.ts";
import type { Owners } from "#server/platform/http/access.ts";
import { countRequests } from "#server/platform/http/count-requests.ts";
import { mountConsole } from "#server/platform/http/console-files.ts";
import type { Context, Services } from "#server/platform/http/context.ts";
import { mountDashboardFrame } from "#server/dashboards/drawing/mount-frame.ts";
import { mountClientDocument } from "#server/connections/oauth/client-document.ts";
import { mountMcp } from "#server/mcp/door.ts";
import { createAuthorizationServer } from "#server/teams/authorizations/authorization-server.ts";
import { mountAuthorizationServer } from "#server/teams/authorizations/protocol-routes.ts";
import { createProvider } from "#server/teams/single-sign-on/provider.ts";
import type { SingleSignOnContext } from "#server/teams/single-sign-on/single-sign-on.ts";
import type { AuthorizationContext } from "#server/teams/authorizations/authorizations.ts";
import { mountSdk } from "#server/sdk/serve.ts";
import { mountDeparture } from "#server/platform/http/departure.ts";
import { mountDocument } from "#server/platform/http/openapi/serve.ts";
import { answerFailures } from "#server/platform/http/failures.ts";
import { createLiveBus } from "#server/platform/live/live-bus.ts";
import { createMetrics, figure } from "#server/platform/metrics/metrics.ts";
import { maxJsonBytes, mount } from "#server/platform/http/mount.ts";
import { openObjectStore } from "#server/platform/objects/open-object-store.ts";
import { claimStore } from "#server/platform/installation/belonging.ts";
import { followPause } from "#server/platform/installation/pause.ts";
import { openFilesPlace } from "#server/platform/installation/files-place.ts";
import { createOutbound } from "#server/platform/outbound.ts";
import { giveRequestsPatience } from "#server/platform/http/request-patience.ts";
import { createQuota } from "#server/platform/http/quota.ts";
import { guardRequests } from "#server/platform/http/security.ts";
import { mountSignedAddresses } from "#server/platform/objects/signed-addresses.ts";
import { createEnvelope } from "#server/platform/sealing/envelope.ts";
import { createSigner, fingerprintOf, masterKeys } from "#server/platform/objects/signer.ts";
import { answerUnreadable, readableUrl } from "#server/platform/http/unreadable.ts";
import { warnOfMissingFiles } from "#server/library/room/missing-files.ts";
import { setStorageLimits } from "#server/library/room/room.ts";
import { sampleArea } from "#server/sample/sample-work.ts";
import { createIdentity, type SignInContext } from "#server/teams/sign-in/identity.ts";
import { costlyPasswords, type Passwords } from "#server/teams/sign-in/passwords.ts";
import type { Config } from "#server/platform/config.ts";

const liveDeaf = figure("caseload_live_deaf", "1 while this process does not hear what others change.");

/** What all areas together ask for. */
export type AppServices = Services &
  Pick<PartsContext, "engine" | "revisionParts"> &
  Pick<SignInContext, "identity"> &
  Pick<AuthorizationContext, "authorizationServer"> &
  Pick<SingleSignOnContext, "provider"> &
  Pick<MembershipContext, "memberships"> &
  Pick<WaitingContext, "waits">;

export interface App {
  readonly http: FastifyInstance;
  readonly services: AppServices;
  /** Whether nothing is done in the background. */
  readonly paused: () => boolean;
  /** Stops taking requests, lets those in work end within so many milliseconds, and running steps hand over. Then it closes the store. */
  close(finishMs?: number): Promise<void>;
}

export interface AppOptions {
  readonly config: Config;
  readonly clock?: () => Date;
  /** An open store; else it is opened from the configuration. */
  readonly store?: Store;
  /** Where the built console lies; absent: no console. */
  readonly consoleFolder?: string | undefined;
  readonly logLevel?: string;
  /** Where lines of the log go instead of standard output. */
  readonly logTo?: { write(line: string): void };
  /** Areas beside those of the service. */
  readonly areas?: readonly Area<Context & AppServices>[];
  /** Tools, models and sandbox beside or instead of the built-in ones. */
  readonly engine?: EngineOptions;
  /** What makes guessing passwords expensive; absent: {@link costlyPasswords}. */
  readonly passwords?: Passwords;
  /** Holds guesses at passwords that come too fast, in milliseconds; absent: as long as it says. */
  readonly wait?: (ms: number) => Promise<unknown>;
  /** Adds memory, garbage collection and event loop of this process to the metrics; once in a process. */
  readonly measureProcess?: boolean;
  /** How long a body may come to a stop; absent: {@link bodyWindowMs}. */
  readonly bodyWindowMs?: number;
}

/** No route has a schema of Fastify's. */
function unused(): never {
  throw new Error("A route has a schema of Fastify's kind: the contract describes requests and answers.");
}

/** Builds the whole service without listening. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config } = options;
  const clock = options.clock ?? (() => new Date());
  const http = fastify({
    // Each request has a line of ours.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "request_id" }),
    logger: {
      serializers: { req: toldOf },
      level: options.logLevel ?? "warn",
      redact: ["req.headers.authorization", "req.headers.cookie"],
      ...(options.logTo && { stream: options.logTo }),
    },
    // Requests and answers are checked by the contract. Without these Fastify loads compilers of its own, a twentieth of the start.
    schemaController: { compilersFactory: { buildValidator: () => unused, buildSerializer: () => unused } },
    trustProxy: (_address, hop) => hop < config.trustedProxies,
    genReqId: () => randomUUID(),
    bodyLimit: maxJsonBytes,
    requestTimeout: 0,
    keepAliveTimeout: 65_000,
    exposeHeadRoutes: true,
    rewriteUrl: readableUrl,
    // How often Node looks for connections that ran out of time; 30 seconds would make 15 of them 45.
    // A missing host is refused in our words, by `guardRequests`.
    http: { connectionsCheckingInterval: 1_000, requireHostHeader: false },
    clientErrorHandler: answerUnreadable,
    // As long as Node lets an address be: the contract says what is too long, and names the field.
    routerOptions: { maxParamLength: 16_384, ignoreTrailingSlash: false },
    // Those that are left when everything is answered: they lie idle.
    forceCloseConnections: true,
  });
  const areas: readonly Area<Context & AppServices>[] = [...ourAreas, sampleArea(http), ...(options.areas ?? [])];
  http.server.headersTimeout = 15_000;
  // Node would answer without a word. What cannot be expected is refused by `guardRequests`.
  http.server.on("checkExpectation", (request, reply) => http.routing(request, reply));
  http.server.maxConnections = 10_000;

  const opened = await openObjectStore(config);
  const { objects } = opened;
  const store = options.store ?? (await openStore(config));
  const keys = masterKeys(config);
  const signer = createSigner(keys.current);
  const envelope = createEnvelope([keys.current, ...keys.former]);
  const { files_id: filesId, paused_at: pausedAt } = await claimStore(store, config, keys);
  const pause = followPause(store, pausedAt);
  const files = await openFilesPlace({ ...opened, store, config, log: http.log, filesId });
  await renewSealed(store, envelope, http.log);
  await warnOfClocks(store.pool, clock, http.log);
  await warnOfConnections(store.pool, config.connections, http.log);
  await setStorageLimits(store.db, config);
  await warnOfMissingFiles({ store, objects, config, log: http.log });
  const live = await createLiveBus(store, randomUUID());
  const metrics = createMetrics(options.measureProcess);
  metrics.gauge(liveDeaf, () => Number(live.deaf()));
  metrics.ask(async () => trafficSamples(store.pool));
  const shared = {
    config,
    store,
    clock,
    signer,
    envelope,
    live,
    log: http.log,
    objects,
    outbound: createOutbound(config.outboundAllow),
  };
  const identity = createIdentity(shared, options.passwords ?? costlyPasswords, options.wait);
  const parts = partsOf(areas);
  const engine = await createEngine({ ...shared, metrics }, options.engine ?? {}, parts, pause);
  const quota = await createQuota(config, store);
  const services: AppServices = {
    ...shared,
    quota,
    identity,
    authorizationServer: createAuthorizationServer({ ...shared, identity }),
    provider: createProvider(shared),
    engine,
    revisionParts: parts.revisionParts,
    memberships: areas.flatMap(({ memberships }) => memberships),
    waits: areas.flatMap(({ waits }) => waits),
  };

  mountDeparture(http);
  logRequests(http);
  http.decorateRequest("caller", undefined);
  http.decorateRequest("lookup", undefined);
  http.decorateRequest("keyRefused", undefined);
  http.decorateRequest("weighs", undefined);
  giveRequestsPatience(http, config);
  guardRequests(http, config);
  readBodies(http, options.bodyWindowMs ?? bodyWindowMs);
  countRequests(http, services, [readyPath, metricsPath]);
  const refusals = areas.flatMap((area) => area.refusals);
  const uploads = areas.flatMap((area) => area.uploads);
  const owners = areas.reduce<Owners>((all, { owns }) => ({ ...all, ...owns }), {});
  answerFailures(http, metrics, refusals);
  for (const { routes } of areas) mount<AppServices>(http, services, routes, { owners, events: parts.events });
  mountSignedAddresses(http, services, uploads);

  mountDocument(http, config);
  mountMcp(http, config);
  mountAuthorizationServer(http, services);
  mountSdk(http, config);
  mountClientDocument(http, config);
  mountDashboardFrame(http);
  mountWatching(http, services, metrics, { files, paused: pause.on, keyFingerprint: fingerprintOf(keys.current) });
  if (options.consoleFolder) mountConsole(http, options.consoleFolder, config.apiBaseUrl);

  return {
    http,
    services,
    paused: pause.on,
    async close(finishMs = 0) {
      await http.departure.finish(finishMs);
      await http.close();
      await engine.close();
      await identity.close();
      await shared.outbound.close();
      await live.close();
      files.close();
      pause.close();
      objects.close();
      if (!options.store) await store.close();
    },
  };
}
