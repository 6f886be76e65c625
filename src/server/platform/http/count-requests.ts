import type { FastifyInstance } from "fastify";
import { streamEvents } from "#contract/runs/live.ts";
import { isCounted } from "./api-names.ts";
import { addressBucket, authenticate } from "./caller.ts";
import type { Services } from "./context.ts";
import type { Bucket } from "./quota.ts";
import { routePath } from "./mount.ts";
import { isPartOfRequest } from "./part-of-request.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The bucket that pays for the bytes of its body. Undefined where they cost nothing: a file is written as it comes. */
    weighs: Bucket | undefined;
  }
}

/** What reading so many bytes of JSON is worth in requests (ours): a large body that is refused costs about as much as one that is taken. */
const bytesOfPoint = 262_144;
function pointsOf(bytes: number): number {
  return 1 + Math.floor((Number.isFinite(bytes) ? bytes : 0) / bytesOfPoint);
}

/** Finds out who calls, and counts the request against their quota. `watched`: addresses with a bucket each. */
export function countRequests(
  http: FastifyInstance,
  { store, quota, identity }: Pick<Services, "store" | "quota" | "identity">,
  watched: readonly string[],
): void {
  http.addHook("onRequest", async (request, reply) => {
    // A bucket of its own: whoever watches the service must not be refused because others behind the same address ask much.
    const { url = "" } = request.routeOptions;
    if (watched.includes(url)) return quota.spend(`${url}:${request.ip}`);
    if (!isCounted(request.url)) return;
    const {
      caller,
      quota: bucket,
      lookup,
      keyRefused,
    } = await authenticate(request, store, identity).catch(async (error: unknown) => {
      // The store that knows the caller is away: the answer that says so has the headers of every other.
      await quota.consume(addressBucket(request), reply, 1);
      throw error;
    });
    request.caller = caller;
    request.lookup = lookup;
    request.keyRefused = keyRefused;
    if (isPartOfRequest(request)) return;
    // Event streams stay open and count nothing; they still carry the headers of the caller's quota.
    const stream = caller !== undefined && request.routeOptions.url === routePath(streamEvents.path);
    const uncounted = stream || request.routeOptions.config.signed;
    if (!uncounted && !request.routeOptions.config.file) request.weighs = bucket;
    await quota.consume(bucket, reply, uncounted ? 0 : request.weighs ? pointsOf(Number(request.headers["content-length"] ?? 0)) : 1);
  });
  // A body that did not say how long it is.
  http.addHook("preHandler", async (request, reply) => {
    const { weighs, body, headers } = request;
    if (!weighs || headers["content-length"] !== undefined || typeof body !== "string") return;
    const further = pointsOf(Buffer.byteLength(body)) - 1;
    if (further > 0) await quota.consume(weighs, reply, further);
  });
  http.addHook("onSend", async (request, reply) => {
    if (!request.routeOptions.config.signed || reply.statusCode < 400) return;
    await quota.consume(addressBucket(request), reply, 1).catch(() => undefined);
  });
}
