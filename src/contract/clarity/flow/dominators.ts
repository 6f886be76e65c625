import { edgesBy, type FlowGraph } from "./flow-graph.ts";

/**
 * What each token of a node has passed before it. Edges are nodes of this tree too, so that a branch of a split can be named: the chain of an edge
 * begins with the edge itself and ends at the node from which all begins.
 */
export interface Dominators {
  /** From the edge or node up, itself first. Empty where no start leads to it. */
  chainOf(id: string): readonly string[];
}

const source = "";
const edgeKey = (id: string) => `e ${id}`;
const nodeKey = (id: string) => `n ${id}`;

export function dominatorsOf(graph: FlowGraph): Dominators & { readonly edge: typeof edgeKey; readonly node: typeof nodeKey } {
  const before = new Map<string, string[]>();
  const after = new Map<string, string[]>([[source, []]]);
  const link = (from: string, to: string) => {
    after.set(from, [...(after.get(from) ?? []), to]);
    before.set(to, [...(before.get(to) ?? []), from]);
  };
  const into = edgesBy("to", graph);
  for (const { id, starts } of graph.nodes) if (starts || into.get(id)?.length === 0) link(source, nodeKey(id));
  for (const { id, from, to } of graph.edges) {
    link(nodeKey(from), edgeKey(id));
    link(edgeKey(id), nodeKey(to));
  }
  const order = reversePostorder(after);
  const place = new Map(order.map((id, i) => [id, i]));
  const parent = parents(order, place, before);
  return {
    edge: edgeKey,
    node: nodeKey,
    chainOf(id) {
      if (!place.has(id)) return [];
      const chain = [id];
      for (let at = id; at !== source; chain.push(at)) at = parent[place.get(at) ?? 0] ?? source;
      return chain;
    },
  };
}

/** By Cooper, Harvey and Kennedy: the common ancestor of all that comes before, until nothing changes. */
function parents(order: readonly string[], place: ReadonlyMap<string, number>, before: ReadonlyMap<string, readonly string[]>): string[] {
  const found: (number | undefined)[] = [0];
  const common = (a: number, b: number): number => {
    let [x, y] = [a, b];
    while (x !== y) {
      while (x > y) x = found[x] ?? 0;
      while (y > x) y = found[y] ?? 0;
    }
    return x;
  };
  for (let changed = true; changed;) {
    changed = false;
    for (let i = 1; i < order.length; i++) {
      const known = (before.get(order[i] ?? "") ?? [])
        .map((id) => place.get(id))
        .filter((at) => at !== undefined && found[at] !== undefined);
      const nearest = (known as number[]).reduce((a, b) => common(a, b));
      if (found[i] !== nearest) changed = true;
      found[i] = nearest;
    }
  }
  return found.map((at) => order[at ?? 0] ?? source);
}

function reversePostorder(after: ReadonlyMap<string, readonly string[]>): string[] {
  const done: string[] = [];
  const seen = new Set([source]);
  const stack: [id: string, next: number][] = [[source, 0]];
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const next = after.get(top[0])?.[top[1]++];
    if (next === undefined) {
      done.push(top[0]);
      stack.pop();
    } else if (!seen.has(next)) {
      seen.add(next);
      stack.push([next, 0]);
    }
  }
  return done.toReversed();
}
