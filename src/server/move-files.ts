import { readConfig } from "./config.ts";
import { SettingError } from "./platform/config.ts";
import { copyObjects } from "./platform/objects/copy-objects.ts";
import { createFolderStore } from "./platform/objects/folder-store.ts";
import { openS3Store } from "./platform/objects/s3-store.ts";

// `npm run move-files`: copies the files of DATA_DIR into the bucket that the settings name, and reads them back. With `-- back` it copies the files
// of the bucket into DATA_DIR.

const say = (line: string) => void process.stdout.write(`${line}\n`);
const every = 1_000;

async function main([direction, ...more]: readonly string[]): Promise<void> {
  if ((direction !== undefined && direction !== "back") || more.length > 0)
    throw new SettingError("Say `npm run move-files` to fill the bucket, or `npm run move-files -- back` to fill the folder.");
  const { s3, dataDir } = readConfig(process.env);
  if (!s3) throw new SettingError("Set S3_BUCKET and the other settings of the bucket, as for the service.");
  const [folder, bucket] = [createFolderStore(dataDir), await openS3Store(s3)];
  const [from, to] = direction === "back" ? [bucket, folder] : [folder, bucket];
  let said = 0;
  const { checked, copied } = await copyObjects(from, to, (until) => {
    if (until.checked - said < every) return;
    said = until.checked;
    say(`${until.checked} files checked, ${until.copied} of them copied`);
  });
  bucket.close();
  say(`${checked} files are the same in ${dataDir}/objects and in the bucket “${s3.bucket}”; ${copied} were copied now.`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
