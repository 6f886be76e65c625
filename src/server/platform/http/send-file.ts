import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { readRange } from "./byte-range.ts";
import { refuse } from "./refusal.ts";
import { etagOf, isFresh } from "./validators.ts";

/** Bytes that can be sent in parts. */
export interface Sendable {
  readonly size: number;
  /** Strong: the same one means the same bytes. */
  readonly etag: string;
  readonly modified?: Date;
  open(first: number, last: number): Readable | Uint8Array;
}

/** As {@link sendFile}, for bytes that are in memory. */
export function sendBytes(request: FastifyRequest, reply: FastifyReply, bytes: Buffer): FastifyReply {
  return sendFile(request, reply, { size: bytes.length, etag: etagOf(bytes), open: (first, last) => bytes.subarray(first, last + 1) });
}

/** Sends bytes, or the part of them that is asked for, so that a download can show how far it is and go on after a break. */
export function sendFile({ method, headers }: FastifyRequest, reply: FastifyReply, file: Sendable): FastifyReply {
  const { size, etag, modified } = file;
  void reply.headers({ etag, "accept-ranges": "bytes", ...(modified && { "last-modified": modified.toUTCString() }) });
  if (isFresh(headers, etag, modified)) return reply.code(304).send();
  const since = headers["if-range"];
  const unchanged = since === undefined || since === etag || since === modified?.toUTCString();
  const range = method === "GET" && unchanged ? readRange(headers.range, size) : undefined;
  if (range === "unsatisfiable") {
    void reply.header("content-range", `bytes */${size}`);
    throw refuse("range_not_satisfiable", `The file has ${size.toLocaleString("en")} bytes; this range is outside of it.`);
  }
  const { first, last } = range ?? { first: 0, last: size - 1 };
  if (range) void reply.code(206).header("content-range", `bytes ${first}-${last}/${size}`);
  void reply.header("content-length", last - first + 1);
  // Of an empty stream, as of every other, the length that is said above stays.
  return reply.send(method === "HEAD" ? Readable.from([]) : size === 0 ? "" : file.open(first, last));
}
