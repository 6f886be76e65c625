import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { machineTime } from "#server/testing/patience/machine-time.ts";
import { seed } from "#server/testing/seed.ts";

export type TestStep = "service" | "browser";

/** A test that failed. */
export interface Failure {
  readonly step: TestStep;
  /** From the root of the repository. */
  readonly file: string;
  /** Its groups and its own title; empty where the file failed outside of its tests. */
  readonly name: string;
  readonly error: string;
}

/** What a step has found, as its reporter writes it. */
export interface Outcome {
  readonly passed: number;
  readonly failures: readonly Failure[];
}

/** Where the results of this run are kept. Git ignores it. */
export const resultsFolder = process.env.TEST_RESULTS ?? join(import.meta.dirname, "../../../../test-results");

/** Where a failure is kept: with all others, or with those of unsteady tests. */
export function folderOf({ file, name }: Pick<Failure, "file" | "name">, of: "failed" | "unsteady" = "failed"): string {
  const title = `${file
    .split("/")
    .at(-1)
    ?.replace(/\.\w+\.ts$/, "")} ${name}`
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .slice(0, 100);
  return join(resultsFolder, of, `${title}-${hash(file + name)}`);
}

/** Keeps a failure with what was there at that moment: the load, the seed, and `files` as they are. */
export function keepFailure(failure: Failure, files: Readonly<Record<string, string>> = {}): void {
  const folder = folderOf(failure);
  mkdirSync(folder, { recursive: true });
  const circumstances = {
    at: new Date().toISOString(),
    seed,
    ...machineTime.load(),
    slowness: Number(machineTime.slowness().toFixed(1)),
  };
  writeFileSync(join(folder, "failure.json"), JSON.stringify({ ...failure, ...circumstances }, null, 2));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

interface Thrown {
  readonly message?: string | undefined;
  readonly stack?: string | undefined;
  /** What was expected beside what was there. */
  readonly diff?: string | undefined;
}

/** Errors in words, without the colors of a terminal. */
export function wordsOf(errors: readonly Thrown[]): string {
  const parts = errors.flatMap(({ stack, message, diff }) => [stack ?? message, diff]);
  // oxlint-disable-next-line no-control-regex -- colors begin with one
  return parts
    .filter(Boolean)
    .join("\n")
    .replaceAll(/\u001B\[\d+m/g, "");
}

function hash(text: string): string {
  let sum = 0;
  for (const character of text) sum = (Math.imul(sum, 31) + (character.codePointAt(0) ?? 0)) | 0;
  return (sum >>> 0).toString(36);
}
