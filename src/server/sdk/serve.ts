import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "#server/platform/config.ts";
import { codingFor, packedWell } from "#server/platform/http/packing.ts";
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
  let details: ReturnType<typeof referenceDetails> | undefined;
  http.get(packagePath, async (request, reply) => {
    const { bytes, etag } = (made ??= keep(tgz(packageFiles())));
    void reply.headers({ "content-type": "application/gzip", "cache-control": "public, no-cache", etag });
    return isFresh(request.headers, etag) ? reply.code(304).send() : reply.send(bytes);
  });
  http.get("/sdk/reference.json", async (request, reply) => sendJson(request, reply, reference(config.baseUrl)));
  http.get<{ Params: { name: string } }>("/sdk/reference/:name.json", async (request, reply) => {
    const found = (details ??= referenceDetails())(request.params.name);
    if (!found) throw refuse("not_found", "There is no operation of this name.");
    return sendJson(request, reply, found);
  });
}

function keep(bytes: Buffer) {
  return { bytes, etag: etagOf(bytes) };
}

async function sendJson(request: FastifyRequest, reply: FastifyReply, content: unknown): Promise<FastifyReply> {
  const text = JSON.stringify(content);
  const etag = `W/${etagOf(text)}`;
  void reply.headers({ "content-type": "application/json; charset=utf-8", "cache-control": "no-cache", vary: "accept-encoding", etag });
  if (isFresh(request.headers, etag)) return reply.code(304).send();
  const coding = codingFor(request.headers["accept-encoding"]);
  return coding ? reply.header("content-encoding", coding).send(await packedWell(text, coding)) : reply.send(text);
}
