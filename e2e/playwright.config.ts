import { defineConfig } from "@playwright/test";
import { chromiumOptions } from "./chromium-options.ts";

const places = "places.spec.ts";

/** No web server: a fixture starts the services that its tests need, each with data of its own. */
export default defineConfig({
  testDir: ".",
  testMatch: "**/*.spec.ts",
  // What repeats another test in full count is for `npm run test:long`, which runs it alone.
  ...(process.env["LONG"] ? { grep: /@long/ } : { grepInvert: /@long/ }),
  outputDir: "../test-results",
  globalSetup: "./global-setup.ts",
  fullyParallel: true,
  forbidOnly: true,
  // One more than cores: a third of a test is waiting.
  workers: 3,
  retries: 0,
  // A journey takes half a minute on two cores; what is waited for has bounds of its own.
  timeout: 300_000,
  // Behind the seconds of an undo, with a first connection or a start of Python on busy cores.
  expect: { timeout: 30_000 },
  reporter: [["list"], ["./costs.ts"]],
  use: {
    viewport: { width: 1280, height: 800 },
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    contextOptions: { reducedMotion: "reduce" },
    // A trace costs every test a tenth of its CPU; `--trace on` records one of the test that is looked into.
    trace: "off",
    // A page of a test lives for seconds: to optimize its code takes a fifth of its CPU and comes too late.
    launchOptions: { ...chromiumOptions, args: [...(chromiumOptions.args ?? []), "--js-flags=--no-opt --no-maglev"] },
  },
  // The longest first: at the end they would be alone.
  projects: [
    { name: "places", testMatch: places },
    { name: "journeys", testIgnore: places },
  ],
});
