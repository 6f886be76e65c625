import { drawingOf } from "#contract/clarity/drawing/drawing.ts";
import type { Part, Shape, Tone } from "#contract/clarity/drawing/shapes.ts";
import type { FlowLayout } from "#contract/clarity/layout/flow-layout.ts";
import { layoutOf } from "#contract/clarity/layout/layout.ts";
import type { Step } from "#contract/clarity/step.ts";
import { printed, type Xml, xml } from "#server/clarity/bpmn/xml.ts";

export interface SvgOptions {
  /** Of the process: it is in the header of the pool, and what the picture is called. */
  readonly name: string;
  /** Where everything is. One of `comparedLayouts` draws a version as it stands beside the other one. */
  readonly layout?: FlowLayout;
}

/** The console's light colors: other programs do not know how it writes them. */
export const colors: Readonly<Record<Tone, string>> = {
  canvas: "#ffffff",
  surface: "#ffffff",
  sunken: "#f6f7f9",
  "line-strong": "#cbced3",
  ink: "#191c22",
  "ink-2": "#474a52",
  "ink-3": "#63666e",
};
/** Around the pool, so that its border is whole. */
const edge = 1;

/** A process as an SVG that stands by itself: light, with texts as texts, nothing to load and nothing that runs. The same steps give the same bytes. */
export function drawSvg(steps: readonly Step[], { name, layout = layoutOf(steps) }: SvgOptions): string {
  const [width, height] = [layout.width + 2 * edge, layout.height + 2 * edge];
  const box = `${-edge} ${-edge} ${width} ${height}`;
  const attributes = {
    xmlns: "http://www.w3.org/2000/svg",
    viewBox: box,
    width,
    height,
    role: "img",
    "font-family": "system-ui, sans-serif",
    fill: "none",
    "stroke-linejoin": "round",
    "stroke-linecap": "round",
  };
  const ground = xml("rect", { x: -edge, y: -edge, width, height, fill: colors.canvas });
  return printed(xml("svg", attributes, [xml("title", {}, name), ground, ...drawingOf(layout, name).map(part)]));
}

function part({ of, id, shapes }: Part): Xml {
  return xml("g", { class: of, ...((of === "step" || of === "flow") && { "data-id": id }) }, shapes.map(shape));
}

function shape(each: Shape): Xml {
  if (each.kind === "text") {
    const { x, y, size, anchor, tone, upright, halo } = each;
    const around = halo && { stroke: colors[halo], "stroke-width": 3, "paint-order": "stroke" };
    const attributes = { x, y, "font-size": size, "text-anchor": anchor === "middle" ? anchor : undefined, fill: colors[tone], ...around };
    return xml("text", { ...attributes, transform: upright ? `rotate(-90 ${x} ${y})` : undefined }, each.text);
  }
  const paint = {
    fill: each.fill && colors[each.fill],
    stroke: each.stroke && colors[each.stroke],
    "stroke-width": each.width && rounded(each.width),
    "stroke-dasharray": each.dash,
  };
  if (each.kind === "circle") return xml("circle", { cx: each.x, cy: each.y, r: each.r, ...paint });
  if (each.kind === "rect")
    return xml("rect", { x: each.x, y: each.y, width: each.w, height: each.h, rx: each.radius || undefined, ...paint });
  const { d, at } = each;
  return xml("path", { d, transform: at && `translate(${rounded(at.x)} ${rounded(at.y)}) scale(${rounded(at.scale, 4)})`, ...paint });
}

function rounded(value: number, digits = 2): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
