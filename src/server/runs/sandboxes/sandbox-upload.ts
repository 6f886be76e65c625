import { uploadTarget } from "#server/platform/objects/upload-target.ts";
import { keepSandboxFile, maxSandboxFileBytes } from "./sandbox-files.store.ts";

/** A file in the sandbox of a run. */
export const sandboxUpload = uploadTarget<{ readonly sandbox: string; readonly path: string }>(
  "sandbox",
  (services, { sandbox, path }) => ({
    folder: `sandboxes/${sandbox}`,
    limit: maxSandboxFileBytes,
    keep: (key, size) => keepSandboxFile(services, sandbox, path, key, size),
  }),
);
