export interface ChartMark {
  /** In periods from the start of the chart, as 3.5: in the middle of the fourth. */
  readonly at: number;
  readonly label: string;
}

interface MarkLinesProps {
  marks: readonly ChartMark[];
  /** Periods of the chart. */
  of: number;
  /** The part of the width that a name takes. */
  room?: number;
}

/** Moments in a chart: a dashed line each, named above it. The latest names come first: one without room of its own is only its title. */
export function MarkLines({ marks, of, room = 0.14 }: MarkLinesProps) {
  let free = Number.POSITIVE_INFINITY;
  return marks.toReversed().map(({ at, label }) => {
    const place = at / of;
    const before = place > 1 - room;
    const [start, end] = before ? [place - room, place] : [place, place + room];
    const isNamed = end <= free;
    if (isNamed) free = start;
    return (
      <div
        key={`${at} ${label}`}
        title={label}
        className="pointer-events-none absolute -top-5 bottom-0 border-s border-dashed border-ink-3"
        style={{ left: `${place * 100}%` }}
      >
        {isNamed ? (
          <span className={`absolute top-0 text-xs whitespace-nowrap text-ink-2 ${before ? "end-1.5" : "start-1.5"}`}>{label}</span>
        ) : null}
      </div>
    );
  });
}
