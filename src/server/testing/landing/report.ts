import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type Failure, folderOf } from "./evidence.ts";
import type { Entry } from "./ledger.ts";
import { type Findings, mostUnsteady } from "./verdict.ts";

const errorLines = 30;
const logLines = 15;
const mostUnseen = 20;

/**
 * What is printed at the end of a run: every failure with its evidence, what each step has cost, and the counts. `unseen`: outcomes of
 * the contract that no test saw, perhaps only because of what failed.
 */
export function told({ steps, red, unsteady, broken, faults }: Findings, passed: number, unseen: readonly string[]): string {
  const parts = [
    ...broken.map(({ name, lastWords }) => `FAILED  ${name}\n${indented(lastWords)}`),
    ...red.map((failure) => `FAILED  ${titleOf(failure)}\n${evidenceOf(failure)}`),
    ...unsteady.map(
      (failure) =>
        `UNSTEADY  ${titleOf(failure)}\n${evidenceOf(failure, "unsteady")}\n  It passed when it was tried again. For e2e/unsteady.jsonl:\n  ${entryOf(failure)}`,
    ),
    ...faults.map((fault) => `FAILED  ${fault}`),
    unsteady.length > mostUnsteady ? `FAILED  ${unsteady.length} tests are unsteady; ${mostUnsteady} may be.` : "",
    unseen.length > 0 ? `No test saw these either, perhaps because of what failed:\n${indented(firstOf(unseen))}` : "",
    ["     s  CPU s", ...steps.map(costOf)].join("\n"),
    `${passed} passed, ${red.length + broken.length + faults.length} failed`,
  ];
  return `\n${parts.filter(Boolean).join("\n\n")}\n`;
}

const costOf = ({ name, seconds, cpuSeconds, passed }: Findings["steps"][number]): string =>
  `${seconds.toFixed(0).padStart(6)} ${cpuSeconds.toFixed(0).padStart(6)}  ${name}${passed ? "" : " (failed)"}`;

const firstOf = (unseen: readonly string[]): string =>
  [...unseen.slice(0, mostUnseen), unseen.length > mostUnseen ? `and ${unseen.length - mostUnseen} more` : ""].join("\n");

const titleOf = ({ file, name }: Failure): string => [file, name].filter(Boolean).join(" › ") || "outside of all tests";

function evidenceOf(failure: Failure, of: "failed" | "unsteady" = "failed"): string {
  const folder = folderOf(failure, of);
  const error = failure.error.split("\n").slice(0, errorLines).join("\n");
  const log = textOf(join(folder, "service.log")).trimEnd().split("\n").slice(-logLines).join("\n");
  const { seed, ready, cores, stolen, slowness } = JSON.parse(textOf(join(folder, "failure.json")) || "{}") as Record<string, unknown>;
  return [
    indented(error),
    `  Seed ${String(seed)}; ${String(ready)} threads ready for ${String(cores)} cores, ${String(slowness)} times slower than quiet, ${String(stolen)} of it taken by the host.`,
    log ? `  The last lines of its service:\n${indented(log)}` : "",
    `  Kept in ${relative(process.cwd(), folder)}.`,
  ]
    .filter(Boolean)
    .join("\n");
}

function entryOf(failure: Failure): string {
  const entry: Entry = { test: titleOf(failure), date: new Date().toISOString().slice(0, 10), waited_for: "…", cause: "…" };
  return JSON.stringify(entry);
}

const indented = (text: string): string => text.trimEnd().replaceAll(/^/gm, "    ");

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
