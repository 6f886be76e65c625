import type { SandboxChunk } from "#server/engine/sandbox/sandbox.ts";
import type { Redactor } from "./redactor.ts";

/** Takes hidden values out of what a program says, also where one comes in several pieces of a stream. */
export function redactOutput(redactor: Redactor, onOutput: (chunk: SandboxChunk) => void) {
  const streams = { stdout: redactor.stream(), stderr: redactor.stream() };
  const emit = (stream: SandboxChunk["stream"], text: string) => {
    if (text !== "") onOutput({ stream, text });
  };
  return {
    add: ({ stream, text }: SandboxChunk) => emit(stream, streams[stream].push(text)),
    /** A line of its own, which belongs to neither stream. */
    say: ({ stream, text }: SandboxChunk) => emit(stream, redactor.text(text)),
    end() {
      for (const stream of ["stdout", "stderr"] as const) emit(stream, streams[stream].end());
    },
  };
}

/** A file without hidden values; undefined when it shows one and is no text, so that it could not be taken out without breaking the file. */
export function redactFile(redactor: Redactor, bytes: Buffer): Buffer | undefined {
  const text = readText(bytes);
  if (text !== undefined) {
    const clean = redactor.text(text);
    return clean === text ? bytes : Buffer.from(clean);
  }
  // One byte a character, and two in either order.
  const wide = [0, 1].map((start) => bytes.subarray(start, bytes.length - ((bytes.length - start) % 2)));
  const turned = wide.map((each) => Buffer.from(each).swap16());
  const readings = [bytes.toString("latin1"), ...[...wide, ...turned].map((each) => each.toString("utf16le"))];
  return readings.every((reading) => redactor.text(reading) === reading) ? bytes : undefined;
}

function readText(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
