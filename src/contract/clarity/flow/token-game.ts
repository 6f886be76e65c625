import type { FlowNode } from "./flow-graph.ts";
import type { Firing, Kernel, KernelEdge } from "./kernel.ts";

/** `stuck`: steps wait for what does not come. `twice`: a step runs again while it still runs. `endless`: no way leads to the end. */
export interface Fault {
  readonly kind: "stuck" | "twice" | "endless";
  /** Where the tokens are, or the node that is reached twice. */
  readonly at: readonly string[];
  /** How it comes to that, from the start. */
  readonly path: readonly Firing[];
}

export interface Game {
  readonly faults: readonly Fault[];
  readonly states: number;
  /** False where there were more states than `limit`: then no fault means nothing. */
  readonly complete: boolean;
}

interface State {
  readonly marked: ReadonlySet<number>;
  readonly before?: State;
  readonly by: readonly Firing[];
  readonly after: State[];
  fault?: Fault["kind"];
  at: readonly string[];
}

/** Plays each order in which a flow can run, from each start. Of each kind of fault the one with the fewest moves is told. */
export function play(kernel: Kernel, limit = 50_000): Game {
  const moves = movesOf(kernel);
  const states = new Map<string, State>();
  const queue: State[] = [];
  const put = (marked: Set<number>, by: readonly Firing[], before?: State, twice?: string) => {
    const key = `${twice ?? ""}${[...marked].toSorted((a, b) => a - b).join()}`;
    let state = states.get(key);
    if (!state) {
      state = {
        marked,
        by,
        after: [],
        at: twice === undefined ? [] : [twice],
        ...(before && { before }),
        ...(twice !== undefined && { fault: "twice" }),
      };
      states.set(key, state);
      queue.push(state);
    }
    before?.after.push(state);
  };
  for (const node of kernel.nodes.values())
    if (node.starts) for (const move of moves.givenBy(node)) put(new Set(move), moves.firings(node, [], move));
  for (const state of queue) {
    if (states.size > limit) return { faults: faultsOf(queue, kernel.edges), states: states.size, complete: false };
    if (state.fault !== undefined) continue;
    for (const [node, taken] of moves.from(state.marked)) {
      for (const given of moves.givenBy(node)) {
        const marked = new Set(state.marked);
        for (const edge of taken) marked.delete(edge);
        const double = given.find((edge) => marked.has(edge));
        for (const edge of given) marked.add(edge);
        put(marked, moves.firings(node, taken, given), state, double === undefined ? undefined : kernel.edges[double]?.to);
      }
    }
    if (state.after.length === 0 && state.marked.size > 0) {
      state.fault = "stuck";
      state.at = [...new Set([...state.marked].flatMap((edge) => kernel.edges[edge]?.to ?? []))];
    }
  }
  markEndless(queue, kernel.edges);
  return { faults: faultsOf(queue, kernel.edges), states: states.size, complete: true };
}

function markEndless(states: readonly State[], edges: readonly KernelEdge[]): void {
  const before = new Map<State, State[]>();
  for (const state of states) for (const next of state.after) before.set(next, [...(before.get(next) ?? []), state]);
  const well = new Set(states.filter(({ marked, fault }) => marked.size === 0 || fault !== undefined));
  for (const state of well) for (const each of before.get(state) ?? []) well.add(each);
  const endless = states.find((state) => !well.has(state));
  if (!endless) return;
  endless.fault = "endless";
  endless.at = [...new Set([...endless.marked].flatMap((edge) => edges[edge]?.to ?? []))];
}

function faultsOf(states: readonly State[], edges: readonly KernelEdge[]): Fault[] {
  return (["stuck", "twice", "endless"] as const).flatMap((kind) => {
    const state = states.find(({ fault }) => fault === kind);
    return state ? [{ kind, at: state.at, path: pathTo(state, edges) }] : [];
  });
}

/** With what runs on each kernel edge right after it was given a token. */
function pathTo(state: State, edges: readonly KernelEdge[]): Firing[] {
  const path: Firing[][] = [];
  for (let at: State | undefined = state; at; at = at.before) {
    const [firing] = at.by;
    const given = edges.filter(({ leaves }) => leaves.every((id) => firing?.to.includes(id)));
    path.unshift([...at.by, ...given.flatMap(({ between }) => between)]);
  }
  return path.flat();
}

function movesOf({ nodes, edges }: Kernel) {
  const at = (end: "from" | "to") => Map.groupBy(edges.keys(), (i) => edges[i]?.[end] ?? "");
  const [into, out] = [at("to"), at("from")];
  const upstream = new Map([...nodes.values()].filter(({ takes }) => takes === "some").map(({ id }) => [id, upstreamOf(id, edges, into)]));
  const ids = (list: readonly number[], part: "leaves" | "enters") => list.flatMap((edge) => edges[edge]?.[part] ?? []);
  return {
    firings: (node: FlowNode, taken: readonly number[], given: readonly number[]): Firing[] => [
      { node: node.id, from: ids(taken, "enters"), to: ids(given, "leaves") },
    ],
    givenBy({ id, gives }: FlowNode): readonly (readonly number[])[] {
      const all = out.get(id) ?? [];
      if (all.length < 2 || gives === "all") return [all];
      return gives === "one" ? all.map((edge) => [edge]) : subsets(all);
    },
    *from(marked: ReadonlySet<number>): Generator<[FlowNode, readonly number[]]> {
      for (const [id, ins] of into) {
        const node = nodes.get(id);
        const here = ins.filter((edge) => marked.has(edge));
        if (!node || here.length === 0) continue;
        if (node.takes === "one") for (const edge of here) yield [node, [edge]];
        else if (here.length === ins.length) yield [node, ins];
        else if (node.takes === "some" && !mayStillCome(ins, marked, upstream.get(id))) yield [node, here];
      }
    },
  };
}

/**
 * As BPMN has it: an inclusive join waits for a token that can come to an edge without one, unless the same token can also come to an edge that
 * has one. Without the second half a loop around the join would make it wait for itself.
 */
function mayStillCome(
  ins: readonly number[],
  marked: ReadonlySet<number>,
  upstream: ReadonlyMap<number, ReadonlySet<number>> = new Map(),
): boolean {
  const leadsTo = (edge: number, has: boolean) => ins.some((each) => marked.has(each) === has && upstream.get(each)?.has(edge));
  return [...marked].some((edge) => !ins.includes(edge) && leadsTo(edge, false) && !leadsTo(edge, true));
}

/** Of each edge into an inclusive join: edges from which a token could still come to it. */
function upstreamOf(join: string, edges: readonly KernelEdge[], into: ReadonlyMap<string, readonly number[]>): Map<number, Set<number>> {
  return new Map(
    (into.get(join) ?? []).map((first) => {
      const found = new Set([first]);
      for (const edge of found)
        if (edges[edge] && edges[edge].from !== join) for (const each of into.get(edges[edge].from) ?? []) found.add(each);
      return [first, found];
    }),
  );
}

/** All of some flows but none. Past eight flows: each one, and all of them. */
function subsets(all: readonly number[]): readonly (readonly number[])[] {
  if (all.length > 8) return [...all.map((edge) => [edge]), all];
  return Array.from({ length: 2 ** all.length - 1 }, (_, i) => all.filter((_edge, bit) => ((i + 1) >> bit) & 1));
}
