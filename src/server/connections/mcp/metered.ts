import { McpFault } from "./faults.ts";

/** Bytes of one answer, unpacked. */
export const maxAnswerBytes = 4_194_304;

export interface Sizes {
  readonly maxBytes?: number | undefined;
  /** Objects of JSON in one answer: reading many small ones takes long although they have few bytes. */
  readonly maxObjects?: number | undefined;
}

/** Gets the pieces of an answer as they come. */
export type Hearing = (piece: Uint8Array) => void;

/** The body of an answer, which fails once it is larger than this. `note` is told why, `ended` that all of it was handed on. */
export function metered(
  body: ReadableStream<Uint8Array>,
  { maxBytes = maxAnswerBytes, maxObjects = Number.POSITIVE_INFINITY }: Sizes,
  { note, ended, heard }: { note(fault: McpFault): void; ended?: (() => void) | undefined; heard?: Hearing | undefined },
): ReadableStream<Uint8Array> {
  let bytes = 0;
  let objects = 0;
  const brace = 123;
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.length;
        if (Number.isFinite(maxObjects)) for (const byte of chunk) if (byte === brace) objects++;
        if (bytes <= maxBytes && objects <= maxObjects) {
          heard?.(chunk);
          return controller.enqueue(chunk);
        }
        const fault = bytes > maxBytes ? tooLarge(maxBytes) : new McpFault("too_large", "The server's list has too many parts to be read.");
        note(fault);
        return controller.error(fault);
      },
      flush: ended,
    }),
  );
}

export function tooLarge(maxBytes = maxAnswerBytes): McpFault {
  const size = maxBytes >= 1_048_576 ? `${Math.round(maxBytes / 1_048_576)} MB` : `${Math.round(maxBytes / 1024)} KB`;
  return new McpFault("too_large", `The server's answer has more than ${size}.`);
}
