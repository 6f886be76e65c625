import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** What a file of tests has cost: its time, and the CPU time of its process, the service included and the store not. */
export interface Cost {
  readonly file: string;
  readonly seconds: number;
  readonly cpuSeconds: number;
}

const gate = /^src\/server\/gates\/|architecture/;

/** Prints what each gate has cost, the dearest first, and all other files together. Nothing where only a few files ran. */
export async function printCosts(folder: string): Promise<void> {
  const files = await readdir(folder);
  const lines = (await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")))).join("").trim().split("\n");
  const costs = lines.filter(Boolean).map((line) => JSON.parse(line) as Cost);
  const gates = costs.filter(({ file }) => gate.test(file)).toSorted((a, b) => b.seconds - a.seconds);
  if (costs.length - gates.length < 2) return;
  const others = costs.filter(({ file }) => !gate.test(file));
  const rows = [...gates, { ...sumOf(others), file: `the other ${others.length} files` }];
  process.stdout.write(
    `\nGates and tests of the service, in seconds, and in seconds of CPU without the store:\n${rows.map(rowOf).join("\n")}\n`,
  );
}

function sumOf(costs: readonly Cost[]): Omit<Cost, "file"> {
  const sum = (of: (cost: Cost) => number) => costs.reduce((total, cost) => total + of(cost), 0);
  return { seconds: sum(({ seconds }) => seconds), cpuSeconds: sum(({ cpuSeconds }) => cpuSeconds) };
}

function rowOf({ file, seconds, cpuSeconds }: Cost): string {
  return `${seconds.toFixed(1).padStart(8)} ${cpuSeconds.toFixed(1).padStart(8)}  ${file.replace("src/server/gates/", "")}`;
}
