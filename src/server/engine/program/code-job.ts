import type { SQL } from "drizzle-orm";
import type { CallRecord } from "#server/engine/log/recorded-call.ts";
import type { HeldRun, NewMessage, RunPatch } from "#server/engine/log/run-record.ts";
import type { SandboxChunk, SandboxFile, SandboxJob } from "#server/engine/sandbox/sandbox.ts";
import type { ToolContext } from "#server/engine/tools/tool.ts";

export interface CodeRun {
  readonly run: HeldRun;
  readonly command: SandboxJob["command"];
  readonly program: SandboxFile[];
  /** Declared team files by path. */
  readonly files: readonly string[];
  readonly skills?: ToolContext["skills"];
  readonly env: Record<string, string>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  onOutput(chunk: SandboxChunk): void;
  /** What the program has written until now, as far as that is passed on. */
  printed(): string;
  /** Waits until what it has written stands in the run. */
  settle?(): Promise<void>;
  /** What earlier beginnings of the program were answered. */
  readonly record: CallRecord;
  /** Answers calls of the run's own tools. Absent where a model calls them itself. */
  callTool?(name: string, args: unknown): Promise<unknown>;
  /** Those of them that reach somebody else. */
  readonly outside?: ReadonlySet<string>;
  /** What the log says once a place is free and the program is about to start. */
  readonly beginning?: Beginning;
}

export interface Beginning {
  readonly patch: RunPatch;
  readonly messages: NewMessage[];
  readonly also: SQL[];
}
