import type { Reporter, TestModule } from "vitest/node";

/** Says at the end how long each proof took, the longest first, and all of them together. */
export class ProofTimes implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const times = modules
      .flatMap((module) => [...module.children.allTests()])
      .map((test) => ({ name: test.fullName, state: test.result().state, seconds: (test.diagnostic()?.duration ?? 0) / 1000 }))
      .toSorted((a, b) => b.seconds - a.seconds);
    const lines = times.map(({ name, state, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${state}  ${name}`);
    const total = times.reduce((sum, { seconds }) => sum + seconds, 0);
    process.stdout.write(`\n${lines.join("\n")}\n${total.toFixed(1).padStart(8)} s  in ${times.length} proofs\n`);
  }
}
