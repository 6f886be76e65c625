import type { FastifyInstance } from "fastify";
import { etagOf, isFresh } from "#server/platform/http/validators.ts";
import { packageFiles } from "./package.ts";
import { tgz } from "./tar.ts";

/** Where npm installs the client from. */
const packagePath = "/sdk/caseload.tgz";

/** Serves the npm package with client and command line: printed at the first request, and the same bytes for everybody. */
export function mountSdk(http: FastifyInstance): void {
  let made: { readonly bytes: Buffer; readonly etag: string } | undefined;
  http.get(packagePath, async (request, reply) => {
    const { bytes, etag } = (made ??= keep(tgz(packageFiles())));
    void reply.headers({ "content-type": "application/gzip", "cache-control": "public, no-cache", etag });
    return isFresh(request.headers, etag) ? reply.code(304).send() : reply.send(bytes);
  });
}

function keep(bytes: Buffer) {
  return { bytes, etag: etagOf(bytes) };
}
