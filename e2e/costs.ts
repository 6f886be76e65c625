import { relative } from "node:path";
import type { FullConfig, Reporter, TestCase, TestResult } from "@playwright/test/reporter";

interface Cost {
  readonly file: string;
  readonly tests: number;
  readonly seconds: number;
}

/** Prints at the end what each file of tests has cost, the dearest first. Nothing where only one file ran. */
export default class Costs implements Reporter {
  readonly #costs = new Map<string, Cost>();
  #folder = "";

  onBegin({ rootDir }: FullConfig): void {
    this.#folder = rootDir;
  }

  onTestEnd({ location }: TestCase, { duration }: TestResult): void {
    const file = relative(this.#folder, location.file);
    const { tests, seconds } = this.#costs.get(file) ?? { tests: 0, seconds: 0 };
    this.#costs.set(file, { file, tests: tests + 1, seconds: seconds + duration / 1000 });
  }

  onEnd(): void {
    if (this.#costs.size < 2) return;
    const rows = [...this.#costs.values()].toSorted((a, b) => b.seconds - a.seconds);
    const lines = rows.map(({ file, tests, seconds }) => `${seconds.toFixed(1).padStart(8)} s ${String(tests).padStart(4)}  ${file}`);
    const all = rows.reduce((sum, { seconds }) => sum + seconds, 0);
    process.stdout.write(`\nBrowser tests by file, in seconds of their workers, and how many they are:\n${lines.join("\n")}\n`);
    process.stdout.write(`${all.toFixed(1).padStart(8)} s  in all\n`);
  }
}
