import { mineTree, type Trace, type TraceStep } from "./mine-tree.ts";
import type { ProcessTree } from "./process-tree.ts";

export interface WitnessedTrace extends Trace {
  /** Who tells it. What one capture tells counts once, in however many stories. */
  readonly capture: string;
}

export interface MinedStories<T extends WitnessedTrace> {
  readonly tree: ProcessTree;
  /** Stories that the tree was not made of: they deviate from most others. */
  readonly dropped: readonly T[];
}

/** Of what most often follows or precedes: a rarer way is a deviation. With fewer than eleven captures none is. */
const dependencyThreshold = 0.1;

/**
 * The tree of some stories. Whole stories that deviate are dropped, never parts: what is left of a story whose step is taken out is a story that
 * was not told. Where the stories have no tree in common, those that the fewest captures tell are dropped until they do.
 */
export function mineStories<T extends WitnessedTrace>(traces: readonly T[], together: ReadonlySet<string> = new Set()): MinedStories<T> {
  let kept = commonStories(traces);
  let tree = mineTree(kept, together);
  while (!tree) {
    const fewer = withoutRarest(kept);
    if (fewer.length === 0) break;
    kept = fewer;
    tree = mineTree(kept, together);
  }
  const keptSet = new Set<unknown>(kept);
  return { tree: tree ?? mineTree(kept.map(numbered)) ?? { kind: "nothing" }, dropped: traces.filter((trace) => !keptSet.has(trace)) };
}

/** The stories whose every step to the next is common, seen from the one or from the other. All, where none would be left. */
function commonStories<T extends WitnessedTrace>(traces: readonly T[]): readonly T[] {
  const told = new Map<string, Set<string>>();
  const mostOut = new Map<string, number>();
  const mostIn = new Map<string, number>();
  const name = (from: string, to: string) => JSON.stringify([from, to]);
  for (const { capture, steps } of traces) {
    for (const [from, to] of stepsBetween(steps)) {
      const by = told.get(name(from, to)) ?? new Set();
      told.set(name(from, to), by.add(capture));
      mostOut.set(from, Math.max(mostOut.get(from) ?? 0, by.size));
      mostIn.set(to, Math.max(mostIn.get(to) ?? 0, by.size));
    }
  }
  const isCommon = ([from, to]: readonly [string, string]) =>
    (told.get(name(from, to))?.size ?? 0) >= dependencyThreshold * Math.min(mostOut.get(from) ?? 0, mostIn.get(to) ?? 0);
  const common = traces.filter(({ steps }) => stepsBetween(steps).every(isCommon));
  return common.length > 0 ? common : traces;
}

/** From one activity to the next, with the start and the end. */
function stepsBetween(steps: readonly TraceStep[]): (readonly [string, string])[] {
  const keys = ["", ...steps.map(({ key }) => key), ""];
  return keys.slice(1).map((key, i) => [keys[i] ?? "", key] as const);
}

function withoutRarest<T extends WitnessedTrace>(traces: readonly T[]): T[] {
  const variants = [...Map.groupBy(traces, ({ steps }) => JSON.stringify(steps.map(({ key }) => key))).values()];
  const captures = new Map(variants.map((all) => [all, new Set(all.map(({ capture }) => capture)).size]));
  const byWeight = variants.toSorted((a, b) => (captures.get(b) ?? 0) - (captures.get(a) ?? 0) || b.length - a.length);
  const kept = new Set(byWeight.slice(0, Math.min(variants.length - 1, Math.floor(variants.length * 0.9))));
  const stories = new Set([...kept].flat());
  return traces.filter((trace) => stories.has(trace));
}

/** Activities that come again are others: a single story always has a tree then. */
function numbered(trace: Trace): Trace {
  const seen = new Map<string, number>();
  const steps = trace.steps.map(({ key, when }) => {
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    return { key: times === 1 ? key : `${key}\n${times}`, when };
  });
  return { steps, after: trace.after };
}
