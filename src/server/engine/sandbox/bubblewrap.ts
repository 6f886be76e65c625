/** Runs code in a bubblewrap sandbox: Linux namespaces, a system call filter, files in memory, no network. */
import { isUtf8 } from "node:buffer";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bubblewrapArguments, textBytes, type World } from "./bubblewrap-arguments.ts";
import { type HiddenPlaces, probeSandbox } from "./bubblewrap-probe.ts";
import { runProcess } from "./bubblewrap-process.ts";
import { CallSocket } from "./call-socket.ts";
import { type HostFolder, systemFolders } from "./host-folders.ts";
import { checkJob } from "./job-check.ts";
import { scriptPath } from "./orphans.ts";
import {
  defaultLimits,
  SandboxJobInvalid,
  handedIn,
  type Sandbox,
  type SandboxFile,
  type SandboxJob,
  type SandboxLimits,
  type SandboxProbe,
  type SandboxResult,
} from "./sandbox.ts";
import { seccompFilter } from "./seccomp.ts";
import { content, createStaging, stageFiles, type Staging } from "./staging.ts";
import { isScript, tarParts, type TarFile } from "./tar-writer.ts";

export interface SandboxOptions {
  /** Default /usr/bin/bwrap. */
  bwrapPath?: string;
  /** Where files wait on the host; a folder every user may enter. Default the system's temporary folder. */
  stagingRoot?: string;
  /** What no job may come near: the self-test looks for it from inside. */
  hidden?: HiddenPlaces;
  /** Default the system's. */
  shown?: readonly HostFolder[];
}

/** When the service is root, jobs run as users nobody else is: neighbours differ, so that a broken wall leads to nothing. */
const firstUser = 65_200;
const users = 128;

/** The sandbox for this machine. Nothing is checked or written before the first `probe` or `run`. */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  return new BubblewrapSandbox(options);
}

class BubblewrapSandbox implements Sandbox {
  readonly kind = "bubblewrap";
  readonly #bwrap: string;
  readonly #root: string;
  readonly #hidden: HiddenPlaces;
  readonly #shown: readonly HostFolder[];
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  #staging: Promise<Staging> | undefined;
  #nextUser = process.pid;

  constructor({ bwrapPath, stagingRoot, hidden, shown }: SandboxOptions) {
    this.#bwrap = bwrapPath ?? "/usr/bin/bwrap";
    this.#root = stagingRoot ?? tmpdir();
    this.#hidden = hidden ?? { folders: [], sockets: [] };
    this.#shown = shown ?? systemFolders();
  }

  probe(): Promise<SandboxProbe> {
    return probeSandbox(this, { bwrap: this.#bwrap, stagingRoot: this.#root, hidden: this.#hidden });
  }

  async run(job: SandboxJob): Promise<SandboxResult> {
    checkJob(job);
    const run = this.#run({ ...job, signal: AbortSignal.any([job.signal, this.#closing.signal]) });
    this.#running.add(run);
    return run.finally(() => this.#running.delete(run));
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#running);
    const staging = await this.#staging?.catch(() => undefined);
    await staging?.remove();
  }

  async #run(job: SandboxJob): Promise<SandboxResult> {
    const stopped: SandboxResult = { kind: "stopped", outputs: [], durationMs: 0 };
    if (job.signal.aborted) return stopped;
    const limits: SandboxLimits = { ...defaultLimits, ...job.limits };
    const user = this.#user();
    const staging = await this.#prepared();
    const files = await this.#files(job, limits);
    const program = programOf(files);
    const handed = handedIn(job);
    const needsFolder = handed.length > 0 || job.onCall !== undefined;
    const folder = needsFolder ? await staging.jobFolder(user) : null;
    let socket: CallSocket | undefined;
    try {
      const folders = new Map(folder === null ? [] : handed.map((each) => [each.folder, join(folder, each.folder)]));
      for (const each of handed) await stageFiles(folders.get(each.folder) ?? "", each.files, user, limits.inputBytes);
      const socketPath = folder !== null && job.onCall !== undefined ? join(folder, "call") : null;
      if (socketPath !== null && job.onCall !== undefined) socket = await CallSocket.listen(socketPath, job.onCall, limits);
      if (job.signal.aborted) return stopped;
      const world = { staging, shown: this.#shown, folders, socket: socketPath, program, limits };
      const launch = {
        file: this.#bwrap,
        words: ["--args", "3", "--", "/bin/sh", scriptPath, job.id, staging.name],
        // As root the process limit would not apply and /proc/sys could be written: the user changes before anything else.
        user: process.getuid?.() === 0 ? user : undefined,
        arguments: bubblewrapArguments(job, world),
        filter: staging.filter,
        archive: program === "archive" ? tarParts(files) : [],
      };
      return await runProcess({ ...launch, pipes: await staging.pipes.take(user, 2) }, job, limits);
    } finally {
      socket?.close();
      if (folder !== null) await rm(folder, { recursive: true, force: true });
    }
  }

  #user(): number {
    const own = process.getuid?.() ?? 0;
    if (own !== 0) return own;
    this.#nextUser += 1;
    return firstUser + (this.#nextUser % users);
  }

  async #prepared(): Promise<Staging> {
    const staging = await (this.#staging ??= this.#prepare());
    if (staging.intact()) return staging;
    // Temporary folders are swept by the host after some days.
    this.#staging = undefined;
    void staging.remove();
    return (this.#staging ??= this.#prepare());
  }

  async #prepare(): Promise<Staging> {
    try {
      const filter = seccompFilter(process.arch);
      if (filter === null) throw new Error(`no system call filter for ${process.arch}`);
      return await createStaging(this.#root, systemPython(), filter);
    } catch (error) {
      this.#staging = undefined;
      throw error;
    }
  }

  async #files(job: SandboxJob, limits: SandboxLimits): Promise<TarFile[]> {
    const files = new Map<string, TarFile>();
    let left = limits.workspaceBytes;
    for (const file of [...job.kept, ...job.program]) {
      if ((file.size ?? 0) > left) throw tooLarge();
      const bytes = await gather(file, left);
      left -= bytes.byteLength;
      files.set(file.path, { path: file.path, bytes });
    }
    return [...files.values()];
  }
}

/** A lone file of text can be written by the sandbox's own shell; unpacking an archive costs a process. */
function programOf(files: readonly TarFile[]): World["program"] {
  const [file] = files;
  if (file === undefined) return null;
  const { path, bytes } = file;
  if (files.length > 1 || path.includes("/") || bytes.byteLength > textBytes || isScript(bytes)) return "archive";
  return isUtf8(bytes) && !bytes.includes(0) ? { path, text: Buffer.from(bytes).toString() } : "archive";
}

function tooLarge(): SandboxJobInvalid {
  return new SandboxJobInvalid("the files of the program are too large for the sandbox");
}

async function gather(file: SandboxFile, maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const bytes of content(file)) {
    size += bytes.byteLength;
    if (size > maxBytes) throw tooLarge();
    parts.push(bytes);
  }
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
}

/** In one of the folders that a job sees. */
function systemPython(): string {
  return ["/usr/bin/python3", "/usr/local/bin/python3"].find((path) => existsSync(path)) ?? "/usr/bin/python3";
}
