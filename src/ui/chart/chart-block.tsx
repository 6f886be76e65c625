import { Table2 } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { cx } from "#ui/cx.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { type ChartTone, fills } from "./chart-tones.ts";

export interface LegendEntry {
  readonly name: string;
  readonly tone: ChartTone;
  /** What it comes to over the whole chart. */
  readonly value?: string;
  /** Drawn hatched: a period that has not ended. */
  readonly hatched?: boolean;
  /** Drawn as dashed steps over the columns. */
  readonly dashed?: boolean;
}

interface ChartBlockProps {
  title: string;
  /** What it counts, beside the title. */
  note?: ReactNode;
  legend?: readonly LegendEntry[];
  /** Further controls at the end of its head. */
  actions?: ReactNode;
  /** The same figures as a table, in the place of the drawing once somebody asks. */
  table?: ReactNode;
  children: ReactNode;
}

/** A drawing with its title, its legend, and its figures as a table. */
export function ChartBlock({ title, note, legend = [], actions, table, children }: ChartBlockProps) {
  const id = useId();
  const [asTable, setAsTable] = useState(false);
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col">
      <div className="mb-2 flex min-h-6 items-center gap-x-3 gap-y-1 max-sm:flex-wrap">
        <h2 id={id} className="shrink-0 font-semibold max-sm:shrink">
          {title}
        </h2>
        {note ? <span className="text-xs text-ink-3">{note}</span> : null}
        {legend.length > 0 ? (
          <ul className="ms-auto flex min-w-0 flex-wrap justify-end gap-x-3 gap-y-1 text-xs text-ink-2 max-sm:order-last max-sm:ms-0 max-sm:w-full max-sm:justify-start">
            {legend.map(({ name, tone, value, hatched, dashed }) => (
              <li key={name} className="flex items-center gap-1.5 whitespace-nowrap">
                <span
                  aria-hidden
                  className={
                    dashed ? "w-4 border-t border-dashed border-ink-3" : cx("size-2 rounded-[2px]", fills[tone], hatched && hatching)
                  }
                />
                {name}
                {value === undefined ? null : <span className="tabular-nums">{value}</span>}
              </li>
            ))}
          </ul>
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
      {asTable && table ? <div className="max-h-80 overflow-auto">{table}</div> : children}
    </section>
  );
}

/** What is not whole is drawn in stripes. */
export const hatching = "[mask-image:repeating-linear-gradient(135deg,#000_0_2px,transparent_2px_4px)]";
