import type { FastifyInstance } from "fastify";
import type { Config } from "#server/platform/config.ts";
import { newRequestPatience, type Patience, withPatience } from "#server/platform/db/patience.ts";

declare module "fastify" {
  interface FastifyRequest {
    patience: Patience;
  }
}

/** Gives each request one patience with the store: who calls, their quota and the handler wait out of the same. */
export function giveRequestsPatience(http: FastifyInstance, { requestPatienceMs }: Config): void {
  http.decorateRequest("patience", null as unknown as Patience);
  http.addHook("onRequest", (request, _reply, done) => {
    request.patience = newRequestPatience(requestPatienceMs);
    withPatience(request.patience, done);
  });
  // What goes on once the body has arrived is started by the connection and not by the hooks before.
  http.addHook("preHandler", (request, _reply, done) => withPatience(request.patience, done));
}
