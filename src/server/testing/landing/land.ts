import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { missingOutcomes } from "#server/testing/coverage.ts";
import { seed } from "#server/testing/seed.ts";
import { type Failure, folderOf, type Outcome, resultsFolder, type TestStep } from "./evidence.ts";
import { faultsOfLedger, readLedger } from "./ledger.ts";
import { told } from "./report.ts";
import { inOneQueue, runStep, type Step } from "./steps.ts";
import { failedAgain, passes, tries, worthAnotherTry } from "./verdict.ts";

// `npm test`: every check, in one queue over two cores; what failed once more, alone; and what came of it.

const root = join(import.meta.dirname, "../../../..");
const vitest = ["vitest", "run", "--config", "src/server/testing/vitest.config.ts"];
const playwright = ["playwright", "test", "--config", "e2e/playwright.config.ts"];
/** As long as each took on two quiet cores. */
const steps: readonly Step[] = [
  { name: "service", command: vitest, seconds: 430 },
  { name: "build", command: ["vite", "build", "--logLevel", "warn"], seconds: 10 },
  { name: "browser", command: playwright, seconds: 530, after: "build" },
  // Each checker reads what they share anew: four took a third more CPU, and together half as much memory again.
  { name: "types", command: ["tsc", "-b", "--builders", "1", "--checkers", "1"], seconds: 60 },
  { name: "lint", command: ["oxlint", "--deny-warnings"], seconds: 15 },
  { name: "format", command: ["oxfmt", "--check", "."], seconds: 3 },
  { name: "unused", command: ["knip", "--no-progress"], seconds: 5 },
];
/** Steps at a time. Each of the two long ones keeps a core busy with two workers, a third of whose time is waiting. */
const places = 2;
const workers = 2;

rmSync(resultsFolder, { recursive: true, force: true });
mkdirSync(resultsFolder, { recursive: true });
const coverage = mkdtempSync(join(tmpdir(), "caseload-coverage-"));
const env = {
  ...process.env,
  TEST_RESULTS: resultsFolder,
  TEST_COVERAGE: coverage,
  TEST_SEED: String(seed),
  TEST_WORKERS: String(workers),
  // `npm run test:all`: no gate takes a part of the operations only.
  ...(process.argv.includes("--all") && { GATES: "all" }),
};

process.stdout.write(`Seed ${seed}. Results are kept in test-results.\n`);
const ended = await inOneQueue(steps, places, (step) => runStep(step, env));

const outcomes = { service: outcomeOf("service"), browser: outcomeOf("browser") };
const failures = [...(outcomes.service?.failures ?? []), ...(outcomes.browser?.failures ?? [])];
const broken = ended.filter(({ name, passed }) => !passed && !failures.some(({ step }) => step === name));
const red: Failure[] = [];
const unsteady: Failure[] = [];
if (worthAnotherTry(failures)) for (const failure of failures) ((await passesAgain(failure)) ? unsteady : red).push(failure);
else red.push(...failures);
for (const failure of unsteady) cpSync(folderOf(failure), folderOf(failure, "unsteady"), { recursive: true });

const unseen = await missingOutcomes(coverage);
rmSync(coverage, { recursive: true, force: true });
// What a red test did not see may not be missing: it is told, so that the next run is not refused for it, and refuses nothing.
const sure = red.length + broken.length === 0;
const faults = [
  ...faultsOfLedger(readLedger(join(root, "e2e/unsteady.jsonl")), new Date()),
  ...(sure ? unseen.map((outcome) => `No test saw ${outcome}.`) : []),
];
const findings = { steps: ended, red, unsteady, broken, faults };
const passed = (outcomes.service?.passed ?? 0) + (outcomes.browser?.passed ?? 0) + unsteady.length;
process.stdout.write(told(findings, passed, sure ? [] : unseen));
process.exitCode = passes(findings) ? 0 : 1;

function outcomeOf(step: TestStep, results = resultsFolder): Outcome | undefined {
  try {
    return JSON.parse(readFileSync(join(results, `${step}.json`), "utf8")) as Outcome;
  } catch {
    return undefined;
  }
}

/** Tries a failed test again, by itself, with the same seed. */
async function passesAgain(failure: Failure): Promise<boolean> {
  if (failure.file === "") return false;
  for (let again = 1; again <= tries; again++) {
    const results = join(resultsFolder, "again", String(again));
    rmSync(results, { recursive: true, force: true });
    // The tests of a file of the service share what it begins with; a journey has its own.
    const command =
      failure.step === "service"
        ? [...vitest, failure.file]
        : [...playwright, failure.file.replace(/^e2e\//, ""), "--grep", exactly(failure.name)];
    await runStep({ name: `again ${again}`, command, seconds: 0 }, { ...env, TEST_RESULTS: results });
    const outcome = outcomeOf(failure.step, results);
    if (outcome === undefined || outcome.passed === 0 || failedAgain(failure, outcome.failures)) return false;
  }
  return true;
}

function exactly(name: string): string {
  return `${name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`;
}
