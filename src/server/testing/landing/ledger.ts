import { readFileSync } from "node:fs";
import { z } from "#contract/zod.ts";

/** A line of `e2e/unsteady.jsonl`: a test that passed at a later try, until its cause is mended. */
const Entry = z.strictObject({
  /** Its file and its name. */
  test: z.string().min(1),
  /** The day on which that was first seen. */
  date: z.iso.date(),
  waited_for: z.string().min(1),
  cause: z.string().min(1),
});
export type Entry = z.output<typeof Entry>;

const days = 7;

/** What is wrong with the list of unsteady tests on that day: lines that cannot be read, and entries that should have been mended. */
export function faultsOfLedger(text: string, today: Date): string[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .flatMap((line, at) => {
      const entry = Entry.safeParse(parsed(line));
      if (!entry.success) return [`Line ${at + 1} is not {"test", "date", "waited_for", "cause"}.`];
      const since = (today.getTime() - Date.parse(entry.data.date)) / 86_400_000;
      return since < days ? [] : [`${entry.data.test} has been unsteady since ${entry.data.date}: mend its cause.`];
    });
}

/** The list as it is committed; empty where there is none. */
export function readLedger(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
