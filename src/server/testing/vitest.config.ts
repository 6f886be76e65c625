import { defineConfig } from "vitest/config";
import { GatesFirst } from "./gates-first.ts";
import { ServiceOutcome } from "./landing/service-outcome.ts";
import { ProofTimes } from "./proof-times.ts";

const root = new URL("../../..", import.meta.url).pathname;

export default defineConfig({
  root,
  test: {
    include: [`src/**/*.${process.env.LONG ? "long" : process.env.RECORD ? "record" : "test"}.ts`],
    globalSetup: ["src/server/testing/global-setup.ts"],
    setupFiles: ["src/server/testing/cost-of-file.ts", "src/server/testing/patience/limits.ts"],
    // None by the clock: `limits.ts` counts what the machine gives.
    testTimeout: 0,
    hookTimeout: 0,
    // One more than cores: a third of a test is waiting; a fourth worker gained nothing. Each test file has a database of its own. A proof has the
    // machine for itself: it may hold times.
    maxWorkers: process.env.LONG ? 1 : Number(process.env.TEST_WORKERS ?? 3),
    pool: "forks",
    execArgv: ["--import", `${root}src/server/loading.js`],
    // A service holds no state outside itself, so files share what they import: half of the CPU went into loading it again. Not so where times are
    // held: behind 100,000 hostile requests the same list took twice as long.
    isolate: Boolean(process.env.LONG),
    sequence: { sequencer: GatesFirst },
    reporters: process.env.LONG ? ["verbose", new ProofTimes()] : ["default", new ServiceOutcome()],
  },
});
