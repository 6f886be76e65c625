import { spawn } from "node:child_process";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

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

/** A build takes a minute at most. What holds the place of a build for longer was cut off. */
const longestBuildMs = 600_000;
const lookAgainMs = 200;

/**
 * Builds the console when one of its sources is newer than the last build: beside that one, which other processes serve until the two are exchanged.
 * Of processes that start together one builds, and the others wait for it.
 */
export async function buildConsoleIfStale(root: string, folder: string): Promise<void> {
  if (!(await isStale(root, folder))) return;
  await mkdir(dirname(folder), { recursive: true });
  const place = `${folder}.building`;
  for (; !(await takes(place)); await sleep(lookAgainMs)) await leaveIfCutOff(place);
  try {
    if (await isStale(root, folder)) await build(root, folder);
  } finally {
    await rm(place, { force: true });
  }
}

async function isStale(root: string, folder: string): Promise<boolean> {
  const built = await stat(join(folder, "index.html")).then(
    (s) => s.mtimeMs,
    () => 0,
  );
  return built <= Math.max(...(await Promise.all(sources.map((source) => newestIn(join(root, source))))));
}

async function build(root: string, folder: string): Promise<void> {
  process.stdout.write("Building the console …\n");
  const [beside, former] = [`${folder}.${process.pid}`, `${folder}.${process.pid}.former`];
  try {
    await new Promise<void>((done, fail) => {
      const options = ["build", "--logLevel", "error", "--outDir", beside, "--emptyOutDir"];
      const child = spawn(process.execPath, [join(root, "node_modules/vite/bin/vite.js"), ...options], { cwd: root, stdio: "inherit" });
      child.once("error", fail);
      child.once("exit", (code) => (code === 0 ? done() : fail(new Error("The console could not be built. The reason is above."))));
    });
    await rename(folder, former).catch(ifThere);
    await rename(beside, folder);
  } finally {
    for (const each of [beside, former]) await rm(each, { recursive: true, force: true });
  }
}

async function takes(place: string): Promise<boolean> {
  return writeFile(place, String(process.pid), { flag: "wx" }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "EEXIST") return false;
      throw error;
    },
  );
}

/** Two that find this at once may both build: each does so in a folder of its own. */
async function leaveIfCutOff(place: string): Promise<void> {
  const [holder, taken] = await Promise.all([readFile(place, "utf8").catch(() => ""), stat(place).catch(() => undefined)]);
  if (taken && ((holder !== "" && !isRunning(Number(holder))) || Date.now() - taken.mtimeMs > longestBuildMs))
    await rm(place, { force: true });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function ifThere(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}

async function newestIn(path: string): Promise<number> {
  const info = await stat(path).catch(() => undefined);
  if (!info) return 0;
  if (!info.isDirectory()) return info.mtimeMs;
  const entries = await readdir(path);
  return Math.max(info.mtimeMs, ...(await Promise.all(entries.map((entry) => newestIn(join(path, entry))))));
}
