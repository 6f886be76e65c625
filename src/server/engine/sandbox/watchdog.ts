/**
 * Watches what a job's processes hold in memory together. Resource limits bound each process alone,
 * so sixty small ones, a full in-memory folder or a million empty files would pass under every one of them.
 */
import { statfsSync } from "node:fs";
import { descendants, proportionalBytes, residentBytes, socketsUsed } from "./process-tree.ts";

const pollMs = 100;
/** What the kernel may queue on one socket (net.core.wmem_default). */
const socketBytes = 212_992;
/** Kernel memory of one inode and its name in an in-memory folder; the folder's size does not count it. */
const inodeBytes = 1024;

/** Calls `onExceeded` once when the tree under `root` (host process id) holds more than `maxBytes`. Returns the off switch. */
export function watchMemory(root: number, folders: string[], maxBytes: number, onExceeded: () => void): () => void {
  const timer = setInterval(() => {
    if (usedBytes(root, folders, maxBytes) <= maxBytes) return;
    clearInterval(timer);
    onExceeded();
  }, pollMs);
  return () => clearInterval(timer);
}

function usedBytes(root: number, folders: string[], maxBytes: number): number {
  const tree = descendants(root);
  const kernel = folderBytes(tree, folders) + socketsUsed(root) * socketBytes;
  const sum = (measure: (pid: number) => number): number => tree.reduce((total, pid) => total + measure(pid), kernel);
  const upperBound = sum(residentBytes);
  return upperBound <= maxBytes ? upperBound : sum(proportionalBytes);
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
