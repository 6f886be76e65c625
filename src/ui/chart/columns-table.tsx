import { type ChartColumn, type Series, titleOf, whole } from "./columns-plot.tsx";
import { FigureTable } from "./figure-table.tsx";

interface ColumnsTableProps {
  label: string;
  /** What a column is, as in "Day". */
  head: string;
  series: readonly Series[];
  columns: readonly ChartColumn[];
}

/** The figures of columns over time, the latest first. */
export function ColumnsTable({ label, head, series, columns }: ColumnsTableProps) {
  const several = series.length > 1;
  return (
    <FigureTable
      label={label}
      columns={[head, ...series.map(({ name }) => name), ...(several ? ["All"] : [])]}
      rows={columns.toReversed().map((column) => ({
        label: titleOf(column),
        link: column.link,
        cells: [...column.values, ...(several ? [column.values.reduce((all, each) => all + each, 0)] : [])].map((n) =>
          n === 0 ? "–" : whole.format(n),
        ),
      }))}
    />
  );
}
