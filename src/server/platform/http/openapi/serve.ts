import type { FastifyInstance } from "fastify";
import type { Config } from "#server/platform/config.ts";
import { anyHeader, readable } from "#server/platform/http/cors.ts";
import { openApiDocument } from "./document.ts";
import { type Coding, codingFor, packedWell } from "#server/platform/http/packing.ts";
import { etagOf, isFresh } from "#server/platform/http/validators.ts";

interface Kept {
  readonly etag: string;
  readonly bytes: Buffer;
  readonly packed: Map<Coding, Promise<Buffer>>;
}

/** Where the API describes itself. */
const documentPath = "/openapi.json";

/** Serves the OpenAPI document: made once, packed once for each coding, and the same bytes for everybody who asks. */
export function mountDocument(http: FastifyInstance, config: Config): void {
  let made: Kept | undefined;
  // Nobody's secret, and whoever reads it in a browser does that on a site of their own.
  const forAnySite = { "access-control-allow-origin": "*", "access-control-expose-headers": readable };
  http.options(documentPath, async (_request, reply) =>
    reply
      .code(204)
      .headers({ ...forAnySite, "access-control-allow-methods": "GET, HEAD", "access-control-allow-headers": anyHeader })
      .send(),
  );
  http.get(documentPath, async (request, reply) => {
    const { etag, bytes, packed } = (made ??= keep(JSON.stringify(openApiDocument(config.baseUrl))));
    void reply.headers({
      "content-type": "application/json; charset=utf-8",
      "cache-control": "public, no-cache",
      vary: "accept-encoding",
      ...forAnySite,
      etag,
    });
    if (isFresh(request.headers, etag)) return reply.code(304).send();
    const coding = codingFor(request.headers["accept-encoding"]);
    if (!coding) return reply.send(bytes);
    const smaller = packed.get(coding) ?? packedWell(bytes.toString(), coding);
    packed.set(coding, smaller);
    return reply.header("content-encoding", coding).send(await smaller);
  });
}

function keep(text: string): Kept {
  return { etag: `W/${etagOf(text)}`, bytes: Buffer.from(text), packed: new Map() };
}
