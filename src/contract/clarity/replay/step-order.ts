import { drawnFlow } from "#contract/clarity/flow/drawn-flow.ts";
import { edgesBy } from "#contract/clarity/flow/flow-graph.ts";
import type { Step } from "#contract/clarity/step.ts";

/** Whether one step always runs before another one runs for the first time: without it, the other one is not reached. */
export function alwaysBefore(steps: readonly Step[]): (a: string | null | undefined, b: string | null | undefined) => boolean {
  const flow = drawnFlow(steps);
  const [into, out] = [edgesBy("to", flow), edgesBy("from", flow)];
  const nodes = new Map(flow.nodes.map((node) => [node.id, node]));
  const reachedWithout = (left: string | undefined) => {
    const reached = new Set(flow.nodes.flatMap(({ id, starts }) => (starts && id !== left ? id : [])));
    for (const id of reached) {
      for (const { to } of out.get(id) ?? []) {
        const waits = nodes.get(to)?.takes === "all";
        if (to !== left && (!waits || into.get(to)?.every(({ from }) => reached.has(from)))) reached.add(to);
      }
    }
    return reached;
  };
  const all = reachedWithout(undefined);
  const known = new Map<string, ReadonlySet<string>>();
  return (a, b) => {
    if (typeof a !== "string" || typeof b !== "string" || a === b || !all.has(a) || !all.has(b)) return false;
    const without = known.get(a) ?? reachedWithout(a);
    known.set(a, without);
    return !without.has(b);
  };
}
