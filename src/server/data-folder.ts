import { chmod, lstat, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "#server/platform/config.ts";

/** From here on nobody else on the machine can read what the service has made and makes. An embedded server under root has an account of its own. */
export async function keepToOurselves({ dataDir, databaseUrl }: Pick<Config, "dataDir" | "databaseUrl">): Promise<void> {
  process.umask(0o077);
  await closeDataFolder(dataDir, process.getuid?.() === 0 && databaseUrl === undefined);
}

/**
 * Closes the data folder to other accounts, also what was made before that was so. An embedded server that runs under an account of its own has
 * to pass the folder: then others may pass it too, but see nothing in it.
 */
async function closeDataFolder(dataDir: string, passed: boolean): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  // Whose the folder is not shares it, and cannot change it.
  if ((await lstat(dataDir)).uid !== process.getuid?.()) return;
  const entries = await readdir(dataDir, { withFileTypes: true });
  for (const entry of entries) if (entry.isFile()) await closeFile(join(dataDir, entry.name));
  const objects = entries.find((entry) => entry.name === "objects" && entry.isDirectory());
  if (objects) await close(join(dataDir, objects.name));
  await chmod(dataDir, passed ? 0o711 : 0o700);
}

/** The folder itself last: as long as it is open, not everything in it was closed. */
async function close(folder: string): Promise<void> {
  const { mode } = await lstat(folder);
  if ((mode & 0o077) === 0) return;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await close(join(folder, entry.name));
    else if (entry.isFile()) await closeFile(join(folder, entry.name));
  }
  await chmod(folder, 0o700);
}

/** Another process that shares the folder may take away what it made for a moment. */
async function closeFile(path: string): Promise<void> {
  await chmod(path, 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
}
