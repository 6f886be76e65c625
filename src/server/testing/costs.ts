import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** What a file of tests has cost: its time, and the CPU time of its process, the service included and the store not. */
export interface Cost {
  readonly file: string;
  readonly seconds: number;
  readonly cpuSeconds: number;
}

const gate = /\bsrc\/server\/gates\/|architecture/;
const dearest = 15;

/** Whether a file of tests holds a rule about the whole service. */
export const isGate = (file: string): boolean => gate.test(file);

/** Prints what each gate has cost and each of the dearest other files, the dearest first, and the rest together. Nothing where few files ran. */
export async function printCosts(folder: string): Promise<void> {
  const files = await readdir(folder);
  const lines = (await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")))).join("").trim().split("\n");
  const costs = lines.filter(Boolean).map((line) => JSON.parse(line) as Cost);
  const sorted = costs.toSorted((a, b) => b.seconds - a.seconds);
  const gates = sorted.filter(({ file }) => isGate(file));
  const others = sorted.filter(({ file }) => !isGate(file));
  if (others.length <= dearest) return;
  const rest = others.slice(dearest);
  const rows = [
    ...gates,
    ...others.slice(0, dearest),
    { ...sumOf(rest), file: `the other ${rest.length} files` },
    { ...sumOf(costs), file: "all files" },
  ];
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
