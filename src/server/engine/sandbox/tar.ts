/**
 * A reader of the archive a job leaves behind. The bytes are the job's own words: every field may be forged,
 * so only plain files with plain paths come out, and nothing is sized by what a header claims beyond the cap.
 */
import type { OutputsTruncated, SandboxOutput } from "./sandbox.ts";
import { outputPath } from "./paths.ts";

const block = 512;
/** A name longer than this can only be an attack: the kernel's own limit is 4096. */
const longNameBytes = 8192;

interface OpenEntry {
  kind: "file" | "name" | "skip";
  path: string | null;
  chunks: Buffer[];
  left: number;
  padding: number;
}

/** Feed it bytes in any cut; ask for `files` at the end. Never throws. */
export class TarReader {
  readonly #maxBytes: number;
  readonly #maxFiles: number;
  readonly #files = new Map<string, Buffer>();
  #header = Buffer.alloc(0);
  #entry: OpenEntry | null = null;
  #longName: string | null | undefined;
  #seen = 0;
  #dropped = 0;
  #ended = false;
  #stopped: OutputsTruncated | null = null;

  constructor(maxBytes: number, maxFiles: number) {
    this.#maxBytes = maxBytes;
    this.#maxFiles = maxFiles;
  }

  /** False once more bytes make no difference: the sender may be killed. */
  push(bytes: Buffer): boolean {
    if (this.#stopped !== null) return false;
    this.#seen += bytes.length;
    // The end is padded to tar's record of 20 blocks, which is no content.
    if (this.#seen > this.#maxBytes + 20 * block) {
      this.#stopped = { cause: "too_large", reason: `the files under output/ are larger than ${this.#maxBytes} bytes in all` };
      return false;
    }
    let rest = bytes;
    while (rest.length > 0 && !this.#ended && this.#stopped === null) {
      rest = this.#entry === null ? this.#readHeader(rest) : this.#readBody(this.#entry, rest);
    }
    return this.#stopped === null;
  }

  /** What arrived whole, and a sentence when something did not. */
  finish(): { outputs: SandboxOutput[]; truncated: OutputsTruncated | undefined } {
    const outputs = [...this.#files].map(([path, content]) => ({ path, bytes: content }));
    const reasons: string[] = [];
    if (this.#stopped !== null) reasons.push(this.#stopped.reason);
    else if (this.#seen > 0 && !this.#ended) reasons.push("the files under output/ did not arrive in full");
    if (this.#dropped > 0) {
      const [entries, were] = this.#dropped === 1 ? ["entry", "was"] : ["entries", "were"];
      reasons.push(`${this.#dropped} ${entries} under output/ ${were} left out: only regular files with plain names are kept`);
    }
    const cause = this.#stopped?.cause ?? "unusable";
    return { outputs, truncated: reasons.length > 0 ? { cause, reason: reasons.join("; ") } : undefined };
  }

  #readHeader(bytes: Buffer): Buffer {
    const missing = block - this.#header.length;
    this.#header = Buffer.concat([this.#header, bytes.subarray(0, missing)]);
    if (this.#header.length === block) {
      const header = this.#header;
      this.#header = Buffer.alloc(0);
      this.#open(header);
    }
    return bytes.subarray(missing);
  }

  #open(header: Buffer): void {
    if (header.every((byte) => byte === 0)) {
      this.#ended = true;
      return;
    }
    const size = octal(header.subarray(124, 136));
    if (size === null || octal(header.subarray(148, 156)) !== checksum(header)) {
      this.#stopped = { cause: "unusable", reason: "the archive of output/ is damaged" };
      return;
    }
    const type = String.fromCharCode(header[156] ?? 0);
    const path = this.#longName === undefined ? headerName(header) : this.#longName;
    if (type === "L") {
      if (size > longNameBytes) {
        this.#stopped = { cause: "unusable", reason: "a name under output/ is too long" };
        return;
      }
    } else this.#longName = undefined;
    const kind = type === "L" ? "name" : this.#accept(type, path) ? "file" : "skip";
    this.#entry = { kind, path, chunks: [], left: size, padding: (block - (size % block)) % block };
    if (size === 0) this.#close(this.#entry);
  }

  #accept(type: string, path: string | null): boolean {
    if (type === "5") return false;
    if ((type === "0" || type === "\0") && path !== null && outputPath(path)) {
      if (this.#files.size < this.#maxFiles || this.#files.has(path)) return true;
      this.#stopped = { cause: "too_many", reason: `there are more than ${this.#maxFiles} files under output/` };
      return false;
    }
    this.#dropped += 1;
    return false;
  }

  #readBody(entry: OpenEntry, bytes: Buffer): Buffer {
    if (entry.left > 0) {
      const part = bytes.subarray(0, entry.left);
      if (entry.kind !== "skip") entry.chunks.push(part);
      entry.left -= part.length;
      if (entry.left === 0) this.#close(entry);
      return bytes.subarray(part.length);
    }
    const skipped = Math.min(entry.padding, bytes.length);
    entry.padding -= skipped;
    if (entry.padding === 0) this.#entry = null;
    return bytes.subarray(skipped);
  }

  #close(entry: OpenEntry): void {
    const content = Buffer.concat(entry.chunks);
    if (entry.kind === "name") this.#longName = text(untilNul(content));
    if (entry.kind === "file" && entry.path !== null) this.#files.set(entry.path, content);
    entry.chunks = [];
    if (entry.padding === 0) this.#entry = null;
  }
}

function headerName(header: Buffer): string | null {
  const name = untilNul(header.subarray(0, 100));
  // GNU archives use the prefix field for other things; only "ustar\0" has a prefix.
  const prefix = header.subarray(257, 263).equals(Buffer.from("ustar\0")) ? untilNul(header.subarray(345, 500)) : Buffer.alloc(0);
  return text(prefix.length > 0 ? Buffer.concat([prefix, Buffer.from("/"), name]) : name);
}

function untilNul(field: Buffer): Buffer {
  const end = field.indexOf(0);
  return end < 0 ? field : field.subarray(0, end);
}

function text(bytes: Buffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Null for anything but octal digits; the base-256 form for sizes over 8 GiB is not needed here. */
function octal(field: Buffer): number | null {
  const digits = untilNul(field).toString("latin1").trim();
  return /^[0-7]{1,11}$/.test(digits) ? Number.parseInt(digits, 8) : null;
}

function checksum(header: Buffer): number {
  let sum = 0;
  for (let index = 0; index < block; index += 1) sum += index >= 148 && index < 156 ? 32 : (header[index] ?? 0);
  return sum;
}
