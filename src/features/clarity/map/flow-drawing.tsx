import { Fragment, useMemo } from "react";
import { drawingOf } from "#contract/clarity/drawing/drawing.ts";
import type { Part } from "#contract/clarity/drawing/shapes.ts";
import type { FlowLayout, PlacedEdge, PlacedNode } from "#contract/clarity/layout/flow-layout.ts";
import type { StepMode } from "#contract/clarity/flow/lanes.ts";
import type { Step } from "#contract/clarity/step.ts";
import { asks } from "#features/clarity/step-words.ts";
import { cx } from "#ui/cx.ts";
import { ChosenRing } from "./chosen-ring.tsx";
import { DrawnParts } from "./drawn-parts.tsx";
import { leastText } from "./zoom.ts";
import { type Mark, markColors, markSigns } from "./marks.ts";

export interface DrawingProps {
  layout: FlowLayout;
  /** Of the pool. */
  name: string;
  /** Pixels on the screen for one of the drawing. */
  zoom: number;
  chosen: string | undefined;
  /** What differs from another version, or is wrong, by the id of the step. */
  marks?: ReadonlyMap<string, Mark> | undefined;
  /** Of a proposal: who does each task. */
  modes?: ReadonlyMap<string, StepMode> | undefined;
  /** Undefined: all are found. */
  found?: ((step: Step) => boolean) | undefined;
  /** The steps that a chosen capture supports: the others step back. */
  lit?: ReadonlySet<string> | undefined;
}

/** A flow as it is exported and printed too, with what is chosen, found, asked and changed in it. */
export function FlowDrawing({ layout, name, zoom, chosen, marks, modes, found, lit }: DrawingProps) {
  const parts = useMemo(() => drawingOf(layout, name), [layout, name]);
  const placed = new Map(layout.nodes.map((each) => [each.node.id, each]));
  const edges = new Map(layout.edges.map((each) => [each.edge.id, each]));
  const disputed = new Set(layout.nodes.flatMap(({ node }) => (node.step && asks(node.step) ? [node.id] : [])));
  const looks = { scale: layout.scale, zoom, chosen, marks, modes, lit };
  const recedes = (step: Step) => (found && !found(step)) || (lit && !lit.has(step.id) && step.id !== chosen);
  return (
    <g className="select-none">
      {parts.map((part) => {
        const key = `${part.of} ${part.id}`;
        const edge = part.of === "flow" ? edges.get(part.id) : undefined;
        const node = part.of === "step" || part.of === "label" ? placed.get(part.id) : undefined;
        const step = node?.node.step;
        if (edge) return <DrawnFlow key={key} part={part} color={edgeColor(edge, marks, disputed)} />;
        if (!node || !step) return <DrawnParts key={key} parts={[part]} />;
        return (
          <g key={key} data-step={step.id} className={cx("cursor-pointer", recedes(step) && "opacity-35")}>
            {isCut(part) ? <title>{step.title}</title> : null}
            {part.of === "step" ? <DrawnStep part={part} placed={node} {...looks} /> : <DrawnParts parts={[part]} />}
          </g>
        );
      })}
      {layout.nodes.map(({ node: { id, step }, x, y, width }) => {
        const mark = marks?.get(id);
        if (!step || (!mark && !asks(step))) return null;
        // What a step asks stays in sight beside what changed.
        const shown = [...(mark ? [mark] : []), ...(asks(step) && mark !== "question" ? (["question"] as const) : [])];
        return (
          <g key={id} data-step={id} className={cx("cursor-pointer", recedes(step) && "opacity-35")}>
            {shown.map((each, at) => (
              <Badge key={each} x={x + width - at * 20} y={y} color={markColors[each]} sign={markSigns[each]} />
            ))}
          </g>
        );
      })}
    </g>
  );
}

/** The names of pool and lanes: they stay in sight while the rest pans. */
export function Headers({ layout, name }: Pick<DrawingProps, "layout" | "name">) {
  const parts = useMemo(() => drawingOf(layout, name).filter(({ of }) => of === "pool" || of === "lane"), [layout, name]);
  return <DrawnParts parts={parts} />;
}

/** A title that has no room is told whole to a pointer. */
const isCut = ({ shapes }: Part) => shapes.some((shape) => shape.kind === "text" && shape.text.endsWith("…"));

function edgeColor({ edge: { from, to } }: PlacedEdge, marks: DrawingProps["marks"], disputed: ReadonlySet<string>): string | undefined {
  const ends = [marks?.get(from), marks?.get(to)];
  if (ends.includes("added")) return "var(--done)";
  if (ends.includes("removed")) return "var(--failed)";
  return !marks && disputed.has(from) && disputed.has(to) ? "var(--waiting)" : undefined;
}

function DrawnFlow({ part, color }: { part: Part; color: string | undefined }) {
  if (color === undefined) return <DrawnParts parts={[part]} />;
  const shapes = part.shapes.map((shape) => ("stroke" in shape ? { ...shape, width: 1.6 } : shape));
  return <DrawnParts parts={[{ ...part, shapes }]} colors={{ "ink-3": color }} />;
}

interface DrawnStepProps extends Pick<DrawingProps, "zoom" | "chosen" | "marks" | "modes" | "lit"> {
  part: Part;
  placed: PlacedNode;
  scale: FlowLayout["scale"];
}

function DrawnStep({ part, placed, scale, zoom, chosen, marks, modes, lit }: DrawnStepProps) {
  const { node, x, y, width, height, number } = placed;
  const mark = marks?.get(node.id);
  const mode = modes?.get(node.id);
  const isChosen = node.id === chosen;
  const line = mark ? markColors[mark] : isChosen ? "var(--accent)" : undefined;
  const colors = { ...(line !== undefined && { "ink-2": line }), ...(lit?.has(node.id) && { surface: "var(--accent-soft)" }) };
  const readable = node.step?.nodeType !== "task" || scale.title * zoom >= leastText;
  return (
    <Fragment>
      {isChosen ? <ChosenRing placed={placed} /> : null}
      {readable ? (
        <>
          <DrawnParts parts={[part]} colors={colors} bold={isChosen} />
          {mode ? (
            <text
              x={x + 27 + 6.5 * String(number).length}
              y={y + 13.5}
              fontFamily="var(--font-sans)"
              fontSize={10.5}
              fill={mode === "agent" ? "var(--accent-ink)" : "var(--ink-3)"}
            >
              {shortModes[mode]}
            </text>
          ) : null}
        </>
      ) : (
        <>
          <DrawnParts parts={[{ ...part, shapes: part.shapes.slice(0, 1) }]} colors={colors} />
          <text
            x={x + width / 2}
            y={y + height / 2}
            textAnchor="middle"
            dominantBaseline="central"
            fontFamily="var(--font-sans)"
            fontSize={11 / zoom}
            fontWeight={600}
            fill="var(--ink-2)"
          >
            {number}
          </text>
        </>
      )}
    </Fragment>
  );
}

/** Beside the number of a task, where there is room for a word. */
const shortModes: Readonly<Record<StepMode, string>> = { agent: "Agent", person: "Asked", outside: "Outside" };

function Badge({ x, y, color, sign }: { x: number; y: number; color: string; sign: string }) {
  return (
    <g aria-hidden fontFamily="var(--font-sans)">
      <circle cx={x - 3} cy={y + 2} r={8.5} fill="var(--surface)" stroke={color} />
      <text x={x - 3} y={y + 2} textAnchor="middle" dominantBaseline="central" fontSize={11} fontWeight={600} fill={color}>
        {sign}
      </text>
    </g>
  );
}
