import { stripVTControlCharacters } from "node:util";
import type { SandboxChunk } from "#server/engine/sandbox/sandbox.ts";

const maxLine = 300;
/** More than the longest line that is shown, in any encoding of its colors. */
const maxTail = 4000;

/** Follows what a program says and remembers its last line on stderr: where Python and most others say why they ended. */
export function lastErrorLine() {
  let tail = "";
  return {
    add({ stream, text }: SandboxChunk): void {
      if (stream === "stderr") tail = (tail + text).slice(-maxTail);
    },
    /** Without colors, at most 300 characters long; undefined where nothing was said. */
    line(): string | undefined {
      const lines = stripVTControlCharacters(tail).split(/\r\n|[\r\n]/);
      const last = lines.map((line) => line.trim()).findLast((line) => line !== "");
      return last !== undefined && last.length > maxLine ? `${last.slice(0, maxLine - 1).trimEnd()}…` : last;
    },
  };
}
