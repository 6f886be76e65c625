import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFailed, onTestFinished, test } from "vitest";
import { saidBy } from "./patience/pending.ts";
import { commandAt } from "./set-clock.ts";

/** What counts days, hours, periods and codes. */
const areas = ["schedules", "notifications", "teams", "queues", "runs", "library", "audit"].map((area) => `src/server/${area}`);
/** The times of files stay with the true clock. */
const apart = ["--exclude", "**/unconfirmed-objects.test.ts"];
/** It says when each test ends: a minute without a word is a minute in which nothing moved. */
const vitest = [
  "node_modules/.bin/vitest",
  "run",
  "--reporter",
  "verbose",
  "--config",
  "src/server/testing/vitest.config.ts",
  ...apart,
  ...areas,
];

/** Each begins so that what is dangerous comes while the tests run. */
test.each([
  ["a year ends", "2027-12-31T23:58:00Z"],
  ["a leap day begins", "2028-02-28T23:58:00Z"],
  ["a leap day ends", "2028-02-29T23:58:00Z"],
  ["a month of 31 days ends in Berlin, before one of 28", "2027-01-31T22:58:00Z"],
  ["the clocks of Europe are set forward", "2027-03-28T00:58:00Z"],
  ["the clocks of Europe are set back", "2027-10-31T00:58:00Z"],
  ["it is a day in twelve years, past the seconds that 32 bits count", "2039-06-15T10:00:00Z"],
  ["the clocks of New York are set forward", "2027-03-14T06:58:00Z"],
])("all tests that count time pass while %s", async (_, moment) => {
  const [program = "", ...args] = commandAt(moment, vitest);
  const { LONG, FUZZ_RUNS, TEST_PG_HOST, TEST_PG_USER, TEST_PG_PASSWORD, TEST_SEED, TEST_COSTS, ...env } = process.env;
  // A group of its own: it ends as a whole, also where this test gives it up.
  const child = spawn(program, args, { env, stdio: ["ignore", "pipe", "pipe"], detached: true });
  const said = saidBy(child);
  onTestFailed(() => void process.stderr.write(said()));
  onTestFinished(() => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid);
  });
  const [code] = (await once(child, "close")) as [number];
  expect(code).toBe(0);
});
