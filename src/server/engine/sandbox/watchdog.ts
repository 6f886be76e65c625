/**
 * Watches what a job's processes hold in memory together. Resource limits bound each process alone,
 * so sixty small ones, a full in-memory folder, a million empty files or mappings would pass under every one of them.
 */
import { statfsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { countMappingBytes } from "./mappings.ts";
import { descendants, heldBytes, proportionalBytes, socketsUsed } from "./process-tree.ts";

const pollMs = 100;
/** Counting mappings takes time in which nothing else is counted, and a processor: so it rests for a multiple of it. */
const restsAfterCount = 4;
/** What the kernel may queue on one socket (net.core.wmem_default). */
const socketBytes = 212_992;
/** Kernel memory of one inode and its name in an in-memory folder; the folder's size does not count it. */
const inodeBytes = 1024;

/** Calls `onExceeded` once when the tree under `root` (host process id) holds more than `maxBytes`. Returns the off switch. */
export function watchMemory(root: number, folders: string[], maxBytes: number, onExceeded: () => void): () => void {
  const off = new AbortController();
  const watch = new Watch(root, folders, maxBytes, off.signal);
  // Side by side: a long list of mappings must not keep anybody from seeing that memory runs out.
  for (const exceeded of [() => watch.holdsTooMuch(), () => watch.mapsTooMuch()]) {
    void poll(exceeded, off.signal).then((found) => {
      if (!found || off.signal.aborted) return;
      off.abort();
      onExceeded();
    });
  }
  return () => off.abort();
}

/** Asks until the answer is yes, or nobody wants to know any more. */
async function poll(exceeded: () => Promise<boolean>, signal: AbortSignal): Promise<boolean> {
  try {
    for (;;) {
      await sleep(pollMs, undefined, { signal });
      if (await exceeded()) return true;
    }
  } catch {
    return false;
  }
}

class Watch {
  readonly #root: number;
  readonly #folders: string[];
  readonly #maxBytes: number;
  readonly #signal: AbortSignal;

  constructor(root: number, folders: string[], maxBytes: number, signal: AbortSignal) {
    this.#root = root;
    this.#folders = folders;
    this.#maxBytes = maxBytes;
    this.#signal = signal;
  }

  async holdsTooMuch(): Promise<boolean> {
    const { tree, kernel, resident } = this.#look();
    return kernel + resident > this.#maxBytes && (await this.#exceeds(tree, kernel));
  }

  async mapsTooMuch(): Promise<boolean> {
    const { tree, kernel, resident, mappings } = this.#look();
    if (kernel + resident + mappings <= this.#maxBytes) return false;
    const began = performance.now();
    const counted = kernel + (await countMappingBytes(tree, this.#maxBytes, this.#signal));
    if (counted > this.#maxBytes || (counted + resident > this.#maxBytes && (await this.#exceeds(tree, counted)))) return true;
    await sleep((performance.now() - began) * restsAfterCount, undefined, { signal: this.#signal });
    return false;
  }

  #look() {
    const tree = descendants(this.#root);
    const held = tree.map(heldBytes);
    const sum = (part: "resident" | "kernel" | "mappings"): number => held.reduce((total, each) => total + each[part], 0);
    const kernel = sum("kernel") + folderBytes(tree, this.#folders) + socketsUsed(this.#root) * socketBytes;
    return { tree, kernel, resident: sum("resident"), mappings: sum("mappings") };
  }

  /** Whether `bytes` and what the processes hold, each shared page counted once, are too much. */
  async #exceeds(tree: readonly number[], bytes: number): Promise<boolean> {
    let total = bytes;
    for (const pid of tree) if ((total += await proportionalBytes(pid)) > this.#maxBytes) return true;
    return false;
  }
}

/** Each folder is a mount of its own that the job cannot replace, so the path leads nowhere else. */
function folderBytes(tree: number[], folders: string[]): number {
  // The first process still has the host's files while the sandbox is being set up, so ask its child.
  for (const pid of tree.slice(1)) {
    try {
      return folders.reduce((total, folder) => {
        const stat = statfsSync(`/proc/${pid}/root${folder}`);
        return total + (stat.blocks - stat.bfree) * stat.bsize + (stat.files - stat.ffree) * inodeBytes;
      }, 0);
    } catch {
      // Gone, or not set up yet: the next one may answer.
    }
  }
  return 0;
}
