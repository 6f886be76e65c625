/**
 * The port between the engine and whatever runs people's code. Adapters differ in how they isolate;
 * what a job may rely on, and how it may end, is the same for all of them.
 */

/** One file handed to a job. `open` is called once, when the file is copied in. */
export interface SandboxFile {
  /** Relative to /workspace, or to the folder in it that what is handed in read-only has, with `/` between segments. */
  path: string;
  open(): Promise<Uint8Array | AsyncIterable<Uint8Array>> | Uint8Array | AsyncIterable<Uint8Array>;
  /** Bytes, when known: a file that cannot fit is then refused unopened. */
  size?: number;
}

export interface SandboxLimits {
  /** All processes of the job together, files in memory included; also what each process may write to. */
  memoryBytes: number;
  /** Processes and threads alive at once, the sandbox's own first one included. */
  processes: number;
  /** The largest single file the job may write. */
  fileBytes: number;
  /** Everything the job writes under /workspace. */
  workspaceBytes: number;
  /** Everything handed in read-only below one folder. */
  inputBytes: number;
  /** stdout and stderr together. */
  outputBytes: number;
  /** The archive of /workspace/output, at 512 bytes a file above the content. */
  resultBytes: number;
  /** Files collected from /workspace/output. */
  resultFiles: number;
  /** Files and sockets one process may hold open. */
  openFiles: number;
  /** Calls that are answered at the same time; more of them wait unread. */
  callsAtOnce: number;
  /** Small calls, over time and at once. */
  callsPerSecond: number;
  callBurst: number;
}

const mebibyte = 1024 * 1024;

export const defaultLimits: SandboxLimits = {
  memoryBytes: 512 * mebibyte,
  processes: 64,
  fileBytes: 16 * mebibyte,
  workspaceBytes: 64 * mebibyte,
  inputBytes: 512 * mebibyte,
  outputBytes: mebibyte,
  resultBytes: 64 * mebibyte,
  resultFiles: 2000,
  openFiles: 256,
  callsAtOnce: 4,
  callsPerSecond: 25,
  callBurst: 200,
};

export interface SandboxChunk {
  stream: "stdout" | "stderr";
  text: string;
}

export interface SandboxCall {
  /** 1, 2, 3… in the order the calls arrived; never used twice within one job. */
  sequence: number;
  method: string;
  params: unknown;
}

export interface SandboxJob {
  /** Unique marker of the attempt; visible in the host's process list. Letters, digits and `._:-`. */
  id: string;
  /** `shell` runs by /bin/sh -c. Both start in /workspace. */
  command: { argv: string[] } | { shell: string };
  /** What the program sees, beside PATH, HOME, LANG, the PYTHON* settings and CASELOAD_SOCKET. */
  env: Record<string, string>;
  /** Writable copies in /workspace. */
  program: SandboxFile[];
  /** Read-only, under /workspace/files. */
  inputs: SandboxFile[];
  /** Read-only, under /workspace/skills. */
  skills?: readonly SandboxFile[];
  /** Read-only, under /workspace/attachments. */
  attachments?: readonly SandboxFile[];
  /** Writable copies in /workspace of what an earlier job left; a file of `program` wins over one of these. */
  kept: SandboxFile[];
  timeoutMs: number;
  limits?: Partial<SandboxLimits>;
  /** Whole UTF-8 text, whole lines where they come in time; invalid bytes arrive as U+FFFD, control characters as they are. Must not throw. */
  onOutput(chunk: SandboxChunk): void;
  /** Answers one call made over CASELOAD_SOCKET, some of them at the same time. Absent: the socket is absent too. An error's message reaches the program. */
  onCall?(call: SandboxCall): Promise<unknown>;
  /** Aborting kills the job. */
  signal: AbortSignal;
}

/** What a job is handed in read-only, by the folder of /workspace that it lies in, and whose that folder is then. */
export function handedIn({ inputs, skills = [], attachments = [] }: SandboxJob) {
  return [
    { folder: "files", files: inputs, belongs: "to the team files" },
    { folder: "skills", files: skills, belongs: "to the revision's skills" },
    { folder: "attachments", files: attachments, belongs: "to the files of the case" },
  ].filter(({ files }) => files.length > 0);
}

export interface SandboxOutput {
  /** Always starts with `output/`. */
  path: string;
  bytes: Buffer;
}

export type SandboxEnding =
  /** `signal` is read off the code as a shell reports it (128 + n), so a program that exits 137 by itself looks killed. */
  | { kind: "exited"; code: number; signal?: string }
  | { kind: "timed_out" }
  | { kind: "memory_exceeded" }
  | { kind: "output_exceeded" }
  | { kind: "stopped" }
  /** The sandbox itself failed: nothing is known about how far the program came. */
  | { kind: "lost"; reason: string };

/** Why outputs lack something: a cap on their bytes or number, or entries that are no plain files. */
export interface OutputsTruncated {
  readonly cause: "too_large" | "too_many" | "unusable";
  /** A sentence for people. */
  readonly reason: string;
}

/**
 * `outputs` are the regular files under /workspace/output after the program ended by itself, with whatever
 * exit code. A job that was killed has none: its files die with its memory, and reading them out of a tree
 * that still has living processes would not be safe.
 */
export type SandboxResult = SandboxEnding & {
  outputs: SandboxOutput[];
  /** Absent: `outputs` has everything. */
  outputsTruncated?: OutputsTruncated;
  /** From start of the process to its end, files copied in and out included. */
  durationMs: number;
};

export type SandboxProbe = { ok: true } | { ok: false; reason: string; remedy: string };

export interface Sandbox {
  readonly kind: string;
  /** Runs a real job and tries to get out of it. Nothing may run while this is not ok. */
  probe(): Promise<SandboxProbe>;
  /**
   * Resolves however the job ends. Rejects with `SandboxJobInvalid` when the job could never run, and with whatever
   * `open` of a file or the host's file system failed with before it started.
   */
  run(job: SandboxJob): Promise<SandboxResult>;
  /** Kills every running job and removes what was staged. */
  close(): Promise<void>;
}

/** The job itself is malformed (path, name of a variable, size): running it again cannot help. */
export class SandboxJobInvalid extends Error {
  override readonly name = "SandboxJobInvalid";
}
