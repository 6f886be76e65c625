import { Readable } from "node:stream";
import type { S3Client } from "@aws-sdk/client-s3";
import { FilesAway } from "./files-away.ts";

/** How long the store may take. Times in milliseconds. */
export interface S3Patience {
  /** Until it takes a connection, and until it says something on one. */
  readonly connectMs: number;
  readonly silenceMs: number;
  /** Until an answer begins, beside the time for what is sent. */
  readonly answerMs: number;
  /** What is sent goes at least so fast. */
  readonly bytesPerMs: number;
  /** What an answer has to bring in the time for which somebody waits for it. */
  readonly window: { readonly ms: number; readonly bytes: number };
  /** While it is away, one request in such a time looks whether it is back. The others do not wait for it. */
  readonly lookMs: number;
}

/** A person waits for what is asked, so a store that hangs is given up on within one request. */
export const s3Patience: S3Patience = {
  connectMs: 2_000,
  silenceMs: 5_000,
  answerMs: 8_000,
  bytesPerMs: 100,
  window: { ms: 10_000, bytes: 16_384 },
  lookMs: 1_000,
};

/** Requests without any answer, one after the other, that say of the store that it is away. */
const mostSilent = 3;

type Handler = S3Client["config"]["requestHandler"];

/**
 * Ends what takes too long: a store may take a connection and never answer, or answer byte by byte. Once it is known to be away, requests fail at
 * once: each would hold a connection, and whatever waits for it.
 */
export function bePatient(handler: Handler, patience: S3Patience): void {
  const send = handler.handle.bind(handler);
  let silent = 0;
  let lookedAt = 0;
  const patiently = async (request: { body?: unknown }, options: { abortSignal?: AbortSignal } = {}): ReturnType<typeof send> => {
    if (silent >= mostSilent && performance.now() - lookedAt < patience.lookMs) throw new FilesAway("TimeoutError", undefined);
    lookedAt = performance.now();
    const ending = new AbortController();
    const end = () => ending.abort();
    options.abortSignal?.addEventListener("abort", end);
    const bytes = request.body instanceof Uint8Array ? request.body.byteLength : 0;
    const timer = setTimeout(end, patience.answerMs + bytes / patience.bytesPerMs);
    try {
      const answer = await send(request, { ...options, abortSignal: ending.signal });
      silent = 0;
      if (answer.response.body instanceof Readable) answer.response.body = inTime(answer.response.body, patience);
      return answer;
    } catch (error) {
      if (options.abortSignal?.aborted) throw error;
      silent += 1;
      // By this name it is tried again.
      throw ending.signal.aborted ? Object.assign(new Error("The store did not answer."), { name: "TimeoutError" }) : error;
    } finally {
      clearTimeout(timer);
      options.abortSignal?.removeEventListener("abort", end);
    }
  };
  handler.handle = patiently as typeof handler.handle;
}

/** Ends with a {@link FilesAway} where too little comes. Only the time for which the next bytes are awaited counts: a reader may rest. */
function inTime(body: Readable, { window }: S3Patience): Readable {
  return Readable.from(steadily(body, window), { objectMode: false });
}

async function* steadily(body: Readable, window: S3Patience["window"]): AsyncGenerator<Uint8Array> {
  let [waited, came] = [0, 0];
  const slow = new FilesAway("TimeoutError", undefined);
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  try {
    for (;;) {
      const began = performance.now();
      const timer = setTimeout(() => body.destroy(slow), window.ms - waited);
      const next = await chunks.next().finally(() => clearTimeout(timer));
      if (next.done) return;
      waited += performance.now() - began;
      came += next.value.length;
      if (came >= window.bytes) [waited, came] = [0, 0];
      else if (waited >= window.ms) throw slow;
      yield next.value;
    }
  } finally {
    body.destroy();
  }
}
