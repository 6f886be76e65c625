import type { Readable } from "node:stream";
import { FilesAway } from "./files-away.ts";

/** Connections that break one after the other without a byte between them. */
const breaks = 3;

/**
 * The bytes of an object, from the first to the last byte or to its end. A key stands for its bytes, so that reading goes on where a connection broke.
 * `open`: undefined where the object ends before the place.
 */
export async function* reading(
  open: (first: number, last: number | undefined) => Promise<Readable | undefined>,
  first: number,
  last: number | undefined,
): AsyncGenerator<Uint8Array> {
  let body: AsyncIterator<Uint8Array> | undefined;
  try {
    for (let [at, broken] = [first, 0]; last === undefined || at <= last;) {
      body ??= (await open(at, last))?.[Symbol.asyncIterator]() as typeof body;
      if (!body) return;
      let next: IteratorResult<Uint8Array>;
      try {
        next = await body.next();
      } catch (error) {
        body = undefined;
        broken += 1;
        // Where too little comes, a further connection would bring no more.
        if (broken > breaks || error instanceof FilesAway) throw error;
        continue;
      }
      if (next.done) return;
      broken = 0;
      const chunk = next.value;
      // Some stores send more than they were asked for.
      const wanted = last === undefined ? chunk : chunk.subarray(0, last - at + 1);
      at += wanted.length;
      yield wanted;
    }
  } finally {
    await body?.return?.();
  }
}
