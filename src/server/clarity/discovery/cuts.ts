import { pairKey, placesOf } from "./pairs.ts";

/** What directly follows what in some traces, each a list of keys. No trace is empty. */
export interface Follows {
  /** In the order in which the traces name them. */
  readonly keys: readonly string[];
  readonly after: ReadonlyMap<string, ReadonlySet<string>>;
  readonly starts: ReadonlySet<string>;
  readonly ends: ReadonlySet<string>;
}

export function followsIn(traces: readonly (readonly string[])[], together: ReadonlySet<string> = new Set()): Follows {
  const after = new Map<string, Set<string>>();
  const [starts, ends] = [new Set<string>(), new Set<string>()];
  for (const trace of traces) {
    for (const key of trace) if (!after.has(key)) after.set(key, new Set());
    for (let i = 1; i < trace.length; i++) after.get(trace[i - 1] ?? "")?.add(trace[i] ?? "");
    starts.add(trace[0] ?? "");
    ends.add(trace.at(-1) ?? "");
  }
  // What is said to run together follows each other, also where no story has each order.
  for (const [a, followers] of after) for (const b of after.keys()) if (together.has(pairKey(a, b))) followers.add(b);
  return { keys: [...after.keys()], after, starts, ends };
}

/** Groups of keys that are linked somehow, in the order of their first key. */
function groupsOf(keys: readonly string[], linked: (a: string, b: string) => boolean): string[][] {
  const left = new Set(keys);
  const groups: string[][] = [];
  for (const key of keys) {
    if (!left.delete(key)) continue;
    const group = [key];
    for (const a of group) {
      const near = [...left].filter((b) => linked(a, b) || linked(b, a));
      for (const b of near) left.delete(b);
      group.push(...near);
    }
    groups.push(group);
  }
  return groups;
}

/** Each story has activities of one group only. */
export function exclusiveCut({ keys, after }: Follows): string[][] | undefined {
  return several(groupsOf(keys, (a, b) => Boolean(after.get(a)?.has(b))));
}

/** Activities of a group are all before those of the next one. Groups that are only ever left out together are one. */
export function sequenceCut({ keys, after }: Follows, traces: readonly (readonly string[])[]): string[][] | undefined {
  const reached = new Map(keys.map((key) => [key, reachedFrom(key, after)]));
  const reaches = (a: string, b: string) => Boolean(reached.get(a)?.has(b));
  const groups = groupsOf(keys, (a, b) => reaches(a, b) === reaches(b, a));
  const ordered = several(groups)?.toSorted(([a = ""], [b = ""]) => (reaches(a, b) ? -1 : reaches(b, a) ? 1 : 0));
  return ordered && several(leftOutTogether(ordered, traces));
}

function leftOutTogether(groups: readonly string[][], traces: readonly (readonly string[])[]): string[][] {
  const sets = traces.map((trace) => new Set(trace));
  const inTraces = groups.map((group) => sets.map((set) => group.some((key) => set.has(key))));
  /** Whether a group is only there where another one is. */
  const needs = (i: number, j: number) => inTraces[i]?.every((is, trace) => !is || inTraces[j]?.[trace]) ?? false;
  const often = (i: number) => inTraces[i]?.filter(Boolean).length ?? 0;
  const blockOf = groups.map((_, i) => i);
  const free = (i: number) => blockOf[i] === i && blockOf.filter((block) => block === i).length === 1;
  const optional = [...groups.keys()].filter((i) => often(i) < traces.length);
  // The outermost block first: what is in it is left out by itself later.
  for (const i of optional.toSorted((a, b) => often(b) - often(a))) {
    if (!free(i)) continue;
    for (let j = i + 1; j < groups.length && free(j) && needs(j, i); j++) blockOf[j] = i;
    for (let j = i - 1; j >= 0 && free(j) && needs(j, i); j--) blockOf[j] = i;
  }
  return [...Map.groupBy(groups.keys(), (i) => blockOf[i]).values()].map((block) => block.flatMap((i) => groups[i] ?? []));
}

/**
 * Each activity of a group is seen right before and right after each one of the others, and of two groups each is first and last once: unless two of
 * their activities are said to run together.
 */
export function parallelCut(
  { keys, after }: Follows,
  traces: readonly (readonly string[])[],
  together: ReadonlySet<string>,
): string[][] | undefined {
  const groups = groupsOf(keys, (a, b) => !(after.get(a)?.has(b) && after.get(b)?.has(a)));
  if (groups.length < 2) return undefined;
  const groupOf = new Map(groups.flatMap((group, i) => group.map((key) => [key, i] as const)));
  const places = traces.map((trace) => placesOf(trace.map((key) => groupOf.get(key) ?? 0)));
  const isSeen = (a: number, b: number, end: "first" | "last") =>
    places.some(({ [end]: at }) => {
      const [one, other] = [at.get(a), at.get(b)];
      return one !== undefined && other !== undefined && one < other;
    });
  const isSaid = (a: number, b: number) => groups[a]?.some((one) => groups[b]?.some((other) => together.has(pairKey(one, other))));
  const free = (a: number, b: number) =>
    isSaid(a, b) || (["first", "last"] as const).every((end) => isSeen(a, b, end) && isSeen(b, a, end));
  const whole = groupsOf([...groups.keys()].map(String), (a, b) => !free(Number(a), Number(b)));
  return several(whole.map((parts) => parts.flatMap((i) => groups[Number(i)] ?? [])));
}

/** The first group is what runs at least once; each other one leads from its end back to its start. */
export function loopCut({ keys, after, starts, ends }: Follows): string[][] | undefined {
  const body = new Set([...starts, ...ends]);
  const others = keys.filter((key) => !body.has(key));
  const groups = groupsOf(others, (a, b) => Boolean(after.get(a)?.has(b)));
  const before = (key: string) => keys.filter((each) => after.get(each)?.has(key));
  const leads = (group: readonly string[]) => {
    const entered = group.filter((key) => before(key).some((each) => body.has(each)));
    const left = group.filter((key) => [...(after.get(key) ?? [])].some((each) => body.has(each)));
    return (
      entered.every(
        (key) => before(key).every((each) => group.includes(each) || ends.has(each)) && [...ends].every((end) => after.get(end)?.has(key)),
      ) &&
      left.every(
        (key) =>
          [...(after.get(key) ?? [])].every((each) => group.includes(each) || starts.has(each)) &&
          [...starts].every((start) => after.get(key)?.has(start)),
      )
    );
  };
  const redos = groups.filter(leads);
  if (redos.length === 0) return undefined;
  return [[...body, ...groups.filter((group) => !redos.includes(group)).flat()], ...redos];
}

function reachedFrom(key: string, after: Follows["after"]): Set<string> {
  const reached = new Set(after.get(key));
  for (const each of reached) for (const next of after.get(each) ?? []) reached.add(next);
  return reached;
}

const several = <T>(groups: T[]): T[] | undefined => (groups.length > 1 ? groups : undefined);
