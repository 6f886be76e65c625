/**
 * What the sandbox's own script reports on its extra pipe: "started", "ready" once the files are
 * in place, "exit <code>", then the archive of output/.
 * The job shares the script's user and can reach this pipe too; all it can forge is its own result.
 */
import { TarReader } from "./tar.ts";
import type { OutputsTruncated, SandboxOutput } from "./sandbox.ts";

const longestLine = 32;

export interface ResultEvents {
  started(): void;
  ready(): void;
  exit(): void;
}

export class ResultChannel {
  readonly #tar: TarReader;
  readonly #on: ResultEvents;
  #line = "";
  #started = false;
  ready = false;
  /** The program's exit code once it ended. */
  code: number | null = null;

  constructor(limits: { resultBytes: number; resultFiles: number }, on: ResultEvents) {
    this.#tar = new TarReader(limits.resultBytes, limits.resultFiles);
    this.#on = on;
  }

  /** False when nothing more is wanted: the archive is over its cap, or these are not the script's words. */
  push(bytes: Buffer): boolean {
    let rest = bytes;
    while (this.code === null && rest.length > 0) {
      const end = rest.indexOf(10);
      this.#line += rest.subarray(0, end < 0 ? rest.length : end).toString("latin1");
      if (this.#line.length > longestLine) return false;
      if (end < 0) return true;
      if (!this.#read(this.#line)) return false;
      this.#line = "";
      rest = rest.subarray(end + 1);
    }
    return rest.length === 0 || this.#tar.push(rest);
  }

  finish(): { outputs: SandboxOutput[]; truncated: OutputsTruncated | undefined } {
    return this.#tar.finish();
  }

  #read(line: string): boolean {
    if (line === "started" && !this.#started) {
      this.#started = true;
      this.#on.started();
      return true;
    }
    const exit = /^exit (\d{1,3})$/.exec(line);
    if (line === "ready" && !this.ready) {
      this.ready = true;
      this.#on.ready();
      return true;
    }
    if (exit === null || Number(exit[1]) > 255) return false;
    this.code = Number(exit[1]);
    this.#on.exit();
    return true;
  }
}
