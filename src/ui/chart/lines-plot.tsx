import { cx } from "#ui/cx.ts";
import { AnyLink } from "#ui/link.tsx";
import { everySo } from "./axis.ts";
import { type ChartMark, MarkLines } from "./mark-lines.tsx";

export interface Line {
  readonly name: string;
  /** The first is what one looks at; others are beside it. */
  readonly tone: "main" | "beside";
  /** One for each period; null where nothing was measured. */
  readonly values: readonly (number | null)[];
  /** Of each period, the list of what was measured. */
  readonly links?: readonly (string | undefined)[];
}

interface LinesPlotProps {
  label: string;
  lines: readonly Line[];
  /** Under the axis, one for each period. */
  labels: readonly string[];
  /** The figures beside the gridlines, from 0 up. */
  axis: readonly number[];
  format: (value: number) => string;
  marks?: readonly ChartMark[];
  size?: keyof typeof heights;
}

const heights = { small: "mt-5 h-28", band: "h-36" } as const;
const endWidths = { small: "w-24", band: "w-20" } as const;

const strokes = { main: "stroke-accent", beside: "stroke-ink-3" } as const;
const inks = { main: "text-accent-ink", beside: "text-ink-2" } as const;

/** Lines over time, each named at its end with what it came to last. */
export function LinesPlot({ label, lines, labels, axis, format, marks = [], size = "small" }: LinesPlotProps) {
  const top = (axis.at(-1) ?? 1) * (size === "band" ? 1.1 : 1);
  const of = labels.length;
  const ends = endsOf(lines, top);
  return (
    <figure aria-label={label}>
      <div className="flex">
        <div aria-hidden className={cx("relative w-10 shrink-0 text-xs text-ink-3", heights[size])}>
          {axis.map((value) => (
            <span key={value} className="absolute end-2 translate-y-1/2" style={{ bottom: `${(value / top) * 100}%` }}>
              {format(value)}
            </span>
          ))}
        </div>
        <div className={cx("relative min-w-0 flex-1", heights[size])}>
          {axis.map((value) => (
            <div
              key={value}
              className={cx("absolute inset-x-0 border-t", value === 0 ? "border-line-strong" : "border-line")}
              style={{ bottom: `${(value / top) * 100}%` }}
            />
          ))}
          <MarkLines marks={marks} of={of} room={0.4} />
          <svg viewBox={`0 0 ${of} 100`} preserveAspectRatio="none" aria-hidden className="absolute inset-0 size-full overflow-visible">
            {lines.map(({ name, tone, values }) => (
              <path
                key={name}
                d={pathOf(values, top)}
                fill="none"
                strokeWidth={1.75}
                strokeLinejoin="round"
                strokeLinecap="round"
                vectorEffect="non-scaling-stroke"
                className={strokes[tone]}
              />
            ))}
          </svg>
        </div>
        <div className={cx("relative shrink-0 text-xs", endWidths[size], heights[size])}>
          {ends.map(({ name, tone, value, link, place }) => (
            <span
              key={name}
              className={cx("absolute start-2 translate-y-1/2 whitespace-nowrap", inks[tone])}
              style={{ bottom: `${place}%` }}
            >
              {link ? (
                <AnyLink link={link} className="hover:underline">
                  {name} {format(value)}
                </AnyLink>
              ) : (
                `${name} ${format(value)}`
              )}
            </span>
          ))}
        </div>
      </div>
      <div aria-hidden className={cx("relative ms-10 mt-1 h-4 text-xs text-ink-3", size === "band" ? "me-20" : "me-24")}>
        {labels.map((below, at) =>
          at % everySo(of, size === "band" ? 3 : 4) === 0 ? (
            <span key={below} className="absolute -translate-x-1/2 whitespace-nowrap" style={{ left: `${((at + 0.5) / of) * 100}%` }}>
              {below}
            </span>
          ) : null,
        )}
      </div>
    </figure>
  );
}

/** A line from period to period; over those without a value it goes straight on. One value alone is a short stroke. */
function pathOf(values: readonly (number | null)[], top: number): string {
  const known = values.flatMap((value, at) => (value === null ? [] : [{ x: at + 0.5, y: 100 - (value / top) * 100 }]));
  const [only, second] = known;
  if (only && !second) return `M${only.x - 0.3} ${only.y}H${only.x + 0.3}`;
  return known.map(({ x, y }, i) => `${i === 0 ? "M" : "L"}${x} ${y.toFixed(2)}`).join("");
}

/** Where the names at the ends of lines stand, in percent from below: not on top of each other. */
function endsOf(
  lines: readonly Line[],
  top: number,
): { name: string; tone: Line["tone"]; value: number; link: string | undefined; place: number }[] {
  const apart = 15;
  const ends = lines
    .flatMap(({ name, tone, values, links }) => {
      const at = values.findLastIndex((each) => each !== null);
      const value = values[at];
      return value === undefined || value === null ? [] : [{ name, tone, value, link: links?.[at], place: (value / top) * 100 }];
    })
    .toSorted((a, b) => a.place - b.place);
  let least = Number.NEGATIVE_INFINITY;
  return ends.map((end) => {
    const place = Math.max(end.place, least);
    least = place + apart;
    return { ...end, place };
  });
}
