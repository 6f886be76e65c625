import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import type { FullConfig, FullResult, Reporter, Suite, TestCase, TestError } from "@playwright/test/reporter";
import { type Failure, folderOf, keepFailure, type Outcome, resultsFolder, wordsOf } from "#server/testing/landing/evidence.ts";
import { namesTakenTwice } from "./shared-names.ts";

const root = join(import.meta.dirname, "..");

/** Writes down what the journeys came to, and keeps of those that failed what they left: trace, screenshot, the log of their service. */
export default class BrowserOutcome implements Reporter {
  #all: Suite | undefined;
  readonly #errors: TestError[] = [];

  onBegin(_config: FullConfig, all: Suite): void {
    this.#all = all;
  }

  /** Of what is outside of tests. */
  onError(error: TestError): void {
    this.#errors.push(error);
  }

  async onEnd({ status }: FullResult): Promise<{ status: FullResult["status"] }> {
    const tests = this.#all?.allTests() ?? [];
    const shared = namesTakenTwice(tests);
    for (const sentence of shared) process.stderr.write(`\n${sentence}\n`);
    const failed = tests.filter((test) => !test.ok());
    const failures = [
      ...failed.map(keep),
      ...this.#errors.map((error) => ({ step: "browser", file: "", name: "", error: wordsOf([error]) }) as const),
      ...shared.map((error) => ({ step: "browser", file: "", name: "", error }) as const),
    ];
    const outcome: Outcome = { passed: tests.filter((test) => test.outcome() === "expected").length, failures };
    mkdirSync(resultsFolder, { recursive: true });
    writeFileSync(join(resultsFolder, "browser.json"), JSON.stringify(outcome));
    return { status: shared.length > 0 ? "failed" : status };
  }
}

function keep(test: TestCase): Failure {
  const result = test.results.at(-1);
  const error = result ? wordsOf(result.errors) : "It did not run.";
  // The name of its project and of its file come first.
  const failure: Failure = { step: "browser", file: relative(root, test.location.file), name: test.titlePath().slice(3).join(" "), error };
  if (!existsSync(folderOf(failure))) keepFailure(failure);
  for (const { path } of result?.attachments ?? []) if (path !== undefined) copyFileSync(path, join(folderOf(failure), basename(path)));
  return failure;
}
