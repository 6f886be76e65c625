/** What /proc tells about a process and everything below it. Linux only; a process that is gone counts as nothing. */
import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { mostMappingBytes } from "./mappings.ts";

/** Null when the file is gone or closed to us. */
function read(path: string): string | null {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return null;
  }
}

/** `root` and its descendants. A daemon stays among them: its new parent is the first process of its namespace. */
export function descendants(root: number): number[] {
  const found = [root];
  for (let index = 0; index < found.length; index += 1) {
    for (const child of children(found[index] ?? 0)) found.push(child);
  }
  return found;
}

/** Each thread lists the children it started itself. */
function children(pid: number): number[] {
  let threads: string[];
  try {
    threads = readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
  return threads.flatMap((thread) =>
    (read(`/proc/${pid}/task/${thread}/children`) ?? "")
      .split(" ")
      .filter((word) => word !== "")
      .map(Number),
  );
}

/** Bytes of `keys` (lines of the form `Key:  123 kB`) in a text of /proc, added up. */
function kibibytes(text: string, keys: string[]): number {
  let sum = 0;
  for (const key of keys) sum += Number(new RegExp(`^${key}:\\s+(\\d+) kB`, "m").exec(text)?.[1] ?? 0);
  return sum * 1024;
}

interface Held {
  /** Memory only this process can give back, pages shared after a fork counted in full. */
  resident: number;
  /** Its page tables, and what its threads cost the kernel. */
  kernel: number;
  /** The most that its mappings can cost the kernel. */
  mappings: number;
}

export function heldBytes(pid: number): Held {
  const status = read(`/proc/${pid}/status`) ?? "";
  const threads = Number(/^Threads:\s+(\d+)/m.exec(status)?.[1] ?? 0);
  return {
    resident: kibibytes(status, ["RssAnon", "RssShmem", "VmSwap"]),
    kernel: kibibytes(status, ["VmPTE"]) + threads * threadBytes,
    mappings: mostMappingBytes(kibibytes(status, ["VmSize"])),
  };
}

/** A thread's stack in the kernel and what describes it. */
const threadBytes = 32 * 1024;

/**
 * The resident part with shared pages divided among their owners: right for a tree, and dear, since the kernel walks all that is mapped. So
 * it is read off the main thread.
 */
export async function proportionalBytes(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, "latin1").catch(() => null);
  return text === null ? heldBytes(pid).resident : kibibytes(text, ["Pss_Anon", "Pss_Shmem", "SwapPss"]);
}

/** Sockets in the network namespace of the process. */
export function socketsUsed(pid: number): number {
  return Number(/^sockets: used (\d+)/m.exec(read(`/proc/${pid}/net/sockstat`) ?? "")?.[1] ?? 0);
}

/** Clock ticks since boot at which a process started: with the id it names one process for good. Null when it has ended. */
export function startTime(pid: number | "self"): string | null {
  const stat = read(`/proc/${pid}/stat`);
  // The name in parentheses may hold anything, so count from its end.
  const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ") ?? [];
  return fields[0] === "Z" ? null : (fields[19] ?? null);
}
