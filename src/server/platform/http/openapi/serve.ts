import type { FastifyInstance } from "fastify";
import type { Config } from "#server/platform/config.ts";
import { anyHeader, readable } from "#server/platform/http/cors.ts";
import { type KeptAnswer, keepJson, sendKept } from "#server/platform/http/kept-answer.ts";
import { openApiDocument } from "./document.ts";

/** Where the API describes itself. */
const documentPath = "/openapi.json";

/** Serves the OpenAPI document: made once, packed once for each coding, and the same bytes for everybody who asks. */
export function mountDocument(http: FastifyInstance, config: Config): void {
  let made: KeptAnswer | undefined;
  // Nobody's secret, and whoever reads it in a browser does that on a site of their own.
  const forAnySite = { "access-control-allow-origin": "*", "access-control-expose-headers": readable };
  http.options(documentPath, async (_request, reply) =>
    reply
      .code(204)
      .headers({ ...forAnySite, "access-control-allow-methods": "GET, HEAD", "access-control-allow-headers": anyHeader })
      .send(),
  );
  http.get(documentPath, async (request, reply) => {
    made ??= keepJson(openApiDocument(config.baseUrl));
    void reply.headers(forAnySite);
    return sendKept(request, reply, made);
  });
}
