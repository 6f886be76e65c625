import { type ChartColumn, type Former, type Series, titleOf, whole } from "./columns-plot.tsx";
import { FigureTable } from "./figure-table.tsx";

interface ColumnsTableProps {
  label: string;
  /** What a column is, as in "Day". */
  head: string;
  series: readonly Series[];
  columns: readonly ChartColumn[];
  former?: Former | undefined;
}

/** The figures of columns over time, the latest first. */
export function ColumnsTable({ label, head, series, columns, former }: ColumnsTableProps) {
  const several = series.length > 1;
  return (
    <FigureTable
      label={label}
      columns={[head, ...series.map(({ name }) => name), ...(several ? ["All"] : []), ...(former ? [former.name] : [])]}
      rows={columns
        .map((column, at) => ({ column, at }))
        .toReversed()
        .map(({ column, at }) => ({
          label: titleOf(column),
          link: column.link,
          cells: [
            ...column.values,
            ...(several ? [column.values.reduce((all, each) => all + each, 0)] : []),
            ...(former ? [former.values[at] ?? 0] : []),
          ].map((n) => (n === 0 ? "–" : whole.format(n))),
        }))}
    />
  );
}
