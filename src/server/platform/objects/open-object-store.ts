import { type Config, SettingError } from "#server/platform/config.ts";
import { createFolderStore } from "./folder-store.ts";
import type { ObjectStore } from "./object-store.ts";

/** Where file contents are, which may not answer yet. */
export interface OpenedObjects {
  readonly objects: ObjectStore;
  /**
   * Throws {@link SettingError} for a bucket that cannot be used, and where the files of the installation are still in the folder; as the bucket
   * does where it does not answer.
   */
  check(): Promise<void>;
}

/** In the bucket that the settings name, else in the data folder. */
export async function openObjectStore({ dataDir, s3 }: Pick<Config, "dataDir" | "s3">): Promise<OpenedObjects> {
  const folder = createFolderStore(dataDir);
  if (!s3) return { objects: folder, check: async () => undefined };
  // Whoever has no bucket does not wait for what speaks to one.
  const { connectS3 } = await import("./s3-store.ts");
  const { objects, probe } = connectS3(s3);
  return {
    objects,
    async check() {
      await probe();
      if ((await isEmpty(objects)) && !(await isEmpty(folder)))
        throw new SettingError(
          `The files of this installation are in ${dataDir}/objects, and the bucket “${s3.bucket}” has none. Run \`npm run move-files\`, then start again.`,
        );
    },
  };
}

async function isEmpty(store: ObjectStore): Promise<boolean> {
  for await (const _ of store.keys()) return false;
  return true;
}
