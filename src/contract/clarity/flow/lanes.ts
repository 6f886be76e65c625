import type { Step } from "#contract/clarity/step.ts";
import { edgesBy, graphOf } from "./flow-graph.ts";

/** What the role of automated work is called, by the reference. */
const serviceRole = "the service";

/**
 * The role that performs each step. A step without one has that of the step before it; what nothing leads to has that of the step after it. Null
 * where no step nearby has a role.
 */
export function lanesOf(steps: readonly Step[]): Map<string, string | null> {
  const graph = graphOf(steps);
  const lanes = new Map<string, string | null>(steps.flatMap(({ id, role }) => (role === null ? [] : [[id, role]])));
  const spread = (edges: ReturnType<typeof edgesBy>, end: "from" | "to", start: Iterable<string>) => {
    const queue = [...start];
    for (const id of queue) {
      for (const edge of edges.get(id) ?? []) {
        if (lanes.has(edge[end])) continue;
        lanes.set(edge[end], lanes.get(id) ?? null);
        queue.push(edge[end]);
      }
    }
  };
  const inOrder = () => steps.flatMap(({ id }) => (lanes.has(id) ? [id] : []));
  spread(edgesBy("from", graph), "to", inOrder());
  spread(edgesBy("to", graph), "from", inOrder());
  return new Map(steps.map(({ id }) => [id, lanes.get(id) ?? null]));
}

/** Each lane once, in the order in which the steps name them. */
export function laneOrder(steps: readonly Step[], lanes = lanesOf(steps)): (string | null)[] {
  return [...new Set(steps.map(({ id }) => lanes.get(id) ?? null))];
}

/** Who does a task once an agent has the process: the agent, a person whom it asks, or somebody outside of it. Null for events and gateways. */
export type StepMode = "agent" | "person" | "outside";
export function modeOf(step: Step, lane: string | null = step.role): StepMode | null {
  if (step.nodeType !== "task") return null;
  if (step.nodeSubtype === "user") return "person";
  return step.nodeSubtype !== "manual" && lane === serviceRole ? "agent" : "outside";
}

/** Who does each task. */
export function modesOf(steps: readonly Step[]): Map<string, StepMode> {
  const lanes = lanesOf(steps);
  return new Map(
    steps.flatMap((step): [string, StepMode][] => {
      const mode = modeOf(step, lanes.get(step.id));
      return mode ? [[step.id, mode]] : [];
    }),
  );
}
