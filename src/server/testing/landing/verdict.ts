import type { Ended } from "./steps.ts";
import type { Failure } from "./evidence.ts";

/** So many tests may pass at a later try without refusing a landing. */
export const mostUnsteady = 3;

/** How often a test that failed is tried again. */
export const tries = 2;

export interface Findings {
  readonly steps: readonly Ended[];
  /** Tests that failed and then failed again, or were not tried again. */
  readonly red: readonly Failure[];
  /** Tests that failed once and then passed each time. */
  readonly unsteady: readonly Failure[];
  /** Steps that failed without a test that did: a compiler, a linter, a runner that ended. */
  readonly broken: readonly Ended[];
  /** Other sentences that refuse a landing. */
  readonly faults: readonly string[];
}

/** Whether that may land: nothing is red, and few tests were unsteady. */
export function passes({ red, unsteady, broken, faults }: Findings): boolean {
  return red.length === 0 && broken.length === 0 && faults.length === 0 && unsteady.length <= mostUnsteady;
}

/** Whether failed tests are worth another try: where more fail than may be unsteady, the verdict is known. */
export function worthAnotherTry(failures: readonly Failure[]): boolean {
  return failures.length > 0 && failures.length <= mostUnsteady;
}

/** Whether a try of a test has failed: by the test itself, by what is around it in its file, or because it did not come to an end. */
export function failedAgain({ file, name }: Failure, again: readonly Failure[] | undefined): boolean {
  return (
    again === undefined ||
    again.some((other) => other.file === "" || (other.file === file && (other.name === name || other.name === "" || name === "")))
  );
}
