import type { FlowLayout, Label, PlacedEdge, PlacedNode } from "#contract/clarity/layout/flow-layout.ts";
import { measures } from "#contract/clarity/layout/sizes.ts";
import type { Step } from "#contract/clarity/step.ts";
import { witnessesOf } from "#contract/clarity/witnesses.ts";
import { asks } from "#features/clarity/step-words.ts";
import { cx } from "#ui/cx.ts";
import { type Mark, markColors, markSigns } from "./marks.ts";
import { NodeShape } from "./node-shape.tsx";
import { roundedPath } from "./rounded-path.ts";

export interface DrawingProps {
  layout: FlowLayout;
  /** Of the pool. */
  name: string;
  /** Pixels on the screen for one of the drawing. */
  zoom: number;
  chosen: string | undefined;
  /** What differs from another version, by the id of the step. */
  marks?: ReadonlyMap<string, Mark> | undefined;
  /** Undefined: all are found. */
  found?: ((step: Step) => boolean) | undefined;
}

/** A flow as its layout places it: pool, lanes, flows, then the steps over them. */
export function FlowDrawing({ layout, name, zoom, chosen, marks, found }: DrawingProps) {
  const disputed = new Set(layout.nodes.flatMap(({ node }) => (node.step && asks(node.step) ? [node.id] : [])));
  return (
    <g fontFamily="var(--font-sans)" className="select-none">
      <Pool layout={layout} name={name} />
      {layout.empty.map(({ id, x, y, width, height }) => (
        <rect key={id} {...{ x, y, width, height }} rx={6} fill="none" stroke="var(--line-strong)" strokeDasharray="2 3" />
      ))}
      {layout.edges.map((placed) => (
        <Edge key={placed.edge.id} placed={placed} layout={layout} color={edgeColor(placed, marks, disputed)} />
      ))}
      {layout.nodes.map((placed) => (
        <Node
          key={placed.node.id}
          placed={placed}
          layout={layout}
          zoom={zoom}
          chosen={placed.node.id === chosen}
          mark={marks?.get(placed.node.id)}
          faded={found !== undefined && placed.node.step !== undefined && !found(placed.node.step)}
        />
      ))}
    </g>
  );
}

/** Headers of pool and lanes. They stay in sight while the rest pans. */
function Pool({ layout: { pool, lanes }, name }: Pick<DrawingProps, "layout" | "name">) {
  return (
    <g>
      <rect {...pool} rx={3} fill="var(--surface)" stroke="var(--line-strong)" />
      <Headers lanes={lanes} height={pool.height} name={name} />
      {lanes.slice(1).map(({ role, y, x }) => (
        <line key={role} x1={x} x2={pool.width} y1={y} y2={y} stroke="var(--line-strong)" />
      ))}
    </g>
  );
}

export function Headers({ lanes, height, name }: { lanes: FlowLayout["lanes"]; height: number; name: string }) {
  return (
    <g>
      <rect x={0} y={0} width={measures.pool} height={height} fill="var(--surface)" stroke="var(--line-strong)" />
      <Sideways text={name} x={measures.pool / 2} y={height / 2} room={height} />
      {lanes.map(({ role, y, height: own }) => (
        <g key={role}>
          <rect x={measures.pool} y={y} width={measures.lane} height={own} fill="var(--sunken)" stroke="var(--line-strong)" />
          <Sideways text={role ?? "No role"} x={measures.pool + measures.lane / 2} y={y + own / 2} room={own} />
        </g>
      ))}
    </g>
  );
}

/** About as many letters as fit into so many pixels. */
const letterWidth = 6;

function Sideways({ text, x, y, room }: { text: string; x: number; y: number; room: number }) {
  const most = Math.max(3, Math.floor((room - 8) / letterWidth));
  return (
    <text transform={`translate(${x} ${y}) rotate(-90)`} textAnchor="middle" dominantBaseline="central" fontSize={11.5} fill="var(--ink-2)">
      {text.length > most ? `${text.slice(0, most - 1)}…` : text}
      <title>{text}</title>
    </text>
  );
}

