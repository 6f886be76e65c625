import type { ModdleElement } from "bpmn-moddle";
import type { Kind } from "#server/clarity/bpmn/element-types.ts";
import type { Findings } from "./findings.ts";
import { bodyOf, childrenOf, documentationOf, referredTo, tellLeftovers } from "./leftovers.ts";

/** A flow from a step to the step that it leads to, with the gateways between them left out. */
export interface ReadFlow {
  readonly element: ModdleElement;
  readonly to: ModdleElement;
}

export interface ReadFlows {
  readonly out: ReadonlyMap<ModdleElement, readonly ReadFlow[]>;
  /** Gateways that only join: steps imply them. */
  readonly isJoin: (node: ModdleElement) => boolean;
  /** Each of them with the step that it leads to. */
  readonly joins: ReadonlyMap<ModdleElement, ModdleElement>;
  /** How many flows lead into a node as the file has it. */
  readonly into: ReadonlyMap<ModdleElement, number>;
}

export function flowsOf(process: ModdleElement, nodes: ReadonlyMap<ModdleElement, Kind>, found: Findings): ReadFlows {
  const flows = childrenOf(process, "flowElements").filter(({ $type }) => $type === "bpmn:SequenceFlow");
  const told = new Set(found.refused().map(({ elementId }) => elementId));
  const known = flows.flatMap((element) => {
    const [from, to] = [referredTo(element, "sourceRef"), referredTo(element, "targetRef")];
    tellLeftovers(element, "flow", found);
    if (from && to && nodes.has(from) && nodes.has(to)) return [{ element, from, to }];
    // A flow at an element that is refused has its reason there; one that refers to nothing was told when it was read.
    if (![element, from, to].some((each) => each?.id !== undefined && told.has(each.id)))
      found.refuse("dangling", "This flow does not lead from one element of the process to another", element);
    return [];
  });
  const out = Map.groupBy(known, ({ from }) => from);
  const into = new Map<ModdleElement, number>();
  for (const { to } of known) into.set(to, (into.get(to) ?? 0) + 1);
  const isJoin = (node: ModdleElement) => {
    const kind = nodes.get(node);
    return kind?.nodeType === "gateway" && kind.nodeSubtype !== "parallel" && out.get(node)?.length === 1;
  };
  const behind = follower(isJoin, (node) => out.get(node)?.[0]?.to);
  const joins = new Map<ModdleElement, ModdleElement>();
  for (const node of nodes.keys()) {
    if (!isJoin(node)) continue;
    const to = behind(node);
    if (to) joins.set(node, to);
    else found.refuse("unsupported", "Gateways lead in a circle without a step", node);
    tellJoin(node, out.get(node)?.[0]?.element, into.get(node) ?? 0, found);
  }
  const toSteps = ({ element, to }: ReadFlow): ReadFlow[] => {
    const step = behind(to);
    return step ? [{ element, to: step }] : [];
  };
  const leading = [...out].flatMap(([from, each]) => (isJoin(from) ? [] : [[from, each.flatMap(toSteps)] as const]));
  return { out: new Map(leading), isJoin, joins, into };
}

/** Answers the first node behind joins. Each join is passed once, however many lead to it. Undefined: they lead in a circle. */
function follower(isJoin: (node: ModdleElement) => boolean, next: (node: ModdleElement) => ModdleElement | undefined) {
  const known = new Map<ModdleElement, ModdleElement | undefined>();
  return (node: ModdleElement): ModdleElement | undefined => {
    const passed = new Set<ModdleElement>();
    let at = node;
    for (; isJoin(at) && !known.has(at) && !passed.has(at); at = next(at) ?? at) passed.add(at);
    const to = isJoin(at) ? known.get(at) : at;
    for (const each of passed) known.set(each, to);
    return to;
  };
}

/** A join has no place in steps for a name, and neither has what leaves it. */
function tellJoin(node: ModdleElement, flow: ModdleElement | undefined, into: number, found: Findings): void {
  const says = [
    ...((node.name ?? "").trim() === "" ? [] : ["name"]),
    ...(documentationOf(node) === null ? [] : ["documentation"]),
    ...((flow?.name ?? "").trim() === "" ? [] : ["name of the flow behind it"]),
    ...(bodyOf(flow && referredTo(flow, "conditionExpression")) === "" ? [] : ["condition of the flow behind it"]),
  ];
  if (into < 2) found.leaveOut("A gateway with one flow out decides nothing and is left out", node);
  if (says.length > 0) found.leaveOut(`Left out: ${says.join(", ")}`, node);
}
