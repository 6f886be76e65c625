import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Reporter, SerializedError, TestModule, TestSuite } from "vitest/node";
import { type Failure, folderOf, keepFailure, type Outcome, resultsFolder, wordsOf } from "./evidence.ts";

/** Writes down what the tests of the service came to. A test keeps the evidence of its failure itself; of hooks and files it is kept here. */
export class ServiceOutcome implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const failures: Failure[] = [];
    let passed = 0;
    for (const module of modules) {
      const file = relative(process.cwd(), module.moduleId);
      const fail = (name: string, errors: readonly SerializedError[]) =>
        void failures.push({ step: "service", file, name, error: wordsOf(errors) });
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        if (state === "passed") passed++;
        if (state === "failed") fail(test.fullName, errors);
      }
      const suites: (TestModule | TestSuite)[] = [module, ...module.children.allSuites()];
      for (const suite of suites) if (suite.errors().length > 0) fail("", suite.errors());
    }
    for (const error of unhandled) failures.push({ step: "service", file: "", name: "", error: wordsOf([error]) });
    for (const failure of failures) if (!existsSync(folderOf(failure))) keepFailure(failure);
    const outcome: Outcome = { passed, failures };
    mkdirSync(resultsFolder, { recursive: true });
    writeFileSync(join(resultsFolder, "service.json"), JSON.stringify(outcome));
  }
}
