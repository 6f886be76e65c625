import type { Step } from "#contract/clarity/step.ts";
import type { StepSource } from "#contract/clarity/step-source.ts";

export interface NumberedQuote {
  readonly number: number;
  readonly source: StepSource;
}

export interface NumberedEvidence {
  /** The quotes of each step, by its id. */
  readonly of: ReadonlyMap<string, readonly NumberedQuote[]>;
  /** The number of a unit of a capture, by its id. */
  readonly byUnit: ReadonlyMap<string, number>;
}

/** The quotes of a version, numbered in the order of its steps. What supports several steps has one number. */
export function numberedEvidence(steps: readonly Step[]): NumberedEvidence {
  const numbers = new Map<string, number>();
  const byUnit = new Map<string, number>();
  const numberOf = (source: StepSource) => {
    const { evidenceId, captureId, attribution, excerpt } = source;
    const key = JSON.stringify([evidenceId ?? null, captureId ?? null, attribution, excerpt]);
    const number = numbers.get(key) ?? numbers.size + 1;
    numbers.set(key, number);
    if (evidenceId !== undefined && !byUnit.has(evidenceId)) byUnit.set(evidenceId, number);
    return number;
  };
  const of = new Map(
    steps.map(({ id, sources }) => {
      const quotes = new Map(sources.map((source) => [numberOf(source), source]));
      return [id, [...quotes].map(([number, source]) => ({ number, source }))] as const;
    }),
  );
  return { of, byUnit };
}

/** “1, 2, 5–8”: numbers as a list that is read, runs of three and more in short. */
export function numbersInWords(numbers: readonly number[]): string {
  const sorted = [...new Set(numbers)].toSorted((a, b) => a - b);
  const runs: [first: number, last: number][] = [];
  for (const number of sorted) {
    const run = runs.at(-1);
    if (run && run[1] === number - 1) run[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([a, b]) => (a === b ? `${a}` : b - a === 1 ? `${a}, ${b}` : `${a}–${b}`)).join(", ");
}
