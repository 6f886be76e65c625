/** A node of a drawing: its place is a rank along the flow and a lane across it. */
export interface GridNode {
  readonly key: string;
  /** Position of its lane, from the top. */
  readonly lane: number;
  /** The flow begins here. */
  readonly starts: boolean;
}

export interface GridEdge {
  readonly key: string;
  readonly from: string;
  readonly to: string;
}

/** How far along the flow each node is: after all that lead to it, loops apart. Starts first, in the order of the nodes. */
export function ranksOf(nodes: readonly GridNode[], edges: readonly GridEdge[]): Map<string, number> {
  const out = Map.groupBy(edges, ({ from }) => from);
  const order = searched(nodes, out);
  const place = new Map(order.map((key, i) => [key, i]));
  const isForward = ({ from, to }: GridEdge) => (place.get(from) ?? 0) < (place.get(to) ?? 0);
  const ranks = new Map(order.map((key) => [key, 0]));
  for (const key of order) {
    const next = (ranks.get(key) ?? 0) + 1;
    for (const edge of out.get(key) ?? []) if (isForward(edge)) ranks.set(edge.to, Math.max(next, ranks.get(edge.to) ?? 0));
  }
  // What nothing leads to stands right before what it leads to.
  const into = Map.groupBy(edges, ({ to }) => to);
  for (const { key, starts } of nodes) {
    const after = (out.get(key) ?? []).filter(isForward).map(({ to }) => ranks.get(to) ?? 0);
    if (!starts && !into.get(key)?.some(isForward) && after.length > 0) ranks.set(key, Math.min(...after) - 1);
  }
  return ranks;
}

/** Nodes before what they lead to, found from the starts; an edge against this order closes a loop. */
function searched(nodes: readonly GridNode[], out: ReadonlyMap<string, readonly GridEdge[]>): string[] {
  const done: string[] = [];
  const seen = new Set<string>();
  for (const root of [...nodes.filter(({ starts }) => starts), ...nodes]) {
    if (seen.has(root.key)) continue;
    seen.add(root.key);
    const stack: [key: string, next: number][] = [[root.key, 0]];
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const next = out.get(top[0])?.[top[1]++]?.to;
      if (next === undefined) {
        done.push(top[0]);
        stack.pop();
      } else if (!seen.has(next)) {
        seen.add(next);
        stack.push([next, 0]);
      }
    }
  }
  return done.toReversed();
}
