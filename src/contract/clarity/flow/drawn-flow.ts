import type { Step } from "#contract/clarity/step.ts";
import { dominatorsOf } from "./dominators.ts";
import { derivedJoin, edgesBy, type FlowEdge, type FlowGraph, type FlowNode, graphOf, type Passing } from "./flow-graph.ts";

/**
 * The flow as it is drawn, checked and exported. Steps have no join of alternatives: flows simply lead to one step. The joins that they imply are
 * derived here, as `join-<step>`, and no step is made of them. A parallel join gets one for each branch that it waits for.
 */
export function drawnFlow(steps: readonly Step[]): FlowGraph {
  const graph = graphOf(steps);
  const taken = new Set(steps.map(({ id }) => id));
  const joins = joinsOf(graph, (step) => freeId(`join-${step}`, taken));
  const target = new Map(joins.flatMap(({ node, edges }) => edges.map((edge) => [edge, node.id] as const)));
  const ahead = Map.groupBy(joins, ({ before }) => before);
  return {
    nodes: graph.nodes.flatMap((node) => [...(ahead.get(node.id) ?? []).map((join) => join.node), node]),
    edges: [
      ...graph.edges.map((edge) => ({ ...edge, to: target.get(edge.id) ?? edge.to })),
      ...joins.map(({ node, before, out }) => ({ id: out, from: node.id, to: target.get(out) ?? before, label: null, isDefault: false })),
    ],
  };
}

interface Join {
  readonly node: FlowNode;
  readonly before: string;
  /** What leads into it: edges of steps, or those of joins before it. */
  readonly edges: readonly string[];
  readonly out: string;
}

function freeId(wanted: string, taken: Set<string>): string {
  let id = wanted;
  for (let n = 2; taken.has(id); n++) id = `${wanted}-${n}`;
  taken.add(id);
  return id;
}

function joinsOf(graph: FlowGraph, nameFor: (step: string) => string): Join[] {
  const dominators = dominatorsOf(graph);
  const into = edgesBy("to", graph);
  const out = edgesBy("from", graph);
  const opens = (id: string) => (out.get(id)?.length ?? 0) > 1;
  const nodes = new Map(graph.nodes.map((node) => [dominators.node(node.id), node]));
  return graph.nodes.flatMap((node) => {
    const edges = into.get(node.id) ?? [];
    if (edges.length < 2) return [];
    const made: Join[] = [];
    const join = (takes: Passing, ids: readonly string[]): string => {
      const [only] = ids;
      if (ids.length === 1 && only !== undefined) return only;
      const id = nameFor(node.id);
      made.push({ node: derivedJoin(id, takes), before: node.id, edges: ids, out: `flow-${id}` });
      return `flow-${id}`;
    };
    const { forward, back } = directions(edges, dominators.node(node.id), dominators);
    const groupsOf = (all: readonly FlowEdge[]) => branches(all, dominators, nodes);
    /** One edge of what some edges come to. */
    const merged = (all: readonly FlowEdge[]): string => {
      if (all.length === 1) return all[0]?.id ?? "";
      const { split, groups } = groupsOf(all);
      return join(split?.gives === "some" ? "some" : "one", groups.map(merged));
    };
    const top = groupsOf(forward);
    // A parallel gateway that opens branches waits only for those of another parallel one.
    const waits = node.takes === "all" && forward.length > 1 && !(opens(node.id) && top.split?.gives !== "all");
    const entering = waits ? top.groups.map(merged) : forward.length === 0 ? [] : [merged(forward)];
    // What comes back waits for no branch: it enters where the first branch does.
    if (back.length > 0) join("one", [...entering.slice(0, 1), ...back.map(({ id }) => id)]);
    return made;
  });
}

/** Edges that come from what the node itself leads to are loops back to it. */
function directions(edges: readonly FlowEdge[], node: string, { chainOf, edge }: ReturnType<typeof dominatorsOf>) {
  const isBack = ({ id }: FlowEdge) => chainOf(edge(id)).includes(node);
  return { forward: edges.filter((each) => !isBack(each)), back: edges.filter(isBack) };
}

/** The split that all edges have passed last, and the edges by its branches. */
function branches(
  edges: readonly FlowEdge[],
  { chainOf, edge }: ReturnType<typeof dominatorsOf>,
  nodes: ReadonlyMap<string, FlowNode>,
): { split?: FlowNode; groups: FlowEdge[][] } {
  const chains = edges.map(({ id }) => chainOf(edge(id)));
  const [first = [], ...others] = chains;
  const common = first.find((id) => others.every((chain) => chain.includes(id)));
  const split = common === undefined ? undefined : nodes.get(common);
  if (edges.length < 2 || common === undefined || !split) return { groups: edges.map((each) => [each]) };
  // The step below the split is its branch, where only one leads there; an edge reached by several is a group of its own.
  const branchOf = (chain: readonly string[]) => chain[chain.indexOf(common) - 1] ?? "";
  const groups = Map.groupBy(
    edges.map((each, i) => ({ each, branch: branchOf(chains[i] ?? []) })),
    ({ branch }) => branch,
  );
  return { split, groups: [...groups.values()].map((group) => group.map(({ each }) => each)) };
}
