import type { FastifyReply, FastifyRequest } from "fastify";
import { codingFor, leastPacked, packed } from "./packing.ts";
import { etagOf, isFresh } from "./validators.ts";

/**
 * Sends JSON: packed where the client takes that, and to a read only if it is not what the client has already. An `unkept` answer is neither
 * kept by anybody nor packed: the length of a packed text tells what of it repeats.
 */
export async function sendJson(request: FastifyRequest, reply: FastifyReply, json: string, unkept: boolean): Promise<FastifyReply> {
  void reply.type("application/json; charset=utf-8");
  if (unkept) return reply.send(json);
  void reply.header("vary", "accept-encoding");
  const { method, headers } = request;
  if (method === "GET" || method === "HEAD") {
    const etag = `W/${etagOf(json)}`;
    void reply.headers({ etag, "cache-control": "private, no-cache" });
    if (isFresh(headers, etag)) return reply.code(304).removeHeader("content-type").send();
  }
  const coding = json.length < leastPacked || triggeredElsewhere(request) ? undefined : codingFor(headers["accept-encoding"]);
  if (!coding) return reply.send(json);
  return reply.header("content-encoding", coding).send(await packed(json, coding));
}

/** Another site may make a browser ask with a person's cookie, over and over. It cannot read the answers, but may be able to see how long they are. */
function triggeredElsewhere({ headers }: FastifyRequest): boolean {
  const site = headers["sec-fetch-site"];
  return headers.cookie !== undefined && site !== undefined && site !== "same-origin" && site !== "none";
}
