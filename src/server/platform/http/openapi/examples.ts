import { readFileSync } from "node:fs";

/** A call as it happened, with ids, times and secrets that are the same at every recording. */
export interface RecordedExample {
  /** The operation. */
  readonly name: string;
  readonly body?: unknown;
  readonly reply?: unknown;
}

/** One line of JSON for each operation. `npm run examples` writes it from the examples of the gates. */
export const examplesFile = new URL("examples.jsonl", import.meta.url);

export function readExamples(): ReadonlyMap<string, RecordedExample> {
  const lines = readFileSync(examplesFile, "utf8").trim().split("\n");
  return new Map(lines.map((line) => JSON.parse(line) as RecordedExample).map((example) => [example.name, example]));
}
