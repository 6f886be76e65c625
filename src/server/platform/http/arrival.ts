import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { Refusal, refuse } from "./refusal.ts";

/** What a body has to keep to. */
export interface Terms {
  /** In bytes. */
  readonly limit: number;
  /** What is said of more than that. */
  readonly over: Refusal;
  /** How long a window of time is, in ms. */
  readonly windowMs: number;
  /** The whole body has to arrive within one window. Otherwise only progress counts, for as long as it takes. */
  readonly atOnce?: true;
}

/** How long a body has for the whole of a JSON text, and for each piece of a file. */
export const bodyWindowMs = 15_000;
const leastBytesPerSecond = 16_384;

function leastBytes(windowMs: number): number {
  return (leastBytesPerSecond * windowMs) / 1_000;
}

/**
 * A body as it arrives. Fails with 413 and 408; the connection stays open then, for the answer, and what still comes is dropped.
 * Throws the 413 of a body that says beforehand how long it is.
 */
export function arriving(raw: IncomingMessage, { limit, over, windowMs, atOnce }: Terms): Readable {
  if (Number(raw.headers["content-length"] ?? 0) > limit) throw over;
  let size = 0;
  let before = 0;
  const release = () => {
    clearInterval(watch);
    raw.off("data", take).off("end", end).off("close", cut);
  };
  const body = new Readable({
    read: () => void raw.resume(),
    destroy(error, done) {
      release();
      raw.resume();
      done(error);
    },
  });
  const take = (chunk: Buffer) => {
    size += chunk.length;
    if (size > limit) body.destroy(over);
    else if (!body.push(chunk)) raw.pause();
  };
  const end = () => {
    release();
    body.push(null);
  };
  const cut = () => body.destroy(refuse("invalid_request", "The connection ended before the body did."));
  const watch = setInterval(() => {
    // While our own store is busy writing, the sender has to wait.
    if (!raw.isPaused() && (atOnce || size - before < leastBytes(windowMs))) body.destroy(refuse("request_timeout"));
    before = size;
  }, windowMs);
  if (raw.destroyed) cut();
  else raw.on("data", take).once("end", end).once("close", cut);
  return body;
}

/** The whole of a body that fits into memory. */
export async function collected(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk as Buffer);
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

/** How much is read of what nobody wants. */
const maxDroppedBytes = 268_435_456;

/** Reads the rest of a body and drops it: most clients look for an answer only once they have sent everything. Ends after a bound too. */
export function dropRest(raw: IncomingMessage, windowMs: number): Promise<void> {
  return new Promise((resolve) => {
    let size = 0;
    let before = 0;
    const done = () => {
      clearInterval(watch);
      raw.off("data", drop).off("end", done).off("close", done);
      resolve();
    };
    const drop = (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxDroppedBytes) done();
    };
    const watch = setInterval(() => {
      if (size - before < leastBytes(windowMs)) done();
      before = size;
    }, windowMs);
    if (raw.complete || raw.destroyed) done();
    else raw.on("data", drop).once("end", done).once("close", done).resume();
  });
}

/** An answer to a client that still sends: there at once as a whole, ended only when the client has sent everything. */
export function whileSending(raw: IncomingMessage, answer: string, windowMs: number): Readable {
  const words = new Readable({ read() {} });
  words.push(answer);
  void dropRest(raw, windowMs).then(() => words.push(null));
  return words;
}
