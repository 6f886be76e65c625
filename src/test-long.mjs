// Runs every proof with its full count. A part that fails stops no other one, and the end says what each came to. `--list` names them only.
import { spawnSync } from "node:child_process";

const list = process.argv.includes("--list");
const env = { ...process.env, LONG: "1", FUZZ_RUNS: process.env.FUZZ_RUNS ?? "300" };
const vitest = ["--config", "src/server/testing/vitest.config.ts"];
const playwright = ["test", "--config", "e2e/playwright.config.ts"];
const parts = list
  ? [
      { name: "service", command: ["vitest", "list", "--filesOnly", ...vitest] },
      { name: "browser", command: ["playwright", ...playwright, "--list"] },
    ]
  : [
      { name: "service", command: ["vitest", "run", ...vitest] },
      { name: "build", command: ["vite", "build"] },
      { name: "browser", command: ["playwright", ...playwright] },
    ];

const began = performance.now();
const results = parts.map(({ name, command: [tool, ...more] }) => {
  const since = performance.now();
  // `npm run` puts the tools of the project and its Node on the path.
  const { status } = spawnSync(tool, more, { stdio: "inherit", env });
  return { name, passed: status === 0, took: minutesSince(since) };
});
for (const { name, passed, took } of results) process.stdout.write(`${passed ? "passed" : "FAILED"}  ${took}  ${name}\n`);
process.stdout.write(`${minutesSince(began)} in all\n`);
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;

function minutesSince(start) {
  const seconds = Math.round((performance.now() - start) / 1000);
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, "0")} s`;
}
