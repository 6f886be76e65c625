import { cx } from "#ui/cx.ts";
import { everySo } from "./axis.ts";

/** Where an arrow key leads among `count` columns; undefined: it is another key. */
export function columnAfter(key: string, at: number | undefined, count: number): number | undefined {
  const last = count - 1;
  return { ArrowLeft: Math.max(0, (at ?? count) - 1), ArrowRight: Math.min(last, (at ?? -1) + 1), Home: 0, End: last }[key];
}

interface ColumnLabelsProps {
  columns: readonly { readonly title: string; readonly label: string }[];
  /** As many as there is room for on a wide screen; a phone shows half of them. */
  most: number;
  /** All of them stay on a phone. */
  few?: boolean;
}

/** Under the axis: each so many-th of the columns by its name. */
export function ColumnLabels({ columns, most, few = false }: ColumnLabelsProps) {
  const every = everySo(columns.length, most);
  return (
    <div aria-hidden className="relative ms-9 mt-1 flex h-4 text-xs text-ink-3">
      {columns.map(({ title, label }, place) =>
        place % every === 0 ? (
          <span
            key={title}
            className={cx("absolute -translate-x-1/2 whitespace-nowrap", place % (2 * every) !== 0 && !few && "max-sm:hidden")}
            style={{ left: `${((place + 0.5) / columns.length) * 100}%` }}
          >
            {label}
          </span>
        ) : null,
      )}
    </div>
  );
}
