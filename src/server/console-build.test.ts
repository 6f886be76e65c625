import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { buildConsoleIfStale } from "./console-build.ts";

/** In place of the build tool: notes that it was asked, and what is served meanwhile, and leaves a console in the folder that it was given. */
const tool = `
const { appendFileSync, existsSync, mkdirSync, writeFileSync } = require("node:fs");
const to = process.argv[process.argv.indexOf("--outDir") + 1];
appendFileSync("asked", existsSync("dist/console/index.html") ? "beside " : "first ");
mkdirSync(to, { recursive: true });
writeFileSync(to + "/index.html", "built");`;

let root: string;
const folder = () => join(root, "dist/console");
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "caseload-checkout-"));
  await mkdir(join(root, "node_modules/vite/bin"), { recursive: true });
  await writeFile(join(root, "node_modules/vite/bin/vite.js"), tool);
  await mkdir(join(root, "src"));
  await writeFile(join(root, "src/app.css"), "");
});
afterEach(() => rm(root, { recursive: true, force: true }));

const together = () => Promise.all(Array.from({ length: 3 }, () => buildConsoleIfStale(root, folder())));
const asked = () => readFile(join(root, "asked"), "utf8");

it("of starts on one checkout one builds, beside the console that is served", async () => {
  await together();
  expect(await asked()).toBe("first ");
  await writeFile(join(folder(), "of-before.js"), "");
  const later = new Date(Date.now() + 60_000);
  await utimes(join(root, "src/app.css"), later, later);
  await buildConsoleIfStale(root, folder());
  expect(await asked()).toBe("first beside ");
  expect(await readdir(join(root, "dist"))).toEqual(["console"]);
  expect(await readdir(folder())).toEqual(["index.html"]);
});

it("a build that was cut off is no reason to wait", async () => {
  await mkdir(join(root, "dist"));
  await writeFile(`${folder()}.building`, "999999999");
  await buildConsoleIfStale(root, folder());
  expect(await readdir(join(root, "dist"))).toEqual(["console"]);
});
