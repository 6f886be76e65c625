interface SparkProps {
  /** What it says, in words. */
  label: string;
  /** Each column, and the part of it that is out of the ordinary. */
  columns: readonly { readonly value: number; readonly marked: number }[];
}

const height = 20;
const step = 4;
const wide = 3;

/** Columns without an axis, beside the number that they are the course of. The highest one has the height of the row. */
export function Spark({ label, columns }: SparkProps) {
  const most = Math.max(1, ...columns.map(({ value }) => value));
  const drawn = (of: (column: SparkProps["columns"][number]) => number) =>
    columns
      .flatMap((column, at) => {
        const value = of(column);
        // A single one among thousands is still to be seen.
        const high = Math.max(1.5, (value / most) * (height - 2));
        return value > 0 ? [`M${at * step} ${height}v-${high.toFixed(1)}h${wide}V${height}z`] : [];
      })
      .join("");
  const all = columns.length * step;
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${all} ${height}`} preserveAspectRatio="none" className="block h-5 w-full">
      <path d={`M0 ${height - 0.5}H${all}`} className="stroke-line" />
      <path d={drawn(({ value }) => value)} className="fill-chart-mid" />
      <path d={drawn(({ marked }) => marked)} className="fill-chart-failed" />
    </svg>
  );
}
