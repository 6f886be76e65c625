import { defineConfig } from "@playwright/test";
import { resultsFolder } from "#server/testing/landing/evidence.ts";
import { patienceMs } from "#server/testing/patience/comes.ts";
import { chromiumOptions } from "./chromium-options.ts";

const places = "places.spec.ts";

/** No web server: a fixture starts the services that its tests need, each with data of its own. */
export default defineConfig({
  testDir: ".",
  testMatch: "**/*.spec.ts",
  // What repeats another test in full count is for `npm run test:long`, which runs it alone.
  ...(process.env["LONG"] ? { grep: /@long/ } : { grepInvert: /@long/ }),
  outputDir: `${resultsFolder}/browser`,
  globalSetup: "./global-setup.ts",
  fullyParallel: true,
  forbidOnly: true,
  // One more than cores: a third of a test is waiting.
  workers: Number(process.env["TEST_WORKERS"] ?? 3),
  retries: 0,
  // Of the machine's time, as what is waited for: `limits` of the fixtures adds what the machine did not give.
  timeout: 300_000,
  expect: { timeout: patienceMs },
  reporter: [["list"], ["./costs.ts"], ["./outcome.ts"]],
  use: {
    viewport: { width: 1280, height: 800 },
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    contextOptions: { reducedMotion: "reduce" },
    // What is kept of a failure. Pictures and copies of each step would cost every test a tenth of its CPU.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false, sources: false },
    screenshot: "only-on-failure",
    // A page of a test lives for seconds: to optimize its code takes a fifth of its CPU and comes too late.
    launchOptions: { ...chromiumOptions, args: [...(chromiumOptions.args ?? []), "--js-flags=--no-opt --no-maglev"] },
  },
  // The longest first: at the end they would be alone.
  projects: [
    { name: "places", testMatch: places },
    { name: "journeys", testIgnore: places },
  ],
});
