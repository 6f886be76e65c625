import type { Box, FlowLayout, Label, PlacedEdge } from "#contract/clarity/layout/flow-layout.ts";
import { boxOfLabel } from "#contract/clarity/layout/labels.ts";
import { type Xml, xml } from "#server/clarity/bpmn/xml.ts";
import type { XmlIds } from "./xml-ids.ts";

interface Named {
  readonly collaboration: string;
  readonly pool: string;
  readonly lanes: readonly string[];
  readonly flows: ReadonlyMap<string, string>;
  readonly ids: XmlIds;
}

/** Where the layout puts everything, as the diagram part of the file. */
export function diagramOf(layout: FlowLayout, { collaboration, pool, lanes, flows, ids }: Named): Xml {
  const shape = (of: string, box: Box, more: Xml["attributes"] = {}, label: Label | null = null) =>
    xml("bpmndi:BPMNShape", { id: ids.free(`${of}-shape`), bpmnElement: of, ...more }, [bounds(box), ...labelOf(label)]);
  const edge = ({ edge: { id }, points, label }: PlacedEdge) => {
    const of = flows.get(id) ?? "";
    const waypoints = points.map(({ x, y }) => xml("di:waypoint", { x, y }));
    return xml("bpmndi:BPMNEdge", { id: ids.free(`${of}-edge`), bpmnElement: of }, [...waypoints, ...labelOf(label)]);
  };
  const nodes = layout.nodes.map((each) => {
    const { step, takes } = each.node;
    const marked = step ? step.nodeType === "gateway" && step.nodeSubtype === "exclusive" : takes === "one";
    return shape(ids.of(each.node.id), each, marked ? { isMarkerVisible: true } : {}, each.label);
  });
  return xml("bpmndi:BPMNDiagram", { id: ids.free("diagram") }, [
    xml("bpmndi:BPMNPlane", { id: ids.free("plane"), bpmnElement: collaboration }, [
      shape(pool, layout.pool, { isHorizontal: true }),
      ...lanes.flatMap((id, i) => (layout.lanes[i] ? [shape(id, layout.lanes[i], { isHorizontal: true })] : [])),
      ...nodes,
      ...layout.edges.map(edge),
    ]),
  ]);
}

const bounds = ({ x, y, width, height }: Box): Xml =>
  xml("dc:Bounds", { x: rounded(x), y: rounded(y), width: rounded(width), height: rounded(height) });
const labelOf = (label: Label | null): Xml[] => (label ? [xml("bpmndi:BPMNLabel", {}, [bounds(boxOfLabel(label))])] : []);
const rounded = (value: number) => Math.round(value * 100) / 100;
