/** Starts bubblewrap with its descriptors in place. */
import { spawn, type ChildProcess } from "node:child_process";
import { closeSync, openSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import type { Pipe } from "./pipes.ts";

export interface Launch {
  file: string;
  words: string[];
  /** The user and group to start as; absent: the service's own. */
  user: number | undefined;
  arguments: Buffer;
  filter: string;
  /** The archive of files to copy in; empty for none. */
  archive: Buffer[];
  /** stdout and stderr; the writing ends are closed here. */
  pipes: Pipe[];
}

/** Throws what the host refuses with; nothing stays open then. The reading ends of the pipes are the caller's from here. */
export function startBubblewrap(launch: Launch): ChildProcess {
  const writing = launch.pipes.map(({ write }) => write);
  try {
    writing.push(openSync(launch.filter, "r"));
    const [stdout, stderr, filter] = writing;
    const child = spawn(launch.file, launch.words, {
      cwd: "/",
      ...(launch.user !== undefined && { uid: launch.user, gid: launch.user }),
      // Whatever stands here is in force on the host too, as root perhaps: never a name that came with the job.
      env: { PATH: "/usr/bin:/bin", LANG: "C.UTF-8" },
      stdio: ["ignore", stdout, stderr, "pipe", filter, "pipe", "pipe", "pipe"],
    });
    yieldToTheService(child);
    return child;
  } catch (error) {
    for (const { read } of launch.pipes) closeSync(read);
    throw error;
  } finally {
    for (const descriptor of writing) closeSync(descriptor);
  }
}

/** Under pressure the job waits, and dies, before the service does. */
function yieldToTheService(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    setPriority(child.pid, 5);
    writeFileSync(`/proc/${child.pid}/oom_score_adj`, "900");
  } catch {
    // A courtesy only.
  }
}
