import type { FastifyInstance } from "fastify";
import type { Config } from "#server/platform/config.ts";
import { type KeptAnswer, keepJson, sendKept } from "#server/platform/http/kept-answer.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { etagOf, isFresh } from "#server/platform/http/validators.ts";
import { packageFiles } from "./package.ts";
import { reference, referenceDetails } from "./reference.ts";
import { tgz } from "./tar.ts";

/** Where npm installs the client from. */
const packagePath = "/sdk/caseload.tgz";

/**
 * Serves the npm package with client and command line, and what the reference of the console is drawn from. All of it is printed from the contract
 * when somebody first asks, and the same bytes for everybody.
 */
export function mountSdk(http: FastifyInstance, config: Config): void {
  let made: { readonly bytes: Buffer; readonly etag: string } | undefined;
  let list: KeptAnswer | undefined;
  let details: ReturnType<typeof referenceDetails> | undefined;
  const kept = new Map<string, KeptAnswer>();
  http.get(packagePath, async (request, reply) => {
    const { bytes, etag } = (made ??= keep(tgz(packageFiles())));
    void reply.headers({ "content-type": "application/gzip", "cache-control": "public, no-cache", etag });
    return isFresh(request.headers, etag) ? reply.code(304).send() : reply.send(bytes);
  });
  http.get("/sdk/reference.json", async (request, reply) => sendKept(request, reply, (list ??= keepJson(reference(config.baseUrl)))));
  http.get<{ Params: { name: string } }>("/sdk/reference/:name.json", async (request, reply) => {
    const { name } = request.params;
    const known = kept.get(name);
    if (known) return sendKept(request, reply, known);
    const found = (details ??= referenceDetails())(name);
    if (!found) throw refuse("not_found", "There is no operation of this name.");
    const answer = keepJson(found);
    kept.set(name, answer);
    return sendKept(request, reply, answer);
  });
}

function keep(bytes: Buffer) {
  return { bytes, etag: etagOf(bytes) };
}
