/** What the kernel keeps for mappings. No resource limit counts it, and a mapping need not hold a page. */
import { spawn } from "node:child_process";
import { setPriority } from "node:os";
import { createInterface } from "node:readline";

/** What describes one mapping, with its share of the tree it is found by. */
const mappingBytes = 256;
/** The file in memory behind one that processes may share. */
const sharedBytes = 1280;
/** One process has no more, unless an operator has raised vm.max_map_count, and none is smaller than a page. */
const mostMappings = 65_530;
const pageBytes = 4096;

/** A bound that costs nothing to know. */
export function mostMappingBytes(addressBytes: number): number {
  return Math.min(addressBytes / pageBytes, mostMappings) * (mappingBytes + sharedBytes);
}

/** Two numbers for each process: its mappings, and those of them with a file in memory. */
const count = 'for pid do maps="/proc/$pid/maps"; wc -l <"$maps"; grep -c "/dev/zero (deleted)$" "$maps"; done 2>/dev/null';

/**
 * Counts the mappings of these processes, in a process of its own: the list of them may have hundreds of megabytes. Stops above `enough`.
 * What ended meanwhile counts as far as it was read.
 */
export async function countMappingBytes(pids: readonly number[], enough: number, signal: AbortSignal): Promise<number> {
  const counter = spawn("/bin/sh", ["-c", count, "count", ...pids.map(String)], {
    stdio: ["ignore", "pipe", "ignore"],
    env: { PATH: "/usr/bin:/bin", LC_ALL: "C" },
  });
  counter.on("error", () => {});
  try {
    if (counter.pid !== undefined) setPriority(counter.pid, 10);
  } catch {
    // A courtesy only.
  }
  let bytes = 0;
  let each = mappingBytes;
  for await (const line of createInterface({ input: counter.stdout, signal })) {
    bytes += Number.parseInt(line, 10) * each;
    if (bytes > enough) break;
    each = each === mappingBytes ? sharedBytes : mappingBytes;
  }
  counter.kill();
  return bytes;
}
