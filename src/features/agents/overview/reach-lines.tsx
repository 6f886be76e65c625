/** How high a row is, with the gap below it. */
const row = { height: 28, gap: 4 };
const width = 56;

interface ReachLinesProps {
  /** How many rows stand at this side, from the top. */
  rows: number;
  /** How many at the side that has more: the agent stands in the middle of these. */
  of: number;
  towards: "start" | "end";
}

/** From the rows of a side to the agent between both. */
export function ReachLines({ rows, of, towards }: ReachLinesProps) {
  const height = of * (row.height + row.gap) - row.gap;
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      style={{ height }}
      className={`hidden min-w-8 flex-1 overflow-visible md:block ${towards === "start" ? "-scale-x-100" : ""}`}
    >
      {Array.from({ length: rows }, (_, at) => {
        const y = at * (row.height + row.gap) + row.height / 2;
        return (
          <path
            key={at}
            d={`M0 ${y}C${width / 2} ${y} ${width / 2} ${height / 2} ${width} ${height / 2}`}
            fill="none"
            vectorEffect="non-scaling-stroke"
            className="stroke-line-strong"
          />
        );
      })}
    </svg>
  );
}
