import { chmod, mkdtemp, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const memory = "/dev/shm";
/** What has to be free there: many times what the stores of tests that run at one time hold. */
const room = 3 * 2 ** 30;

/** A new folder for a store: in memory where there is room, because on a disk a copied database takes five times the CPU, else on the disk. */
export async function storeFolder(prefix: string): Promise<string> {
  const free = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  const folder = await mkdtemp(join(free > room ? memory : tmpdir(), prefix));
  // Under root the store runs as another account, which has to reach its folder.
  await chmod(folder, 0o711);
  return folder;
}
