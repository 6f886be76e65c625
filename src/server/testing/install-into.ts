import { execFile } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** Installs the client into an empty folder, from the running service alone: the registry's address answers nothing. */
export async function installInto(url: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "caseload-install-"));
  await writeFile(join(folder, "package.json"), `{ "type": "module", "private": true }`);
  const alone = ["--no-audit", "--no-fund", "--registry", "http://127.0.0.1:9", "--cache", join(folder, ".npm")];
  await promisify(execFile)("npm", ["install", `${url}/sdk/caseload.tgz`, ...alone], { cwd: folder });
  return folder;
}
