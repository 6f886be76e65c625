import { type CaseCounts, type CaseFilter, type VerdictFilter, displayStatuses } from "#contract/queues/case.ts";
import type { CaseState } from "#server/queues/cases/case-state.ts";

/** Cases that ended alike and were judged alike. No two parts overlap, and `case_counts` counts each beside the state that it is part of. */
interface JudgedPart {
  readonly kind: string;
  readonly of: "completed" | "failed";
  readonly words: readonly VerdictFilter[];
  /** On `cases c`, in the form that the index of judged cases is read by. */
  readonly condition: string;
}

const part = (of: JudgedPart["of"], passed: boolean, word: VerdictFilter): JudgedPart => ({
  kind: `${of}_${passed ? "passed" : "flawed"}`,
  of,
  words: [word, "judged"],
  condition: `c.state = '${of}' and c.passed = ${passed} and c.passed is not null`,
});

const parts: readonly JudgedPart[] = [
  part("completed", true, "success"),
  part("completed", false, "issues"),
  part("failed", true, "issues"),
  part("failed", false, "issues"),
];

/** All parts of these states. */
export function partsOf(states: readonly CaseState[]): readonly JudgedPart[] {
  return parts.filter(({ of }) => states.includes(of));
}

/** Those parts that filters want beyond the states that they name. */
export function judgedParts(filters: readonly CaseFilter[] | undefined): readonly JudgedPart[] {
  return filters ? parts.filter(({ of, words }) => !filters.includes(of) && words.some((word) => filters.includes(word))) : [];
}

/** Counts of what a store found, which names only what there is. */
export function countsOf(found: Readonly<Record<string, number>>): CaseCounts {
  const count = (kind: string) => found[kind] ?? 0;
  const judged = (word: VerdictFilter) => parts.reduce((sum, { kind, words }) => (words.includes(word) ? sum + count(kind) : sum), 0);
  const states = Object.fromEntries(displayStatuses.map((state) => [state, count(state)])) as Record<CaseState, number>;
  return { ...states, success: judged("success"), issues: judged("issues"), judged: judged("judged") };
}
