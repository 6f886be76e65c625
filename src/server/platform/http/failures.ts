import { toldOf } from "./access-log.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isLockTaken } from "#server/platform/db/lock-taken.ts";
import { storeFailure } from "#server/platform/db/store-failure.ts";
import { isFilesAway } from "#server/platform/objects/files-away.ts";
import { whileSending } from "./arrival.ts";
import { hasBareErrors, methodsAt } from "./methods-at.ts";
import { Refusal, refuse } from "./refusal.ts";
import { unreadableAddress } from "./unreadable.ts";
import { type Metrics, figure } from "#server/platform/metrics/metrics.ts";

const failures = figure("caseload_http_failures_total", "Requests that the service could not do, by error code.", "code");
const requests = figure("caseload_http_requests_total", "Requests, by route and status.", "method", "route", "status");
const seconds = figure(
  "caseload_http_request_seconds",
  "Seconds from the first byte of a request to the last of its answer.",
  "method",
  "route",
);

/** Fastify's own failures in our words. */
const codes: Record<string, () => Refusal> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => refuse("unsupported_media_type"),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => refuse("invalid_request", "The body does not have the length that its header says."),
  FST_ERR_BAD_URL: () => refuse("invalid_request", "The address is not valid."),
};

const taken = "Something else is changing the same thing and takes long. Nothing was changed. Try again in a moment.";

/** Seconds after which it is worth to try again. */
const retryAfter = { away: 2, full: 30 };
/** Spread, so that those who were told together do not come back together. */
const busyAfter = () => 1 + Math.floor(Math.random() * 3);

/** What an area says of a failure that the store reports in its name; undefined: not its own. */
export type RefusalOf = (error: unknown) => Refusal | undefined;

/** A refusal of ours, or what one of the areas makes of a failure. Undefined for a fault. */
export function asRefusal(error: unknown, refusals: readonly RefusalOf[]): Refusal | undefined {
  if (error instanceof Refusal) return error;
  for (const refusalOf of refusals) {
    const refusal = refusalOf(error);
    if (refusal) return refusal;
  }
  return undefined;
}

/** Turns every failure into `{error, message}`; no other place writes an error body. */
export function answerFailures(http: FastifyInstance, metrics: Metrics, refusals: readonly RefusalOf[]): void {
  // There from the start, so that an alert on them finds a zero.
  for (const code of ["busy", "unavailable"]) metrics.count(failures, { code }, 0);
  const send = (refusal: Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (refusal.status >= 500) metrics.count(failures, { code: refusal.code });
    return answer(refusal, request, reply);
  };
  http.setErrorHandler((error: Error & { code?: string; cause?: { code?: string } }, request, reply) =>
    send(asRefusal(error, refusals) ?? classify(error, request), request, reply),
  );
  http.setNotFoundHandler((request, reply) => {
    const unreadable = unreadableAddress(request);
    if (unreadable) return send(unreadable, request, reply);
    if (request.url.startsWith("/v1/") || request.url === "/v1")
      return reply.code(410).send({ error: "gone", message: "Version 1 of this API has ended. Use /v2." });
    const path = request.url.split("?")[0]?.slice(0, 200);
    const methods = methodsAt(request.url).join(", ");
    if (methods === "")
      return send(refuse("not_found", `There is no ${request.method} ${path} here. /openapi.json lists what is.`), request, reply);
    void reply.header("allow", methods);
    return send(refuse("method_not_allowed", `${path} does not take ${request.method}, but ${methods}.`), request, reply);
  });
  http.addHook("onResponse", async (request, reply) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? "none" };
    metrics.count(requests, { ...labels, status: String(reply.statusCode) });
    metrics.took(seconds, labels, reply.elapsedTime / 1_000);
  });
}

function classify(error: Error & { code?: string; cause?: { code?: string } }, request: FastifyRequest): Refusal {
  const code = error.cause?.code ?? error.code ?? "";
  const known = codes[code];
  if (known) return known();
  if (isLockTaken(error)) return new Refusal("busy", { retryAfter: busyAfter(), message: taken });
  const failure = storeFailure(error);
  if (failure === "busy") return new Refusal("busy", { retryAfter: busyAfter() });
  if (failure) {
    request.log.error({ ...toldOf(request), code, failure }, "the store failed");
    const files = "The files cannot be reached right now. Nothing was changed. Try again in a moment.";
    const full = "The store has no room left. Nothing was changed. Ask the operator of this installation to make room, then try again.";
    const message = failure === "full" ? full : isFilesAway(error) ? files : undefined;
    return new Refusal("unavailable", { retryAfter: retryAfter[failure], ...(message && { message }) });
  }
  // The statement and its values may hold a secret: only the kind of failure and the place are logged.
  request.log.error(
    {
      ...toldOf(request),
      code,
      name: error.name,
      stack: error.stack
        ?.split("\n")
        .filter((line) => line.startsWith("    at "))
        .slice(0, 5),
      issues: (error as { issues?: unknown }).issues,
    },
    "request failed",
  );
  return refuse("internal");
}

function bodyOf(refusal: Refusal, request: FastifyRequest): Record<string, unknown> {
  const { code, issues } = refusal;
  const { validationErrors, bareErrors = request.is404 && hasBareErrors(request.url) && "alone" } = request.routeOptions.config;
  if (bareErrors) return { error: code, ...(bareErrors === "with_issues" && issues && { issues }) };
  const fields = validationErrors && issues?.map(({ path, message }) => ({ field: path.join("."), message }));
  return { ...refusal.body(), ...(fields && { validationErrors: fields }) };
}

function answer(refusal: Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (refusal.retryAfter) reply.header("retry-after", refusal.retryAfter);
  if (refusal.code === "unauthorized" && !reply.hasHeader("www-authenticate")) reply.header("www-authenticate", "Bearer");
  const body = JSON.stringify(bodyOf(refusal, request));
  void reply.code(refusal.status).type("application/json; charset=utf-8");
  if (request.raw.complete) return reply.send(body);
  void reply.headers({ connection: "close", "content-length": Buffer.byteLength(body) });
  const { bodyWindowMs } = request.server;
  // Who sent too slowly would not send the rest in another window either: time to hear of it is enough.
  const windowMs = refusal.code === "request_timeout" ? bodyWindowMs / 3 : bodyWindowMs;
  return reply.send(whileSending(request.raw, body, windowMs));
}
