import type { FastifyInstance } from "fastify";
import { streamEvents } from "#contract/runs/live.ts";
import { isCounted } from "./api-names.ts";
import { addressBucket, authenticate } from "./caller.ts";
import type { Services } from "./context.ts";
import { routePath } from "./mount.ts";
import { isPartOfRequest } from "./part-of-request.ts";

/** Finds out who calls, and counts the request against their quota. `watched`: an address with a bucket of its own. */
export function countRequests(
  http: FastifyInstance,
  { store, quota, identity }: Pick<Services, "store" | "quota" | "identity">,
  watched: string,
): void {
  http.addHook("onRequest", async (request, reply) => {
    // A bucket of its own: whoever watches the service must not be refused because others behind the same address ask much.
    if (request.routeOptions.url === watched) return quota.spend(`ready:${request.ip}`);
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
    await quota.consume(bucket, reply, stream || request.routeOptions.config.signed ? 0 : 1);
  });
  http.addHook("onSend", async (request, reply) => {
    if (!request.routeOptions.config.signed || reply.statusCode < 400) return;
    await quota.consume(addressBucket(request), reply, 1).catch(() => undefined);
  });
}
