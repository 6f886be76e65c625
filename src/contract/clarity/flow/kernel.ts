import type { FlowGraph, FlowNode } from "./flow-graph.ts";

/** A node that passes tokens: the edges they came by, and those they leave by. */
export interface Firing {
  readonly node: string;
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/** An edge of the kernel stands for edges of the flow and what runs between them without a choice. */
export interface KernelEdge {
  readonly from: string;
  readonly to: string;
  /** Edges of the flow at its beginning and at its end. Several where branches of one parallel split were taken together. */
  readonly leaves: readonly string[];
  readonly enters: readonly string[];
  readonly between: readonly Firing[];
}

export interface Kernel {
  readonly nodes: ReadonlyMap<string, FlowNode>;
  readonly edges: readonly KernelEdge[];
}

/** The flow with an edge of the kernel for each of its own. */
export function wholeKernel({ nodes, edges }: FlowGraph): Kernel {
  return {
    nodes: new Map(nodes.map((node) => [node.id, node])),
    edges: edges.map(({ id, from, to }) => ({ from, to, leaves: [id], enters: [id], between: [] })),
  };
}

/** The same faults with fewer states: steps one after the other, branches that meet again, and loops with a way out become one edge. */
export function reducedKernel(graph: FlowGraph): Kernel {
  const whole = wholeKernel(graph);
  const nodes = new Map(whole.nodes);
  const edges = new Set(whole.edges);
  while (joinedPair(nodes, edges) || passedNode(nodes, edges) || droppedLoop(nodes, edges));
  return { nodes, edges: [...edges] };
}

type Nodes = Map<string, FlowNode>;
type Edges = Set<KernelEdge>;
const into = (edges: Edges, id: string) => [...edges].filter(({ to }) => to === id);
const out = (edges: Edges, id: string) => [...edges].filter(({ from }) => from === id);

/** A node with one way in and one out. */
function passedNode(nodes: Nodes, edges: Edges): boolean {
  for (const { id, starts, ends } of nodes.values()) {
    const [before, ...moreBefore] = into(edges, id);
    const [after, ...moreAfter] = out(edges, id);
    if (starts || ends || !before || !after || moreBefore.length > 0 || moreAfter.length > 0 || before === after) continue;
    const firing = { node: id, from: before.enters, to: after.leaves };
    const between = [...before.between, firing, ...after.between];
    edges.delete(before);
    edges.delete(after);
    edges.add({ from: before.from, to: after.to, leaves: before.leaves, enters: after.enters, between });
    nodes.delete(id);
    return true;
  }
  return false;
}

/** Two edges between the same nodes, where one end splits as the other one joins. */
function joinedPair(nodes: Nodes, edges: Edges): boolean {
  const seen = new Map<string, KernelEdge>();
  for (const edge of edges) {
    const key = JSON.stringify([edge.from, edge.to]);
    const other = seen.get(key);
    seen.set(key, edge);
    const gives = nodes.get(edge.from)?.gives;
    if (!other || edge.from === edge.to || gives !== nodes.get(edge.to)?.takes) continue;
    edges.delete(other);
    edges.delete(edge);
    edges.add(gives === "all" ? together(other, edge) : other.between.length <= edge.between.length ? other : edge);
    return true;
  }
  return false;
}

function together(a: KernelEdge, b: KernelEdge): KernelEdge {
  const both = (part: "leaves" | "enters") => [...a[part], ...b[part]];
  return { ...a, leaves: both("leaves"), enters: both("enters"), between: [...a.between, ...b.between] };
}

/** An edge from a choice back to the join right before it, where the choice has another way. */
function droppedLoop(nodes: Nodes, edges: Edges): boolean {
  for (const edge of edges) {
    const choice = nodes.get(edge.from);
    const join = nodes.get(edge.to);
    if (!choice || !join || choice === join || choice.gives !== "one" || join.takes !== "one") continue;
    const [only, ...others] = out(edges, join.id);
    if (!only || others.length > 0 || only.to !== choice.id || into(edges, choice.id).length > 1 || out(edges, choice.id).length < 2)
      continue;
    if (into(edges, join.id).length < 2) continue;
    edges.delete(edge);
    return true;
  }
  return false;
}
