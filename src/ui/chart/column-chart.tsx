import { type KeyboardEvent, useId, useState } from "react";
import { cx } from "#ui/cx.ts";
import { axisOf, everySo } from "./axis.ts";
import { ChartTable } from "./chart-table.tsx";

/** What stands on top of each other in every column, from the bottom up. */
export interface Series {
  readonly name: string;
  readonly tone: "first" | "second";
}

export interface ChartColumn {
  /** Under the axis, as in "Nov 21". */
  readonly label: string;
  /** In full, as in "Saturday, November 21". */
  readonly title: string;
  /** Why it is not a whole one: drawn hatched, and said beside its title. */
  readonly part?: string;
  /** One for each series. */
  readonly values: readonly number[];
}

interface ColumnChartProps {
  label: string;
  /** What the figures are, as in ["run", "runs"]. */
  words: readonly [one: string, many: string];
  /** What a column is, as in "Day". */
  head: string;
  series: readonly Series[];
  columns: readonly ChartColumn[];
}

const fills = { first: "bg-chart-1", second: "bg-chart-2" } as const;
const hatched = "[mask-image:repeating-linear-gradient(135deg,#000_0_2px,transparent_2px_4px)]";
const mostLabels = 8;
const whole = new Intl.NumberFormat("en");
const brief = new Intl.NumberFormat("en", { notation: "compact" });
const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0);

/**
 * Stacked columns over time, in percent of whatever room there is. One stop for the keyboard, in which arrows go from column to column and what
 * each comes to is read out; the same figures stand in a table below.
 */
export function ColumnChart({ label, words, head, series, columns }: ColumnChartProps) {
  const id = useId();
  const [at, setAt] = useState<number>();
  const lines = axisOf(Math.max(0, ...columns.map(({ values }) => sum(values))));
  const top = lines.at(-1) ?? 1;
  const looked = at === undefined ? undefined : columns[at];
  const onKeyDown = (event: KeyboardEvent) => {
    const last = columns.length - 1;
    const next = { ArrowLeft: Math.max(0, (at ?? columns.length) - 1), ArrowRight: Math.min(last, (at ?? -1) + 1), Home: 0, End: last }[
      event.key
    ];
    if (event.key === "Escape") setAt(undefined);
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
  };
  return (
    <figure aria-labelledby={id}>
      <figcaption id={id} className="sr-only">
        {label}
      </figcaption>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2">
        {series.map(({ name, tone }, of) => (
          <li key={name} className="flex items-center gap-1.5">
            <span aria-hidden className={cx("size-2.5 rounded-sm", fills[tone])} />
            {name}
            <span className="text-ink-3">{whole.format(sum(columns.map(({ values }) => values[of] ?? 0)))}</span>
          </li>
        ))}
      </ul>
      <div className="relative mt-3 flex">
        <div aria-hidden className="relative h-48 w-10 shrink-0 text-xs text-ink-3">
          {lines.map((line) => (
            <span key={line} className="absolute end-2 translate-y-1/2" style={{ bottom: `${(line / top) * 100}%` }}>
              {brief.format(line)}
            </span>
          ))}
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/no-noninteractive-element-interactions -- it is a group whose columns are looked at by key, and not pressed */}
        <div
          role="group"
          aria-label={`${label}. Arrow keys read its columns.`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
          tabIndex={0}
          className="relative h-48 min-w-0 flex-1"
          onKeyDown={onKeyDown}
          onBlur={() => setAt(undefined)}
          onPointerLeave={() => setAt(undefined)}
        >
          {lines.map((line) => (
            <div
              key={line}
              className={cx("absolute inset-x-0 border-t", line === 0 ? "border-line-strong" : "border-line")}
              style={{ bottom: `${(line / top) * 100}%` }}
            />
          ))}
          <div className="absolute inset-0 flex">
            {columns.map((column, place) => (
              <div
                key={column.title}
                data-column
                className={cx("flex h-full min-w-0 flex-1 flex-col-reverse items-center", place === at && "bg-hover")}
                onPointerEnter={() => setAt(place)}
                onPointerDown={() => setAt(place)}
              >
                {series.map(({ name, tone }, of) => (
                  <div
                    key={name}
                    className={cx("max-w-9 shrink-0", columns.length > 60 ? "w-full" : "w-2/3", fills[tone], column.part && hatched)}
                    style={{ height: `${((column.values[of] ?? 0) / top) * 100}%` }}
                  />
                ))}
              </div>
            ))}
          </div>
          {looked && at !== undefined ? <Looked {...{ series, words }} column={looked} place={(at + 0.5) / columns.length} /> : null}
        </div>
      </div>
      <div aria-hidden className="relative ms-10 mt-1 flex h-4 text-xs text-ink-3">
        {columns.map(({ title, label: below }, place) =>
          place % everySo(columns.length, mostLabels) === 0 ? (
            <span
              key={title}
              className={cx(
                "absolute -translate-x-1/2 whitespace-nowrap",
                place % (2 * everySo(columns.length, mostLabels)) !== 0 && "max-sm:hidden",
              )}
              style={{ left: `${((place + 0.5) / columns.length) * 100}%` }}
            >
              {below}
            </span>
          ) : null,
        )}
      </div>
      <p role="status" className="sr-only">
        {looked ? `${titleOf(looked)}: ${inWords(looked, series, words)}` : ""}
      </p>
      <ChartTable
        label={label}
        columns={[head, ...series.map(({ name }) => name), "All"]}
        rows={() =>
          columns.map((column) => ({ label: titleOf(column), cells: [...column.values, sum(column.values)].map((n) => whole.format(n)) }))
        }
      />
    </figure>
  );
}

function titleOf({ title, part }: ChartColumn): string {
  return part ? `${title}, ${part}` : title;
}

function inWords({ values }: ChartColumn, series: readonly Series[], [one, many]: readonly [string, string]): string {
  const all = sum(values);
  const parts = series.map(({ name }, of) => `${name.toLowerCase()} ${whole.format(values[of] ?? 0)}`);
  return `${whole.format(all)} ${all === 1 ? one : many}, ${parts.join(", ")}`;
}

interface LookedProps {
  readonly column: ChartColumn;
  readonly series: readonly Series[];
  readonly words: readonly [one: string, many: string];
  /** From 0 at the start of the chart to 1 at its end: it never hangs out of it. */
  readonly place: number;
}

function Looked({ column, series, words: [one, many], place }: LookedProps) {
  const all = sum(column.values);
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute -top-2 z-10 min-w-36 rounded-md bg-surface px-3 py-2 text-xs whitespace-nowrap shadow-pop"
      style={{ left: `${place * 100}%`, transform: `translateX(-${place * 100}%)` }}
    >
      <p className="font-medium">{column.title}</p>
      {column.part ? <p className="text-ink-3">{column.part}</p> : null}
      <p className="mt-1 flex justify-between gap-4">
        <span>{all === 1 ? `1 ${one}` : `${whole.format(all)} ${many}`}</span>
      </p>
      {series.map(({ name, tone }, of) => (
        <p key={name} className="mt-0.5 flex items-center gap-1.5 text-ink-2">
          <span aria-hidden className={cx("size-2 rounded-sm", fills[tone])} />
          {name}
          <span className="ms-auto ps-4">{whole.format(column.values[of] ?? 0)}</span>
        </p>
      ))}
    </div>
  );
}
