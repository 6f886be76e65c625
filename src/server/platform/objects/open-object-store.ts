import { type Config, SettingError } from "#server/platform/config.ts";
import { createFolderStore } from "./folder-store.ts";
import type { ObjectStore } from "./object-store.ts";

/**
 * In the bucket that the settings name, else in the data folder. Throws {@link SettingError} for a bucket that cannot be used, and where the
 * files of the installation are still in the folder.
 */
export async function openObjectStore({ dataDir, s3 }: Pick<Config, "dataDir" | "s3">): Promise<ObjectStore> {
  const folder = createFolderStore(dataDir);
  if (!s3) return folder;
  // Whoever has no bucket does not wait for what speaks to one.
  const { openS3Store } = await import("./s3-store.ts");
  const bucket = await openS3Store(s3);
  if ((await isEmpty(bucket)) && !(await isEmpty(folder)))
    throw new SettingError(
      `The files of this installation are in ${dataDir}/objects, and the bucket “${s3.bucket}” has none. Run \`npm run move-files\`, then start again.`,
    );
  return bucket;
}

async function isEmpty(store: ObjectStore): Promise<boolean> {
  for await (const _ of store.keys()) return false;
  return true;
}
