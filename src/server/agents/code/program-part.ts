import type { BundleFile } from "#contract/agents/config.ts";
import { blobKeys } from "./code-blobs.store.ts";
import { startFile } from "./start-file.ts";
import type { Check, RevisionPart } from "#server/engine/revision-part.ts";

/** Files of the program whose bytes are gone from the object store. */
const codeFiles: Check = async ({ config: { data }, context: { db, team, objects } }) => {
  const source = "source" in data ? data.source : undefined;
  const files: readonly BundleFile[] = source?.kind === "files" ? (source.bundle?.files ?? []) : [];
  const keys = await blobKeys(
    db,
    team.id,
    files.map(({ sha256 }) => sha256),
  );
  const there = await Promise.all(
    files.map(async ({ sha256 }) => {
      const key = keys.get(sha256);
      return key !== undefined && objects.exists(key);
    }),
  );
  return files
    .filter((_, i) => !there[i])
    .map(({ path, sha256 }) => ({
      code: "code_file_missing",
      severity: "blocks",
      message: `The content of ${path} is missing from the store. Every run fails before the program starts.`,
      subject: { id: sha256, name: path },
      fix: "edit_revision",
    }));
};

/** The program of a revision. */
export const programPart: RevisionPart = { name: "program", checks: [codeFiles, startFile] };
