import type { FastifyReply, FastifyRequest } from "fastify";
import { type Coding, codingFor, packedWell } from "./packing.ts";
import { etagOf, isFresh } from "./validators.ts";

/** JSON that is the same for everybody who asks: made once, and packed once for each coding. */
export interface KeptAnswer {
  readonly etag: string;
  readonly bytes: Buffer;
  readonly packed: Map<Coding, Promise<Buffer>>;
}

export function keepJson(content: unknown): KeptAnswer {
  const text = JSON.stringify(content);
  return { etag: `W/${etagOf(text)}`, bytes: Buffer.from(text), packed: new Map() };
}

export async function sendKept(request: FastifyRequest, reply: FastifyReply, { etag, bytes, packed }: KeptAnswer): Promise<FastifyReply> {
  void reply.headers({
    "content-type": "application/json; charset=utf-8",
    "cache-control": "public, no-cache",
    vary: "accept-encoding",
    etag,
  });
  if (isFresh(request.headers, etag)) return reply.code(304).send();
  const coding = codingFor(request.headers["accept-encoding"]);
  if (!coding) return reply.send(bytes);
  const smaller = packed.get(coding) ?? packedWell(bytes.toString(), coding);
  packed.set(coding, smaller);
  return reply.header("content-encoding", coding).send(await smaller);
}
