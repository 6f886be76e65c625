import { spawn } from "node:child_process";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** What the console is made of. */
const sources = [
  "src/api",
  "src/ui",
  "src/features",
  "src/lists",
  "src/routes",
  "src/contract",
  "src/main.tsx",
  "src/app.css",
  "index.html",
  "public",
  "build",
  "vite.config.ts",
  "package-lock.json",
];

/** Builds the console when one of its sources is newer than the last build. */
export async function buildConsoleIfStale(root: string, folder: string): Promise<void> {
  const built = await stat(join(folder, "index.html")).then(
    (s) => s.mtimeMs,
    () => 0,
  );
  const newest = Math.max(...(await Promise.all(sources.map((source) => newestIn(join(root, source))))));
  if (built > newest) return;
  process.stdout.write("Building the console …\n");
  await new Promise<void>((done, fail) => {
    const child = spawn(process.execPath, [join(root, "node_modules/vite/bin/vite.js"), "build", "--logLevel", "error"], {
      cwd: root,
      stdio: "inherit",
    });
    child.once("error", fail);
    child.once("exit", (code) => (code === 0 ? done() : fail(new Error("The console could not be built. The reason is above."))));
  });
}

async function newestIn(path: string): Promise<number> {
  const info = await stat(path).catch(() => undefined);
  if (!info) return 0;
  if (!info.isDirectory()) return info.mtimeMs;
  const entries = await readdir(path);
  return Math.max(info.mtimeMs, ...(await Promise.all(entries.map((entry) => newestIn(join(path, entry))))));
}
