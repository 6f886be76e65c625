import { execFile } from "node:child_process";
import { copyFile, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Generator } from "./generators.ts";

const root = join(import.meta.dirname, "../../../..");
const run = promisify(execFile);

export interface BuiltClient {
  /** Does the main job against a service and returns what came of it. Rejects with what the program said. */
  drive(service: { url: string; key: string; team: string }): Promise<unknown>;
  remove(): Promise<void>;
}

/** Generates a client, and compiles it under strict rules together with a program that uses it. Rejects with what generator or compiler said. */
export async function buildClient(generator: Generator, document: unknown): Promise<BuiltClient> {
  const folder = await mkdtemp(join(tmpdir(), "caseload-client-"));
  // The client finds there what it imports.
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  const remove = () => rm(folder, { recursive: true });
  const execute = (program: string, ...args: string[]) =>
    run(join(root, "node_modules/.bin", program), args, { cwd: folder, maxBuffer: 16 * 1024 * 1024 }).catch((error: unknown) => {
      const { stdout, stderr } = error as { stdout?: string; stderr?: string };
      throw new Error(`${generator.name}: ${program}: ${stdout}\n${stderr}`.slice(0, 6_000));
    });
  try {
    const file = join(folder, "openapi.json");
    await writeFile(file, JSON.stringify(document));
    await writeFile(join(folder, "package.json"), `{ "type": "module" }`);
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["program.ts"] }));
    await copyFile(join(import.meta.dirname, "main-job.ts"), join(folder, "main-job.ts"));
    await writeFile(join(folder, "program.ts"), generator.adapter);
    await execute(...(await generator.command(folder, file)));
    await execute("tsc", "--project", folder);
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    async drive({ url, key, team }) {
      const { stdout } = await run(process.execPath, [join(folder, "built/program.js")], { env: { URL: url, KEY: key, TEAM: team } });
      return JSON.parse(stdout);
    },
    remove,
  };
}

const compilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  target: "es2024",
  lib: ["es2024", "dom", "dom.iterable"],
  module: "nodenext",
  types: ["node"],
  rewriteRelativeImportExtensions: true,
  outDir: "built",
};
