import { pairKey, placesOf } from "./pairs.ts";
import type { ToldStep, ToldTrace } from "./told-activities.ts";
import { type ToldPairs, toldPairs } from "./told-pairs.ts";

/** Two activities that some witnesses tell in one order and others in the other one. `first` is drawn before `second`. */
export interface ToldContradiction {
  readonly first: string;
  readonly second: string;
  /** Evidence of both activities: of the witnesses who tell them as drawn, and of the others. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export interface ToldOrders {
  /** The stories in an order in which no witness contradicts what is drawn. */
  readonly traces: readonly ToldTrace[];
  readonly contradictions: readonly ToldContradiction[];
}

/** Of one process: more are no questions but another process. */
const mostContradictions = 50;
/** Above any number of witnesses. */
const always = 1_000_000;

/**
 * Decides between witnesses who tell two activities in different orders: most witnesses, then who comes first. Stories of the others are put in that
 * order, and the question stays open. Where one witness tells both orders, or that both run together, there is nothing to ask.
 */
export function settleOrders(traces: readonly ToldTrace[], together: ReadonlySet<string>): ToldOrders {
  const pairs = toldPairs(traces, together);
  if (pairs.open.length === 0) return { traces, contradictions: [] };
  const rank = rankOf(pairs);
  const isDrawn = (a: number, b: number) => (rank.get(a) ?? 0) < (rank.get(b) ?? 0);
  const drawn = pairs.open.map(([a, b]) => (isDrawn(a, b) ? ([a, b] as const) : ([b, a] as const)));
  const weight = (a: number, b: number) => {
    if (pairs.isEither(a, b)) return 0;
    if (pairs.before(a, b) > 0 && pairs.before(b, a) > 0) return isDrawn(a, b) ? always : 0;
    return pairs.before(a, b);
  };
  const numbersOf = ({ steps }: ToldTrace) => steps.map(({ key }) => pairs.numberOf.get(key) ?? 0);
  return {
    traces: traces.map((trace) => {
      const numbers = numbersOf(trace);
      const { first, last } = placesOf(numbers);
      const isAgainst = drawn.some(([a, b]) => (first.get(b) ?? numbers.length) < (last.get(a) ?? -1));
      return isAgainst ? { ...trace, steps: inDrawnOrder(trace.steps, numbers, weight) } : trace;
    }),
    contradictions: asked(drawn, pairs, traces).map(([a, b]) => contradictionOf(pairs.keys[a] ?? "", pairs.keys[b] ?? "", traces)),
  };
}

/** One order of all activities that are in question: each time the one that fewest witnesses tell after one that is left. */
function rankOf({ open, before }: ToldPairs): Map<number, number> {
  const later = new Map<number, number>();
  const others = new Map<number, number[]>();
  for (const [a, b] of open) {
    for (const [one, other] of [[a, b] as const, [b, a] as const]) {
      others.set(one, [...(others.get(one) ?? []), other]);
      later.set(one, (later.get(one) ?? 0) + Math.max(0, before(other, one) - before(one, other)));
    }
  }
  const left = new Set([...later.keys()].toSorted((a, b) => a - b));
  const rank = new Map<number, number>();
  while (left.size > 0) {
    let best = -1;
    for (const key of left) if (best === -1 || (later.get(key) ?? 0) < (later.get(best) ?? 0)) best = key;
    rank.set(best, rank.size);
    left.delete(best);
    for (const other of others.get(best) ?? [])
      later.set(other, (later.get(other) ?? 0) - Math.max(0, before(best, other) - before(other, best)));
  }
  return rank;
}

/** The questions to ask: about neighbors, and of those that are never neighbors so many that each activity in question is near one. */
function asked(drawn: readonly (readonly [number, number])[], { keys }: ToldPairs, traces: readonly ToldTrace[]) {
  const neighbors = new Set(traces.flatMap(({ steps }) => steps.map(({ key }, i) => pairKey(key, steps[i + 1]?.key ?? ""))));
  const found = drawn.filter(([a, b]) => neighbors.has(pairKey(keys[a] ?? "", keys[b] ?? "")));
  const covered = new Set(found.flat());
  for (const [a, b] of drawn) {
    if (covered.has(a) || covered.has(b)) continue;
    found.push([a, b]);
    covered.add(a).add(b);
  }
  return found.slice(0, mostContradictions);
}

function contradictionOf(first: string, second: string, traces: readonly ToldTrace[]): ToldContradiction {
  const [before, after] = [new Set<string>(), new Set<string>()];
  for (const { steps } of traces) {
    const [a, b] = [steps.findIndex(({ key }) => key === first), steps.findIndex(({ key }) => key === second)];
    if (a === -1 || b === -1) continue;
    for (const { key, told } of steps)
      for (const id of told?.evidenceIds ?? []) if (key === first || key === second) (a < b ? before : after).add(id);
  }
  return { first, second, before: [...before], after: [...after] };
}

/** The steps of a story, each after those that more witnesses tell before it. What was asked on the way stays at its place. */
function inDrawnOrder(steps: readonly ToldStep[], numbers: readonly number[], weight: (a: number, b: number) => number): ToldStep[] {
  const left = [...steps.keys()];
  const pull = (from: number, to: number) => {
    const [a, b] = [numbers[from] ?? 0, numbers[to] ?? 0];
    if (a === b) return from < to ? always : 0;
    return weight(a, b);
  };
  const before = steps.map((_, i) => left.reduce((sum, j) => (j === i ? sum : sum + pull(j, i)), 0));
  const ordered: ToldStep[] = [];
  while (left.length > 0) {
    let best = 0;
    for (const [place, i] of left.entries()) if ((before[i] ?? 0) < (before[left[best] ?? 0] ?? 0)) best = place;
    const [taken = 0] = left.splice(best, 1);
    for (const i of left) before[i] = (before[i] ?? 0) - pull(taken, i);
    ordered.push({ ...(steps[taken] as ToldStep), when: steps[ordered.length]?.when ?? [] });
  }
  return ordered;
}
