import { pairKey } from "./cuts.ts";
import type { ToldStep, ToldTrace } from "./told-activities.ts";

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

/**
 * Decides between witnesses who tell two activities in different orders: most witnesses, then who comes first. Stories of the others are put in that
 * order, and the question stays open. Where one witness tells both orders, or that both run together, there is nothing to ask.
 */
export function settleOrders(traces: readonly ToldTrace[], together: ReadonlySet<string>): ToldOrders {
  const said = ordersSaid(traces, together);
  const open = [...said.values()].filter(({ forth, back, either }) => !either && forth.size > 0 && back.size > 0);
  if (open.length === 0) return { traces, contradictions: [] };
  const rank = rankOf(open, traces);
  const drawn = open.map(({ a, b, forth, back }) =>
    (rank.get(a) ?? 0) < (rank.get(b) ?? 0) ? { first: a, second: b, as: forth, not: back } : { first: b, second: a, as: back, not: forth },
  );
  const evidence = (who: ReadonlySet<string>, keys: readonly string[]) => [
    ...new Set(
      traces.flatMap(({ witness, steps }) =>
        who.has(witness) ? steps.filter(({ key }) => keys.includes(key)).flatMap(({ told }) => told?.evidenceIds ?? []) : [],
      ),
    ),
  ];
  const weight = (a: string, b: string) => {
    const pair = said.get(pairKey(a, b));
    if (!pair || pair.either) return 0;
    if (pair.forth.size > 0 && pair.back.size > 0) return (rank.get(a) ?? 0) < (rank.get(b) ?? 0) ? Number.POSITIVE_INFINITY : 0;
    return pair.a === a ? pair.forth.size : pair.back.size;
  };
  return {
    traces: traces.map((trace) =>
      drawn.some((pair) => isAgainst(trace, pair)) ? { ...trace, ...inDrawnOrder(trace.steps, weight) } : trace,
    ),
    contradictions: asked(drawn, traces).map(({ first, second, as, not }) => ({
      first,
      second,
      before: evidence(as, [first, second]),
      after: evidence(not, [first, second]),
    })),
  };
}

/** The questions to ask: about neighbors, and of those that are never neighbors so many that each activity in question is near one. */
function asked<T extends { first: string; second: string }>(pairs: readonly T[], traces: readonly ToldTrace[]): T[] {
  const neighbors = new Set(traces.flatMap(({ steps }) => steps.map(({ key }, i) => pairKey(key, steps[i + 1]?.key ?? ""))));
  const isNext = ({ first, second }: T) => neighbors.has(pairKey(first, second));
  const found = pairs.filter(isNext);
  for (const pair of pairs)
    if (!found.some(({ first, second }) => [first, second].some((key) => key === pair.first || key === pair.second))) found.push(pair);
  return found.slice(0, mostContradictions);
}

interface Said {
  readonly a: string;
  readonly b: string;
  /** Witnesses who tell a before b, and b before a, in each of their stories with both. */
  readonly forth: Set<string>;
  readonly back: Set<string>;
  /** A witness tells both orders. */
  either: boolean;
}

function ordersSaid(traces: readonly ToldTrace[], together: ReadonlySet<string>): Map<string, Said> {
  const said = new Map<string, Said>();
  for (const { witness, steps } of traces) {
    const first = new Map<string, number>();
    const last = new Map<string, number>();
    for (const [i, { key }] of steps.entries()) {
      if (!first.has(key)) first.set(key, i);
      last.set(key, i);
    }
    const keys = [...first.keys()];
    for (const [i, a] of keys.entries()) {
      for (const b of keys.slice(i + 1)) {
        const name = pairKey(a, b);
        const pair = said.get(name) ?? { a, b, forth: new Set(), back: new Set(), either: together.has(name) };
        said.set(name, pair);
        if ((last.get(a) ?? 0) > (first.get(b) ?? 0)) pair.either = true;
        (pair.a === a ? pair.forth : pair.back).add(witness);
        if (pair.forth.has(witness) && pair.back.has(witness)) pair.either = true;
      }
    }
  }
  return said;
}

/** One order of all activities that are in question: each time the one that fewest witnesses want later. */
function rankOf(open: readonly Said[], traces: readonly ToldTrace[]): Map<string, number> {
  const seen = [...new Set(traces.flatMap(({ steps }) => steps.map(({ key }) => key)))];
  const left = new Set(seen.filter((key) => open.some(({ a, b }) => a === key || b === key)));
  const rank = new Map<string, number>();
  while (left.size > 0) {
    const later = (key: string) =>
      open.reduce((sum, { a, b, forth, back }) => {
        if (!left.has(a) || !left.has(b) || (a !== key && b !== key)) return sum;
        const margin = (forth.size - back.size) * (a === key ? -1 : 1);
        return sum + Math.max(0, margin);
      }, 0);
    let best: string | undefined;
    for (const key of left) if (best === undefined || later(key) < later(best)) best = key;
    rank.set(best ?? "", rank.size);
    left.delete(best ?? "");
  }
  return rank;
}

function isAgainst({ steps }: ToldTrace, { first, second }: { first: string; second: string }): boolean {
  const at = steps.findIndex(({ key }) => key === second);
  return at !== -1 && steps.some(({ key }, i) => i > at && key === first);
}

/** The steps of a story, each after those that more witnesses tell before it. What was asked on the way stays at its place. */
function inDrawnOrder(steps: readonly ToldStep[], weight: (a: string, b: string) => number): { steps: ToldStep[] } {
  const left = [...steps];
  const ordered: ToldStep[] = [];
  while (left.length > 0) {
    const before = (step: ToldStep, i: number) =>
      left.reduce(
        (sum, other, j) =>
          other === step ? sum : other.key === step.key ? sum + (j < i ? Number.POSITIVE_INFINITY : 0) : sum + weight(other.key, step.key),
        0,
      );
    let best = 0;
    for (const [i, step] of left.entries()) if (i > 0 && before(step, i) < before(left[best] ?? step, best)) best = i;
    ordered.push(...left.splice(best, 1));
  }
  return { steps: ordered.map((step, i) => ({ ...step, when: steps[i]?.when ?? [] })) };
}
