import { Table2 } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { IconButton } from "#ui/icon-button.tsx";
import { cx } from "#ui/cx.ts";
import { ChartLegend, type LegendEntry } from "./chart-legend.tsx";

interface ChartBlockProps {
  title: string;
  /** What it counts, beside the title. */
  note?: ReactNode;
  legend?: readonly LegendEntry[];
  /** Further controls at the end of its head. */
  actions?: ReactNode;
  /** The same figures as a table, in the place of the drawing once somebody asks. */
  table?: ReactNode;
  /** In a band the table has the height of the drawing: what stands below stays where it is. */
  band?: boolean;
  children: ReactNode;
}

/** A drawing with its title, its legend, and its figures as a table. */
export function ChartBlock({ title, note, legend = [], actions, table, band = false, children }: ChartBlockProps) {
  const id = useId();
  const [asTable, setAsTable] = useState(false);
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col">
      <div className={cx("mb-2 flex min-h-6 items-center gap-x-3 gap-y-1", !band && "max-sm:flex-wrap")}>
        <h2 id={id} className={cx("font-semibold", band ? "whitespace-nowrap" : "shrink-0 max-sm:shrink")}>
          {title}
        </h2>
        {note ? <span className="text-xs text-ink-3">{note}</span> : null}
        {legend.length > 0 ? (
          <ChartLegend
            entries={legend}
            className={cx(
              "ms-auto justify-end",
              // What does not fit beside the others is left out of a band.
              band ? "h-4 overflow-hidden" : "max-sm:order-last max-sm:ms-0 max-sm:w-full max-sm:justify-start",
            )}
          />
        ) : null}
        {actions}
        {table ? (
          <span className={legend.length > 0 ? "max-sm:ms-auto" : "ms-auto"}>
            <IconButton
              size="sm"
              icon={Table2}
              label={asTable ? `${title} as a drawing` : `${title} as a table`}
              aria-pressed={asTable}
              onClick={() => setAsTable(!asTable)}
            />
          </span>
        ) : null}
      </div>
      {asTable && table ? <div className={band ? "h-41 overflow-auto" : "max-h-80 overflow-auto"}>{table}</div> : children}
    </section>
  );
}
