import { drawnFlow } from "#contract/clarity/flow/drawn-flow.ts";
import { edgesBy, type FlowNode } from "#contract/clarity/flow/flow-graph.ts";
import type { Step } from "#contract/clarity/step.ts";

/** Where a process is: the flows that have been taken and not left yet, or the start that it waits at. */
export type Marking = ReadonlySet<string>;

export interface FlowMoves {
  /** Before each start. */
  readonly starts: readonly Marking[];
  /** What one step, or one derived join, of those that may can do. */
  from(marking: Marking, may: (node: FlowNode) => boolean): readonly { readonly node: FlowNode; readonly to: Marking }[];
}

/** The moves of a flow, for following one story. Whether the flow is sound is checked elsewhere: here an inclusive join takes what there is. */
export function flowMoves(steps: readonly Step[]): FlowMoves {
  const flow = drawnFlow(steps);
  const [into, out] = [edgesBy("to", flow), edgesBy("from", flow)];
  const nodes = new Map(flow.nodes.map((node) => [node.id, node]));
  const waiting = new Map(flow.nodes.filter(({ starts }) => starts).map((node) => [startEdge(node.id), node]));
  const target = new Map(flow.edges.map(({ id, to }) => [id, to]));
  const given = (node: FlowNode): readonly (readonly string[])[] => {
    const all = (out.get(node.id) ?? []).map(({ id }) => id);
    if (all.length < 2 || node.gives === "all") return [all];
    return node.gives === "one" ? all.map((edge) => [edge]) : someOf(all);
  };
  const taken = (node: FlowNode, marking: Marking): readonly (readonly string[])[] => {
    const all = (into.get(node.id) ?? []).map(({ id }) => id);
    const here = all.filter((edge) => marking.has(edge));
    if (node.takes === "one") return here.map((edge) => [edge]);
    return here.length > 0 && (node.takes === "some" || here.length === all.length) ? [here] : [];
  };
  const move = (node: FlowNode, marking: Marking, edges: readonly string[]) =>
    given(node).map((gives) => ({ node, to: new Set([...[...marking].filter((edge) => !edges.includes(edge)), ...gives]) }));
  return {
    starts: [...waiting.keys()].map((edge) => new Set([edge])),
    from(marking, may) {
      const reached = new Set<FlowNode>();
      const started: ReturnType<typeof move> = [];
      for (const edge of marking) {
        const node = nodes.get(target.get(edge) ?? "");
        if (node && may(node)) reached.add(node);
        const start = waiting.get(edge);
        if (start && may(start)) started.push(...move(start, marking, [edge]));
      }
      return [...started, ...[...reached].flatMap((node) => taken(node, marking).flatMap((edges) => move(node, marking, edges)))];
    },
  };
}

const startEdge = (id: string) => `start ${id}`;

/** All of some flows but none. Past six flows: each one, and all of them. */
function someOf(all: readonly string[]): readonly (readonly string[])[] {
  if (all.length > 6) return [...all.map((edge) => [edge]), all];
  return Array.from({ length: 2 ** all.length - 1 }, (_, i) => all.filter((_edge, bit) => ((i + 1) >> bit) & 1));
}
