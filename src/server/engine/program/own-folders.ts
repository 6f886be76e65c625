/** Folders of a process among those of others: their names say whose they are, so that what a dead process left can be told from the rest. */
import { readlinkSync } from "node:fs";
import { lstat, mkdtemp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { startTime } from "#server/engine/sandbox/process-tree.ts";

/** Long enough for any job; only for folders whose owner we cannot ask after. */
const strangerAgeMs = 48 * 60 * 60 * 1000;

/** Makes a new private folder below `root` that {@link sweepOwnFolders} finds once this process is dead. */
export function makeOwnFolder(root: string, prefix: string): Promise<string> {
  return mkdtemp(join(root, `${prefix}${process.pid}-${startTime("self") ?? 0}-${pidNamespace()}-`));
}

/** Removes the folders of dead processes. `accounts`: who may own them. `before` gets the name of each. */
export async function sweepOwnFolders(
  root: string,
  prefix: string,
  accounts: readonly (number | undefined)[],
  before: (name: string) => void = () => undefined,
): Promise<void> {
  // Elsewhere no process can be asked whether it lives.
  if (process.platform !== "linux") return;
  for (const name of await readdir(root)) {
    const owner = /^(\d+)-(\d+)-(\d+)-/.exec(name.slice(prefix.length));
    if (!name.startsWith(prefix) || owner === null) continue;
    const path = join(root, name);
    const stat = await lstat(path).catch(() => null);
    if (stat === null || !stat.isDirectory() || !accounts.includes(stat.uid)) continue;
    // Process ids of another namespace (a second container on the same folder) mean nothing here.
    const dead = owner[3] === pidNamespace() ? startTime(Number(owner[1])) !== owner[2] : Date.now() - stat.mtimeMs > strangerAgeMs;
    if (!dead) continue;
    before(name);
    await rm(path, { recursive: true, force: true });
  }
}

function pidNamespace(): string {
  if (process.platform !== "linux") return "0";
  return /\d+/.exec(readlinkSync("/proc/self/ns/pid"))?.[0] ?? "0";
}
