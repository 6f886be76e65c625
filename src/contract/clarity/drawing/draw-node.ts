import type { Label, PlacedNode } from "#contract/clarity/layout/flow-layout.ts";
import { measures, type Scale, wrapped } from "#contract/clarity/layout/sizes.ts";
import type { Step } from "#contract/clarity/step.ts";
import type { Part, Shape, Text } from "./shapes.ts";
import { signOf, type SignLook, signShapes } from "./signs.ts";

const marker = 13;

/** A step, or a join that the steps imply. `dashed`: only one witness tells of it. */
export function nodePart(node: PlacedNode, scale: Scale, dashed: boolean): Part {
  const { step, id, takes } = node.node;
  if (!step) {
    const look = { tone: "ink-3", ground: "surface", width: 1 } as const;
    return {
      of: "join",
      id,
      shapes: [diamond(node, "ink-3", 1), ...inMiddle(node, takes === "some" ? "inclusive" : "exclusive", 10, look)],
    };
  }
  if (step.nodeType === "task") return { of: "step", id, shapes: taskShapes(node, step, scale, dashed) };
  if (step.nodeType === "gateway") {
    const look = { tone: "ink-2", ground: "surface", width: 2.2 } as const;
    const size = step.nodeSubtype === "exclusive" ? 15 : 16;
    return { of: "step", id, shapes: [diamond(node, "ink-2", 1.2), ...inMiddle(node, step.nodeSubtype, size, look)] };
  }
  return { of: "step", id, shapes: eventShapes(node, step) };
}

/** The lines of a label, each at its place. */
export function labelPart(id: string, label: Label | null): Part[] {
  if (!label) return [];
  const shapes = label.lines.map((line, i): Text => ({
    kind: "text",
    text: line,
    x: label.x,
    y: label.y + i * measures.lineHeight + measures.label - 1,
    size: measures.label,
    anchor: label.align === "left" ? "start" : "middle",
    tone: "ink-2",
    halo: "canvas",
  }));
  return [{ of: "label", id, shapes }];
}

function taskShapes(
  { x, y, width, height, number }: PlacedNode,
  step: Step,
  { title: size, lines: most }: Scale,
  dashed: boolean,
): Shape[] {
  const sign = signOf(step);
  const look = { tone: "ink-3", ground: "surface", width: 1.1 } as const;
  const lines = wrapped(step.title, width - 10, size, most);
  const line = size * 1.12;
  const [top, bottom] = [y + 6 + marker, y + height - 4];
  // In the middle of what is below the sign; three lines need all of it.
  const first = Math.max(top + size * 0.82 - 2, (top + bottom - line * lines.length) / 2 + size * 0.86);
  return [
    { kind: "rect", x, y, w: width, h: height, radius: 6, fill: "surface", stroke: "ink-2", width: 1.2, ...(dashed && { dash: "4 3" }) },
    ...(sign ? signShapes(sign, { x: x + 6, y: y + 5, scale: marker / 24 }, look) : []),
    ...(number === null ? [] : [text(String(number), x + 6 + marker + 4, y + 15, 10.5, "ink-3", "start")]),
    ...lines.map((each, i) => text(each, x + width / 2, first + i * line, size, "ink", "middle")),
  ];
}

function eventShapes(node: PlacedNode, step: Step): Shape[] {
  const r = node.width / 2;
  const at = { kind: "circle", x: node.x + r, y: node.y + r } as const;
  if (step.nodeSubtype === "end") return [{ ...at, r: r - 1, fill: "surface", stroke: "ink-2", width: 3 }];
  const outer: Shape = { ...at, r, fill: "surface", stroke: "ink-2", width: 1.2 };
  const sign = signOf(step);
  if (!sign) return [outer];
  const look = { tone: "ink-2", ground: "surface", width: 1.1 } as const;
  return [outer, { ...at, r: r - 2.8, stroke: "ink-2", width: 1.1 }, ...inMiddle(node, sign, 14, look)];
}

function diamond({ x, y, width, height }: PlacedNode, stroke: "ink-2" | "ink-3", line: number): Shape {
  const [middle, center] = [x + width / 2, y + height / 2];
  return {
    kind: "path",
    d: `M${middle} ${y}L${x + width} ${center}L${middle} ${y + height}L${x} ${center}Z`,
    fill: "surface",
    stroke,
    width: line,
  };
}

function inMiddle({ x, y, width, height }: PlacedNode, sign: Parameters<typeof signShapes>[0], size: number, look: SignLook): Shape[] {
  return signShapes(sign, { x: x + (width - size) / 2, y: y + (height - size) / 2, scale: size / 24 }, look);
}

function text(words: string, x: number, y: number, size: number, tone: Text["tone"], anchor: Text["anchor"]): Text {
  return { kind: "text", text: words, x, y: Math.round(y * 10) / 10, size, anchor, tone };
}
