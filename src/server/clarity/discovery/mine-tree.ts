import { exclusiveCut, followsIn, loopCut, parallelCut, sequenceCut } from "./cuts.ts";
import { activity, type Asked, canBeEmpty, inOrder, nothing, oneOf, type ProcessTree } from "./process-tree.ts";

export interface TraceStep {
  readonly key: string;
  /** The ways taken to come here. */
  readonly when: Asked;
}
/** A story, or the part of one that is in a block, with the ways taken after it. */
export interface Trace {
  readonly steps: readonly TraceStep[];
  readonly after: Asked;
}

/**
 * The tree of some stories, by the inductive miner of Leemans, Fahland and van der Aalst: each cut that is found in what follows what divides the
 * stories, until single activities are left. Undefined where some part of them has no cut: then they have too little in common.
 */
export function mineTree(traces: readonly Trace[], together: ReadonlySet<string> = new Set()): ProcessTree | undefined {
  const full = traces.filter(({ steps }) => steps.length > 0);
  if (full.length === 0) return nothing;
  const tree = cutTree(full, together);
  if (!tree || full.length === traces.length || canBeEmpty(tree)) return tree;
  const empty = traces.filter(({ steps }) => steps.length === 0);
  return oneOf([
    { tree, asked: asked(full) },
    { tree: nothing, asked: empty.flatMap(({ after }) => after) },
  ]);
}

function cutTree(traces: readonly Trace[], together: ReadonlySet<string>): ProcessTree | undefined {
  const keys = traces.map(({ steps }) => steps.map(({ key }) => key));
  const follows = followsIn(keys, together);
  const mine = (parts: readonly (readonly Trace[])[]) => allOf(parts.map((part) => mineTree(part, together)));

  if (follows.keys.length === 1) return repeated(traces, () => true, together);
  const ways = exclusiveCut(follows)?.map((way) => traces.filter(({ steps: [first] }) => first && way.includes(first.key)));
  if (ways) return blockOf(mine(ways), (trees) => oneOf(trees.map((tree, i) => ({ tree, asked: asked(ways[i] ?? []) }))));
  const order = sequenceCut(follows, keys);
  if (order) {
    const groupOf = new Map(order.flatMap((group, i) => group.map((key) => [key, i] as const)));
    const cut = traces.map((trace) => stretches(trace, groupOf, order.length));
    const parts = order.map((_, i) => cut.flatMap((pieces) => pieces[i] ?? []));
    return blockOf(mine(parts), (trees) => inOrder("sequence", trees));
  }
  const branches = parallelCut(follows, keys, together);
  if (branches) {
    const parts = branches.map((branch) => new Set(branch)).map((branch) => traces.map((trace) => inBranch(trace, branch)));
    return blockOf(mine(parts), (trees) => inOrder("parallel", trees));
  }
  const loop = loopCut(follows);
  if (loop) return looped(traces, loop, together);
  return repeated(traces, (step, before) => follows.starts.has(step.key) && follows.ends.has(before.key), together);
}

const blockOf = (parts: ProcessTree[] | undefined, block: (parts: ProcessTree[]) => ProcessTree) => parts && block(parts);
const asked = (traces: readonly Trace[]): Asked => traces.flatMap(({ steps }) => steps[0]?.when ?? []);
const allOf = <T>(parts: readonly (T | undefined)[]): T[] | undefined => {
  const there = parts.flatMap((part) => (part === undefined ? [] : [part]));
  return there.length === parts.length ? there : undefined;
};

/** What of a trace is in each group of a sequence. */
function stretches({ steps, after }: Trace, groupOf: ReadonlyMap<string, number>, count: number): Trace[] {
  let end = 0;
  return Array.from({ length: count }, (_, group) => {
    const start = end;
    while (end < steps.length && (groupOf.get(steps[end]?.key ?? "") ?? 0) <= group) end++;
    return { steps: steps.slice(start, end), after: steps[end]?.when ?? after };
  });
}

function inBranch({ steps, after }: Trace, branch: ReadonlySet<string>): Trace {
  const others = steps.filter(({ key }) => !branch.has(key));
  return { steps: steps.filter(({ key }) => branch.has(key)), after: [...after, ...others.flatMap(({ when }) => when)] };
}

function looped(traces: readonly Trace[], [body = [], ...redos]: readonly (readonly string[])[], together: ReadonlySet<string>) {
  const groupOf = new Map([body, ...redos].flatMap((group, i) => group.map((key) => [key, i] as const)));
  const passes = traces.flatMap((trace) => divided(trace, (step, before) => groupOf.get(step.key) !== groupOf.get(before.key)));
  const within = (i: number) => passes.filter(({ steps: [first] }) => first && groupOf.get(first.key) === i);
  const trees = allOf([mineTree(within(0), together), ...redos.map((_, i) => mineTree(within(i + 1), together))]);
  if (!trees) return undefined;
  const [again = nothing, ...others] = trees;
  const redo = oneOf(others.map((tree, i) => ({ tree, asked: asked(within(i + 1)) })));
  return loopOf(again, redo, traces, redos.map((_, i) => asked(within(i + 1))).flat());
}

/** A block that runs again right after its end. Undefined where `isAgain` finds no such place in several activities. */
function repeated(traces: readonly Trace[], isAgain: (step: TraceStep, before: TraceStep) => boolean, together: ReadonlySet<string>) {
  const passes = traces.map((trace) => divided(trace, isAgain));
  const all = passes.flat();
  const [key, ...others] = new Set(all.flatMap(({ steps }) => steps.map((step) => step.key)));
  const once = all.length === traces.length;
  if (once && others.length > 0) return undefined;
  const body = others.length === 0 ? activity(key ?? "") : mineTree(all, together);
  return !body || once ? body : loopOf(body, nothing, traces, passes.map(([, ...later]) => asked(later)).flat());
}

function loopOf(body: ProcessTree, redo: ProcessTree, traces: readonly Trace[], again: Asked): ProcessTree {
  return { kind: "loop", body, redo, asked: [traces.flatMap(({ after }) => after), again] };
}

/** A trace in pieces, each with what was asked before the next one. */
function divided({ steps, after }: Trace, isNext: (step: TraceStep, before: TraceStep) => boolean): Trace[] {
  const starts = steps.flatMap((step, i) => {
    const before = steps[i - 1];
    return !before || isNext(step, before) ? i : [];
  });
  return starts.map((start, i) => {
    const end = starts[i + 1] ?? steps.length;
    return { steps: steps.slice(start, end), after: steps[end]?.when ?? after };
  });
}
