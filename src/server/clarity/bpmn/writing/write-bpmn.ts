import type { FlowNode } from "#contract/clarity/flow/flow-graph.ts";
import { isChoice } from "#contract/clarity/flow/step-faults.ts";
import type { FlowLayout, PlacedEdge } from "#contract/clarity/layout/flow-layout.ts";
import { layoutOf } from "#contract/clarity/layout/layout.ts";
import type { Step, StepTarget } from "#contract/clarity/step.ts";
import { writtenAs } from "#server/clarity/bpmn/element-types.ts";
import { keptOfFlow, keptOfStep, ours } from "#server/clarity/bpmn/kept.ts";
import { printed, type Xml, xml } from "#server/clarity/bpmn/xml.ts";
import { diagramOf } from "./diagram.ts";
import { type XmlIds, xmlIds } from "./xml-ids.ts";

export interface BpmnOptions {
  /** Of the process: of its pool too. */
  readonly name: string;
  readonly description?: string | null;
  /** Becomes the id of the process, so that files of several processes have different ones. */
  readonly id?: string;
  /** Where everything is. One of `comparedLayouts` draws a version as it stands beside the other one. */
  readonly layout?: FlowLayout;
}

/**
 * A process as BPMN 2.0 with its drawing: one pool, a lane for each role, the joins that its steps imply, default flows and conditions. The same steps
 * give the same bytes, and `readBpmn` makes the same steps of them. It takes any steps; whether a flow that is not sound is handed out is up to the
 * caller.
 */
export function writeBpmn(
  steps: readonly Step[],
  { name, description = null, id = "process", layout = layoutOf(steps) }: BpmnOptions,
): string {
  const ids = xmlIds([...steps.map((step) => step.id), ...layout.nodes.flatMap(({ node }) => (node.step ? [] : [node.id]))]);
  const process = ids.free(id);
  const flows = new Map(layout.edges.map(({ edge }) => [edge.id, ids.free(`flow-${ids.of(edge.from)}-${ids.of(edge.to)}`)]));
  const lanes = layout.lanes.length === 1 && layout.lanes[0]?.role === null ? [] : layout.lanes.map((_, i) => ids.free(`lane-${i + 1}`));
  const named = { collaboration: ids.free("collaboration"), pool: ids.free("pool"), flows, lanes, ids };
  const definitions = {
    "xmlns:bpmn": "http://www.omg.org/spec/BPMN/20100524/MODEL",
    "xmlns:bpmndi": "http://www.omg.org/spec/BPMN/20100524/DI",
    "xmlns:dc": "http://www.omg.org/spec/DD/20100524/DC",
    "xmlns:di": "http://www.omg.org/spec/DD/20100524/DI",
    "xmlns:caseload": ours,
    id: ids.free("definitions"),
    targetNamespace: ours,
    exporter: "Caseload",
  };
  return printed(
    xml("bpmn:definitions", definitions, [
      xml("bpmn:collaboration", { id: named.collaboration }, [xml("bpmn:participant", { id: named.pool, name, processRef: process })]),
      xml("bpmn:process", { id: process, name, isExecutable: false }, [
        ...documentation(description),
        ...laneSet(layout, lanes, ids),
        ...elementsOf(steps, layout, flows, ids),
      ]),
      diagramOf(layout, named),
    ]),
  );
}

interface Aim {
  readonly step: Step;
  readonly target: StepTarget;
}

const documentation = (text: string | null) => (text === null ? [] : [xml("bpmn:documentation", {}, text)]);
const kept = (name: string, json: string | null) =>
  json === null ? [] : [xml("bpmn:extensionElements", {}, [xml(`caseload:${name}`, {}, json)])];

function laneSet({ lanes, nodes }: FlowLayout, laneIds: readonly string[], ids: XmlIds): Xml[] {
  if (laneIds.length === 0) return [];
  const each = laneIds.map((id, i) =>
    xml(
      "bpmn:lane",
      { id, name: lanes[i]?.role },
      nodes.flatMap(({ node, lane }) => (lane === i ? [xml("bpmn:flowNodeRef", {}, ids.of(node.id))] : [])),
    ),
  );
  return [xml("bpmn:laneSet", { id: ids.free("lanes") }, each)];
}

function elementsOf(steps: readonly Step[], { nodes, edges }: FlowLayout, flows: ReadonlyMap<string, string>, ids: XmlIds): Xml[] {
  const at = (end: "from" | "to") => Map.groupBy(edges, ({ edge }) => edge[end]);
  const [out, into] = [at("from"), at("to")];
  const targets = new Map<string, Aim>(
    steps.flatMap((step) => step.targetSteps.map((target, i) => [`flow-${step.id}-${i + 1}`, { step, target }] as const)),
  );
  const refs = (name: string, of: readonly PlacedEdge[] = []) => of.map(({ edge }) => xml(name, {}, flows.get(edge.id) ?? ""));
  const node = ({ id, step, takes }: FlowNode): Xml => {
    const ends = [...refs("bpmn:incoming", into.get(id)), ...refs("bpmn:outgoing", out.get(id))];
    if (!step) return xml(takes === "some" ? "bpmn:inclusiveGateway" : "bpmn:exclusiveGateway", { id: ids.of(id) }, ends);
    const { element, event } = writtenAs(step);
    const otherwise = isChoice(step) ? out.get(id)?.find(({ edge }) => edge.isDefault) : undefined;
    return xml(`bpmn:${element}`, { id: ids.of(id), name: step.title, default: otherwise && flows.get(otherwise.edge.id) }, [
      ...documentation(step.description),
      ...kept("step", keptOfStep(step, ids.of(id))),
      ...ends,
      ...(event ? [xml(`bpmn:${event}`, { id: ids.free(`${ids.of(id)}-event`) })] : []),
    ]);
  };
  const flow = ({ edge }: PlacedEdge): Xml => {
    const of = targets.get(edge.id);
    const attributes = { id: flows.get(edge.id), name: edge.label, sourceRef: ids.of(edge.from), targetRef: ids.of(edge.to) };
    return xml("bpmn:sequenceFlow", attributes, [...kept("flow", of ? keptOfFlow(of.target) : null), ...conditionOf(of)]);
  };
  return [...nodes.map((each) => node(each.node)), ...edges.map(flow)];
}

/** In words, as the label says it: the flow is for people. */
function conditionOf(of: Aim | undefined): Xml[] {
  if (!of?.target.label || of.target.isDefault || !isChoice(of.step)) return [];
  return [xml("bpmn:conditionExpression", {}, of.target.label)];
}
