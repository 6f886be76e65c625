/**
 * Pipes for a job's stdout and stderr. Node's own are socket pairs, on which a program's `> /dev/stdout` fails,
 * and an anonymous pipe could not be opened by the sandbox's user either: so each is a named pipe that
 * belongs to that user and whose name is gone before the job starts.
 */
import { execFile } from "node:child_process";
import { closeSync, constants, existsSync, fchownSync, openSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

/** Making them takes a process, so they are made by the dozen. */
const batch = 48;

/** Two descriptors of this process; both are the receiver's to close. */
export interface Pipe {
  read: number;
  write: number;
}

export class Pipes {
  readonly #folder: string;
  #names: string[] = [];
  #made = 0;
  #making: Promise<void> | undefined;

  /** `folder` must be closed to other users or not listed. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** `count` fresh pipes that `uid` may open again through /proc/self/fd. Rejects when the host refuses to make them. */
  async take(uid: number, count: number): Promise<Pipe[]> {
    const pipes: Pipe[] = [];
    try {
      while (pipes.length < count) {
        const name = this.#names.pop();
        if (name === undefined) await this.#fill();
        // The host may have swept its temporary folder since.
        else if (existsSync(name)) pipes.push(openPipe(name, uid));
      }
      return pipes;
    } catch (error) {
      for (const { read, write } of pipes) [read, write].forEach((end) => closeSync(end));
      throw error;
    }
  }

  /** One batch for everyone who waits. */
  #fill(): Promise<void> {
    this.#making ??= this.#make().finally(() => (this.#making = undefined));
    return this.#making;
  }

  async #make(): Promise<void> {
    const names = Array.from({ length: batch }, () => join(this.#folder, `pipe-${(this.#made += 1)}`));
    await promisify(execFile)("mkfifo", ["-m", "600", ...names], { env: { PATH: "/usr/bin:/bin" } });
    this.#names.push(...names);
  }
}

function openPipe(name: string, uid: number): Pipe {
  // The reading end first and without waiting: opening the writing end would wait for it.
  const read = openSync(name, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const write = openSync(name, constants.O_WRONLY);
    if (process.getuid?.() !== uid) fchownSync(write, uid, uid);
    unlinkSync(name);
    return { read, write };
  } catch (error) {
    closeSync(read);
    throw error;
  }
}
