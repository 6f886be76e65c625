/** Turns the bytes of a job's two streams into text for people: whole characters, whole lines, few calls. */
import { TextDecoder } from "node:util";
import type { SandboxChunk } from "./sandbox.ts";

type Stream = SandboxChunk["stream"];

const intervalMs = 100;
/** A line that stays open this long is shown as far as it is (a prompt, a progress dot). */
const openLineMs = 300;
const openLineCharacters = 16 * 1024;
/** Above this many switches between the streams in one interval, order between them is given up. */
const keptSwitches = 8;

interface OpenLine {
  decoder: TextDecoder;
  text: string;
  since: number;
}

const openLine = (): OpenLine => ({ decoder: new TextDecoder("utf-8", { ignoreBOM: true }), text: "", since: 0 });

export class OutputText {
  readonly #emit: (chunk: SandboxChunk) => void;
  readonly #onExceeded: () => void;
  readonly #open: Record<Stream, OpenLine> = { stdout: openLine(), stderr: openLine() };
  #left: number;
  #ready: SandboxChunk[] = [];
  #last = -Infinity;
  #timer: NodeJS.Timeout | undefined;

  /** `onExceeded` is called once, when more than `maxBytes` arrived; everything up to there is still delivered. */
  constructor(emit: (chunk: SandboxChunk) => void, maxBytes: number, onExceeded: () => void) {
    this.#emit = emit;
    this.#left = maxBytes;
    this.#onExceeded = onExceeded;
  }

  push(stream: Stream, bytes: Buffer): void {
    if (this.#left < 0) return;
    const kept = bytes.subarray(0, this.#left);
    const exceeded = bytes.length > this.#left;
    this.#left = exceeded ? -1 : this.#left - bytes.length;
    const line = this.#open[stream];
    if (line.text === "") line.since = performance.now();
    this.#add(stream, line.text + line.decoder.decode(kept, { stream: true }));
    const wait = this.#last + intervalMs - performance.now();
    if (wait <= 0) this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), wait);
    if (exceeded) this.#onExceeded();
  }

  /** Delivers what is left, open lines and broken characters included. */
  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const stream of ["stdout", "stderr"] as const) {
      const line = this.#open[stream];
      // A character cut by the cap was whole when the program wrote it: only a real end shows it as broken.
      const text = line.text + (this.#left < 0 ? "" : line.decoder.decode());
      line.text = "";
      this.#queue(stream, text);
    }
    this.#deliver();
  }

  #add(stream: Stream, text: string): void {
    const line = this.#open[stream];
    const end = text.lastIndexOf("\n") + 1;
    const whole = text.length - end > openLineCharacters ? text.length : end;
    this.#queue(stream, text.slice(0, whole));
    line.text = text.slice(whole);
    if (whole > 0) line.since = performance.now();
  }

  #queue(stream: Stream, text: string): void {
    if (text === "") return;
    const last = this.#ready.at(-1);
    if (last?.stream === stream) last.text += text;
    else this.#ready.push({ stream, text });
  }

  #flush(): void {
    this.#timer = undefined;
    const now = performance.now();
    let open = false;
    for (const stream of ["stdout", "stderr"] as const) {
      const line = this.#open[stream];
      if (line.text === "") continue;
      if (now - line.since >= openLineMs) {
        this.#queue(stream, line.text);
        line.text = "";
      } else open = true;
    }
    this.#deliver();
    if (open) this.#timer = setTimeout(() => this.#flush(), intervalMs);
  }

  #deliver(): void {
    const ready = this.#ready.length > keptSwitches ? byStream(this.#ready) : this.#ready;
    this.#ready = [];
    if (ready.length > 0) this.#last = performance.now();
    for (const chunk of ready) this.#emit(chunk);
  }
}

function byStream(chunks: SandboxChunk[]): SandboxChunk[] {
  const join = (stream: Stream): SandboxChunk => ({
    stream,
    text: chunks.map((chunk) => (chunk.stream === stream ? chunk.text : "")).join(""),
  });
  return [join("stdout"), join("stderr")].filter((chunk) => chunk.text !== "");
}
