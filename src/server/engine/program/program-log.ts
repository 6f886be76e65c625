import type { SandboxChunk } from "#server/engine/sandbox/sandbox.ts";
import { ToolError } from "#server/engine/tools/tool.ts";

/** What a program may log in all, in bytes: as much as it may print. */
const maxBytes = 1_000_000;

/** Takes what a program logs by calls. Throws a {@link ToolError} for more than it may. */
export function programLog(say: (chunk: SandboxChunk) => void): (text: string) => void {
  let left = maxBytes;
  return (text) => {
    left -= Buffer.byteLength(text);
    if (left < 0) throw new ToolError("A program can log 1 MB. Write results to files in output/.");
    say({ stream: "stdout", text });
  };
}
