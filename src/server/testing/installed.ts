import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startService } from "./service.ts";

/** Installs the client into an empty folder, from the running service alone: the registry's address answers nothing. */
async function installInto(url: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "caseload-install-"));
  await writeFile(join(folder, "package.json"), `{ "type": "module", "private": true }`);
  const alone = ["--no-audit", "--no-fund", "--registry", "http://127.0.0.1:9", "--cache", join(folder, ".npm")];
  await promisify(execFile)("npm", ["install", `${url}/sdk/caseload.tgz`, ...alone], { cwd: folder });
  return folder;
}

/** A service, and a folder with the package that it serves. */
export async function startInstalled() {
  const service = await startService();
  const folder = await installInto(service.url);
  return {
    service,
    folder,
    async close() {
      await rm(folder, { recursive: true });
      await service.close();
    },
  };
}
