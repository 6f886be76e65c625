import type { Step } from "#contract/clarity/step.ts";
import { isEnd, isStart } from "./step-faults.ts";

/** How a node passes tokens: `one` takes any token and passes it to one flow, `all` waits for all and passes to all, `some` is between. */
export type Passing = "one" | "all" | "some";

export interface FlowNode {
  readonly id: string;
  /** Absent where the node is derived: a join that the steps imply. */
  readonly step?: Step;
  readonly takes: Passing;
  readonly gives: Passing;
  readonly starts: boolean;
  readonly ends: boolean;
}

export interface FlowEdge {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly label: string | null;
  readonly isDefault: boolean;
}

/** Nodes in the order of the steps, each derived join right before its step. Edges in the order of their step and its targets. */
export interface FlowGraph {
  readonly nodes: readonly FlowNode[];
  readonly edges: readonly FlowEdge[];
}

/** The steps as they are, without derived joins. Targets that no step has are left out, so a draft with faults can be drawn. */
export function graphOf(steps: readonly Step[]): FlowGraph {
  const ids = new Set(steps.map(({ id }) => id));
  const edges = steps.flatMap(({ id, targetSteps }) =>
    targetSteps.flatMap(({ stepId, label, isDefault }, i) =>
      ids.has(stepId) ? [{ id: `flow-${id}-${i + 1}`, from: id, to: stepId, label: label === "" ? null : label, isDefault }] : [],
    ),
  );
  return { nodes: steps.map(nodeOf), edges };
}

function nodeOf(step: Step): FlowNode {
  const passing = step.nodeType === "gateway" ? passingOf[step.nodeSubtype] : undefined;
  // Several flows out of a task or an event are all taken; several flows into it run it once each.
  return {
    id: step.id,
    step,
    takes: passing === "all" ? "all" : "one",
    gives: passing ?? "all",
    starts: isStart(step),
    ends: isEnd(step),
  };
}

const passingOf = { exclusive: "one", inclusive: "some", parallel: "all" } as const;

export function derivedJoin(id: string, takes: Passing): FlowNode {
  return { id, takes, gives: "all", starts: false, ends: false };
}

/** The edges at each node, in their order. */
export function edgesBy(end: "from" | "to", { nodes, edges }: FlowGraph): Map<string, FlowEdge[]> {
  const by = new Map<string, FlowEdge[]>(nodes.map(({ id }) => [id, []]));
  for (const edge of edges) by.get(edge[end])?.push(edge);
  return by;
}

/** What a flow can be followed to from some nodes, these included. */
export function reachedFrom(ids: Iterable<string>, out: ReadonlyMap<string, readonly FlowEdge[]>, end: "from" | "to" = "to"): Set<string> {
  const reached = new Set(ids);
  for (const id of reached) for (const edge of out.get(id) ?? []) reached.add(edge[end]);
  return reached;
}
