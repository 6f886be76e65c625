import type { Failure } from "#contract/runs/failures.ts";
import type { Db } from "#server/platform/db/open.ts";

/** A call as it is told from others. */
export interface RecordedCall {
  readonly method: string;
  /** What it is about, for people; without secrets. */
  readonly subject?: string;
  readonly params: unknown;
}

/**
 * What a program was answered by calls that the run's messages do not show. A program that a restart begins again is answered from here: what it
 * changed is not changed again, and what it read is what it had read before its changes. Refusals are recorded as the answers they are.
 */
export interface CallRecord {
  read(call: RecordedCall, answer: () => Promise<unknown>): Promise<unknown>;
  /** `change` happens in one transaction with its record and that of everything read before. Throws a `ToolError` when it is another change than the one that the program had made at this place. */
  change(call: RecordedCall, change: (tx: Db) => Promise<unknown>): Promise<unknown>;
  /** Writes what was read until now, before something else changes by it. */
  keep(): Promise<void>;
  /** How the program ended, if an earlier worker came that far: it is not begun again. */
  readonly ended: ProgramEnd | undefined;
  /** Writes how it ended, in the transaction that keeps its results: a program that began again would find them. */
  end(tx: Db, end: ProgramEnd): Promise<void>;
}

export interface ProgramEnd {
  /** Why the program did not do its work; absent when it ended with 0. */
  readonly failure?: Failure;
  /** Kept files, as in `output/report.csv`. */
  readonly outputs: readonly string[];
  /** What it wrote to its output, as far as that is passed on. */
  readonly printed: string;
}
