import { cpus, loadavg } from "node:os";
import type { Load } from "./load.ts";

export interface Row {
  readonly name: string;
  readonly figures: string;
  /** Beside the bare floor of the same run: the one figure that travels between machines. */
  readonly ratio?: number;
  readonly target?: string;
  readonly met?: boolean;
}

const widths = [44, 62, 9, 40];

/** One table, printed as its rows come. */
export function createReport() {
  let missed = 0;
  const print = (cells: string[]) =>
    process.stdout.write(
      `${cells
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join(" ")
        .trimEnd()}\n`,
    );
  print([`Targets are for 2 quiet cores. Here: ${cpus().length}, load ${loadavg()[0]?.toFixed(1)}.`]);
  print(["", "figure", "of floor", "target", ""]);
  return {
    add({ name, figures, ratio, target = "", met }: Row): void {
      if (met === false) missed++;
      print([name, figures, ratio === undefined ? "" : ratio.toFixed(2), target, met === undefined ? "" : met ? "ok" : "MISSED"]);
    },
    end(): void {
      print([missed === 0 ? "Every target is met." : `${missed} targets are missed.`]);
    },
  };
}
export type Report = ReturnType<typeof createReport>;

export function describe(load: Load): string {
  const failures = load.failures > 0 ? `, ${load.failures} FAILED` : "";
  return `${load.rate.toFixed(0)}/s, p50 ${load.p50} p99 ${load.p99} ms, ${load.cpuMs.toFixed(2)} ms CPU${failures}`;
}
