import { BaseSequencer, type TestSpecification } from "vitest/node";
import { isGate } from "./costs.ts";

/** Gates are generated from the contract: short files that take long. By their size they would come last, each on one core alone. */
export class GatesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- no array's
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => Number(isGate(b.moduleId)) - Number(isGate(a.moduleId)));
  }
}
