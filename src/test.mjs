// Plain JavaScript, as `setup.mjs`: every gate, one after the other, and at the end what each has cost.
import { spawnSync } from "node:child_process";

const steps = [
  ["lint, format, types, unused", "check", {}],
  ["service", "test:unit", { ENDPOINT_COVERAGE: "required" }],
  ["build", "build", {}],
  ["browser", "test:browser", {}],
];

const costs = [];
let failed = false;
for (const [name, script, env] of steps) {
  const began = performance.now();
  const { status } = spawnSync("npm", ["run", script], {
    stdio: "inherit",
    shell: process.platform === "win32",
    env: { ...process.env, ...env },
  });
  costs.push(`${((performance.now() - began) / 1000).toFixed(0).padStart(6)} s  ${name}${status === 0 ? "" : " (failed)"}`);
  failed = status !== 0;
  if (failed) break;
}
console.log(`\n${costs.join("\n")}\n${(performance.now() / 1000).toFixed(0).padStart(6)} s  in all`);
process.exitCode = failed ? 1 : 0;
