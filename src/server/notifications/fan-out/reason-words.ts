import { failureNames } from "#contract/runs/failure-names.ts";
import type { FailureCode } from "#contract/runs/failures.ts";

/** Why some of several failed. */
export interface Reason {
  /** Of a failed run; null where an agent or a rubric says it. */
  readonly code: string | null;
  /** In the words of a program, an agent or a rubric, where they are the same for all of them. */
  readonly said: string | null;
  readonly count: number;
}

const [listed, longest] = [2, 120];

/** The two commonest reasons with their counts, as in “Program failed 58 · Program ran out of time 7”. Null without a reason. */
export function inWords(reasons: readonly Reason[]): string | null {
  return joined(reasons, ({ code, said, count }) => {
    if (code === null) return `${brief(said ?? "No reason given")} ${figure(count)}`;
    return said ? `${nameOf(code)} ${figure(count)}: ${brief(said)}` : `${nameOf(code)} ${figure(count)}`;
  });
}

/** The same without what programs and agents wrote: not all who read it may open that. */
export function inKnownWords(reasons: readonly Reason[]): string | null {
  return joined(reasons, ({ code, count }) => `${code === null ? "Failed by the agent" : nameOf(code)} ${figure(count)}`);
}

function joined(reasons: readonly Reason[], wordsOf: (reason: Reason) => string): string | null {
  if (reasons.length === 0) return null;
  const left = reasons.slice(listed).reduce((sum, { count }) => sum + count, 0);
  return [...reasons.slice(0, listed).map(wordsOf), ...(left > 0 ? [`other reasons ${figure(left)}`] : [])].join(" · ");
}

/** Of runs that all have one code, and each a message. */
export function lastInWords([last]: readonly Reason[], count: number): string | null {
  if (!last) return null;
  const name = `${nameOf(last.code ?? "unknown")} ${figure(count)}`;
  return last.said ? `${name}, last: ${brief(last.said)}` : name;
}

function nameOf(code: string): string {
  return failureNames[code as FailureCode] ?? failureNames.unknown;
}

function brief(text: string): string {
  const line = text.replace(/\s+/g, " ").trim().replace(/\.$/, "");
  return line.length > longest ? `${line.slice(0, longest - 1).toWellFormed()}…` : line;
}

function figure(count: number): string {
  return count.toLocaleString("en");
}
