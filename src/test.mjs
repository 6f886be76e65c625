// Plain JavaScript, as `setup.mjs`: every gate, one after the other, and at the end what each has cost.
import { spawnSync } from "node:child_process";

const steps = [
  { name: "lint, format, types, unused", script: "check" },
  { name: "service", script: "test:unit" },
  { name: "build", script: "build" },
  { name: "browser", script: "test:browser" },
];
const env = { ...process.env, ENDPOINT_COVERAGE: "required" };
const inSeconds = (ms) => `${(ms / 1000).toFixed(0).padStart(6)} s`;

const costs = [];
let failed = false;
for (const { name, script } of steps) {
  const began = performance.now();
  failed = spawnSync("npm", ["run", script], { stdio: "inherit", shell: process.platform === "win32", env }).status !== 0;
  costs.push(`${inSeconds(performance.now() - began)}  ${name}${failed ? " (failed)" : ""}`);
  if (failed) break;
}
process.stdout.write(`\n${costs.join("\n")}\n${inSeconds(performance.now())}  in all\n`);
process.exitCode = failed ? 1 : 0;