function edgeColor({ edge: { from, to } }: PlacedEdge, marks: DrawingProps["marks"], disputed: ReadonlySet<string>): string {
  const ends = [marks?.get(from), marks?.get(to)];
  if (ends.includes("added")) return "var(--done)";
  if (ends.includes("removed")) return "var(--failed)";
  return !marks && disputed.has(from) && disputed.has(to) ? "var(--waiting)" : "var(--ink-3)";
}

function Edge({ placed: { edge, points, label }, layout, color }: { placed: PlacedEdge; layout: FlowLayout; color: string }) {
  const last = points.at(-1);
  const before = points.at(-2);
  if (!last || !before) return null;
  const angle = (Math.atan2(last.y - before.y, last.x - before.x) * 180) / Math.PI;
  const toJoin = layout.nodes.find(({ node }) => node.id === edge.to)?.node.step === undefined;
  const [start, second] = points;
  return (
    <g>
      <path d={roundedPath(points, measures.corner)} fill="none" stroke={color} strokeWidth={color === "var(--ink-3)" ? 1.1 : 1.6} />
      <path
        d="M-7 -3.2L0 0L-7 3.2Z"
        fill={color}
        transform={`translate(${last.x} ${last.y}) rotate(${angle})`}
        opacity={toJoin ? 0.8 : 1}
      />
      {edge.isDefault && start && second ? <DefaultSlash from={start} to={second} color={color} /> : null}
      {label ? <LabelText label={label} size={measures.label} halo /> : null}
    </g>
  );
}

/** The sign of the flow that is taken when no condition holds: a stroke across it, 8 px from the gateway. */
function DefaultSlash({ from, to, color }: { from: { x: number; y: number }; to: { x: number; y: number }; color: string }) {
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  return <path d="M6 4L10 -4" stroke={color} strokeWidth={1.2} transform={`translate(${from.x} ${from.y}) rotate(${angle})`} />;
}

function LabelText({ label, size, halo = false }: { label: Label; size: number; halo?: boolean }) {
  const anchor = label.align === "middle" ? "middle" : "start";
  return (
    <text
      fontSize={size}
      fill="var(--ink-2)"
      textAnchor={anchor}
      {...(halo && { stroke: "var(--surface)", strokeWidth: 3, strokeLinejoin: "round" as const, paintOrder: "stroke" })}
    >
      {label.lines.map((line, i) => (
        <tspan key={`${i} ${line}`} x={label.x} y={label.y + size * 0.85 + i * measures.lineHeight}>
          {line}
        </tspan>
      ))}
    </text>
  );
}

interface NodeProps {
  placed: PlacedNode;
  layout: FlowLayout;
  zoom: number;
  chosen: boolean;
  mark: Mark | undefined;
  faded: boolean;
}

function Node({ placed, layout, zoom, chosen, mark, faded }: NodeProps) {
  const { node, x, y, width, label } = placed;
  const { step } = node;
  return (
    <g data-step={step?.id} className={cx(step && "cursor-pointer", faded && "opacity-35")}>
      <NodeShape
        placed={placed}
        scale={layout.scale}
        zoom={zoom}
        chosen={chosen}
        mark={mark}
        dashed={step?.nodeType === "task" && witnessesOf(step) < 2}
      />
      {label ? <LabelText label={label} size={measures.label} halo /> : null}
      {mark ? (
        <Badge x={x + width} y={y} color={markColors[mark]} sign={markSigns[mark]} />
      ) : step && asks(step) ? (
        <Badge x={x + width} y={y} color="var(--waiting)" sign="?" />
      ) : null}
    </g>
  );
}

function Badge({ x, y, color, sign }: { x: number; y: number; color: string; sign: string }) {
  return (
    <g aria-hidden>
      <circle cx={x - 3} cy={y + 2} r={8.5} fill="var(--surface)" stroke={color} />
      <text x={x - 3} y={y + 2} textAnchor="middle" dominantBaseline="central" fontSize={11} fontWeight={600} fill={color}>
        {sign}
      </text>
    </g>
  );
}
