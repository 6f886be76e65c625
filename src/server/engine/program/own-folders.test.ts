import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { makeOwnFolder, sweepOwnFolders } from "./own-folders.ts";

test("folders of dead processes go, those of living ones and of others stay", async () => {
  const root = await mkdtemp(join(tmpdir(), "caseload-test-"));
  try {
    const ours = basename(await makeOwnFolder(root, "caseload-browser-"));
    const left = basename(await makeOwnFolder(root, "caseload-browser-"));
    const { stdout: deadId } = await promisify(execFile)("sh", ["-c", "echo $$"]);
    await rename(join(root, left), join(root, left.replace(`-${process.pid}-`, `-${deadId.trim()}-`)));
    for (const other of ["caseload-browser-notes", "somebody-1-1-1-x"]) await mkdir(join(root, other));
    await sweepOwnFolders(root, "caseload-browser-", [process.getuid?.()]);
    expect((await readdir(root)).toSorted()).toEqual([ours, "caseload-browser-notes", "somebody-1-1-1-x"].toSorted());
  } finally {
    await rm(root, { recursive: true });
  }
});
