import { chmod, mkdtemp, readdir, rm, stat, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const memory = "/dev/shm";
/** What has to be free there: many times what the stores of tests that run at one time hold. */
const room = 3 * 2 ** 30;
/** What is younger may be another machine's, whose processes cannot be seen here. */
const leftAfterMs = 3_600_000;

/** A new folder for a store: in memory where there is room, because on a disk a copied database takes five times the CPU, else on the disk. */
export async function storeFolder(prefix: string): Promise<string> {
  await leftovers;
  const free = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  const folder = await mkdtemp(join(free > room ? memory : tmpdir(), `${prefix}${process.pid}-`));
  // Under root the store runs as another account, which has to reach its folder.
  await chmod(folder, 0o711);
  return folder;
}

/** Once a process: a killed run leaves its stores behind, each 64 MB of memory, until the machine has none. */
const leftovers = removeLeftovers(memory, new Date());

/** Removes the folders in `where` that `storeFolder` made for processes that ended long ago. */
export async function removeLeftovers(where: string, now: Date): Promise<void> {
  const names = await readdir(where).catch(() => []);
  for (const name of names) {
    const [, pid] = /^caseload-[a-z0-9]+-(\d+)-\w{6}$/.exec(name) ?? [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    const folder = join(where, name);
    const made = await stat(folder).catch(() => undefined);
    if (made && now.getTime() - made.mtimeMs > leftAfterMs)
      await rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
