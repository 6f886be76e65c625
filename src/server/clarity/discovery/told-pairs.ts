import { pairKey, placesOf } from "./pairs.ts";
import type { ToldTrace } from "./told-activities.ts";

/** How many witnesses tell one activity before another one. Activities by their number: there are many pairs. */
export interface ToldPairs {
  readonly keys: readonly string[];
  readonly numberOf: ReadonlyMap<string, number>;
  /** Witnesses who tell a before b, whenever they tell both. */
  before(a: number, b: number): number;
  /** A witness tells both orders, or that both run together. */
  isEither(a: number, b: number): boolean;
  /** Some tell one order, others the other one, and none both. */
  readonly open: readonly (readonly [a: number, b: number])[];
}

export function toldPairs(traces: readonly ToldTrace[], together: ReadonlySet<string>): ToldPairs {
  const keys = [...new Set(traces.flatMap(({ steps }) => steps.map(({ key }) => key)))];
  const numberOf = new Map(keys.map((key, i) => [key, i]));
  const size = keys.length;
  const before = new Uint32Array(size * size);
  const either = new Uint8Array(size * size);
  for (const stories of Map.groupBy(traces, ({ witness }) => witness).values()) {
    const told = new Uint8Array(size * size);
    for (const { steps } of stories) {
      const { first, last } = placesOf(steps.map(({ key }) => numberOf.get(key) ?? 0));
      for (const [a, start] of first) {
        for (const [b, next] of first) {
          if (start >= next) continue;
          told[a * size + b] = 1;
          if ((last.get(a) ?? 0) > next) either[a * size + b] = 1;
        }
      }
    }
    for (let a = 0; a < size; a++) {
      for (let b = 0; b < size; b++) {
        const [forth, back] = [a * size + b, b * size + a];
        if (told[forth] && told[back]) either[forth] = 1;
        else if (told[forth]) before[forth] = (before[forth] ?? 0) + 1;
      }
    }
  }
  const isEither = (a: number, b: number) =>
    Boolean(either[a * size + b] || either[b * size + a]) || together.has(pairKey(keys[a] ?? "", keys[b] ?? ""));
  const open: (readonly [number, number])[] = [];
  for (let a = 0; a < size; a++)
    for (let b = a + 1; b < size; b++) if (before[a * size + b] && before[b * size + a] && !isEither(a, b)) open.push([a, b]);
  return { keys, numberOf, before: (a, b) => before[a * size + b] ?? 0, isEither, open };
}
