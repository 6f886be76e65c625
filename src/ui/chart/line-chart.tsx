import { useId } from "react";
import { ChartTable } from "./chart-table.tsx";

export interface ChartPoint {
  /** Under the axis and in the table, as in "Nov 21". */
  readonly label: string;
  /** 0 to 1; null where nothing was measured. */
  readonly value: number | null;
  /** Further cells of the table, in the order of `columns`. */
  readonly cells: readonly string[];
}

export interface LineChartProps {
  /** What the line is. */
  label: string;
  points: readonly ChartPoint[];
  /** Heads of the table: the point, its value, then the cells. */
  columns: readonly string[];
}

const width = 600;
const height = 120;
const pad = { top: 8, bottom: 20, start: 36, end: 8 };

/** A share over time. The same numbers stand in a table below, which is what a screen reader gets. */
export function LineChart({ label, points, columns }: LineChartProps) {
  const id = useId();
  const x = (at: number) => pad.start + (at * (width - pad.start - pad.end)) / Math.max(1, points.length - 1);
  const y = (value: number) => pad.top + (1 - value) * (height - pad.top - pad.bottom);
  const known = points.flatMap(({ value }, at) => (value === null ? [] : [{ at, value }]));
  const path = known.map(({ at, value }, i) => `${i === 0 ? "M" : "L"}${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join("");
  return (
    <figure aria-labelledby={id}>
      <figcaption id={id} className="sr-only">
        {label}
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden className="block w-full text-xs">
        {[0, 0.5, 1].map((value) => (
          <g key={value}>
            <line x1={pad.start} x2={width - pad.end} y1={y(value)} y2={y(value)} className="stroke-line" />
            <text x={pad.start - 6} y={y(value)} textAnchor="end" dominantBaseline="middle" className="fill-ink-3 text-[10px]">
              {percent(value)}
            </text>
          </g>
        ))}
        <path d={path} fill="none" strokeWidth={1.75} strokeLinejoin="round" className="stroke-accent" />
        {known.map(({ at, value }) => (
          <circle key={at} cx={x(at)} cy={y(value)} r={2.5} className="fill-accent" />
        ))}
        <text x={pad.start} y={height - 4} className="fill-ink-3 text-[10px]">
          {points[0]?.label}
        </text>
        <text x={width - pad.end} y={height - 4} textAnchor="end" className="fill-ink-3 text-[10px]">
          {points.at(-1)?.label}
        </text>
      </svg>
      <ChartTable
        label={label}
        columns={columns}
        rows={() =>
          points.flatMap(({ label: point, value, cells }) => (value === null ? [] : [{ label: point, cells: [percent(value), ...cells] }]))
        }
      />
    </figure>
  );
}

function percent(value: number): string {
  return `${Math.round(value * 100)}%`;
}
