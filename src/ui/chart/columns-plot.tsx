import { type KeyboardEvent, useState } from "react";
import { cx } from "#ui/cx.ts";
import { useGo } from "#ui/link.tsx";
import { axisOf } from "./axis.ts";
import { hatching } from "./chart-legend.tsx";
import { type ChartTone, fills } from "./chart-tones.ts";
import { FormerSteps } from "./former-steps.tsx";
import { columnAfter, ColumnLabels } from "./column-places.tsx";
import { LookedBox } from "./looked-box.tsx";
import { type ChartMark, MarkLines } from "./mark-lines.tsx";

/** What stands on top of each other in every column, from the bottom up. */
export interface Series {
  readonly name: string;
  readonly tone: ChartTone;
}

export interface ChartColumn {
  /** Under the axis, as in "Nov 21". */
  readonly label: string;
  /** In full, as in "Saturday, November 21". */
  readonly title: string;
  /** Why it is not a whole one: drawn hatched, and said beside its title. */
  readonly part?: string | undefined;
  /** One for each series. */
  readonly values: readonly number[];
  /** The list of what it counts. */
  readonly link?: string | undefined;
}

export interface Former {
  readonly name: string;
  /** One for each column. */
  readonly values: readonly number[];
}

export interface ColumnsPlotProps {
  label: string;
  /** What the figures are, as in ["run", "runs"]. */
  words: readonly [one: string, many: string];
  series: readonly Series[];
  columns: readonly ChartColumn[];
  marks?: readonly ChartMark[];
  /** What all of each column came to in a time before, as in "30 days before". */
  former?: Former | undefined;
  size?: keyof typeof heights;
}

const heights = { main: "h-43", band: "h-36", small: "h-28" } as const;
const mostLabels = { main: 8, band: 8, small: 4 } as const;
export const whole = new Intl.NumberFormat("en");
const brief = new Intl.NumberFormat("en", { notation: "compact" });
const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0);

/**
 * Stacked columns over time, in percent of whatever room there is. One stop for the keyboard, in which arrows go from column to column, what each
 * comes to is read out, and Enter opens its list.
 */
export function ColumnsPlot({ label, words, series, columns, marks = [], former, size = "main" }: ColumnsPlotProps) {
  const go = useGo();
  const [at, setAt] = useState<number>();
  const lines = axisOf(Math.max(0, ...columns.map(({ values }) => sum(values)), ...(former?.values ?? [])));
  const top = lines.at(-1) ?? 1;
  const looked = at === undefined ? undefined : columns[at];
  const onKeyDown = (event: KeyboardEvent) => {
    const next = columnAfter(event.key, at, columns.length);
    if (event.key === "Escape") setAt(undefined);
    if (event.key === "Enter" && looked?.link) go(looked.link);
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
  };
  return (
    <div>
      <div className="relative flex">
        <div aria-hidden className={cx("relative w-9 shrink-0 text-xs text-ink-3", heights[size], marks.length > 0 && "mt-5")}>
          {lines.map((line) => (
            <span key={line} className="absolute end-2 translate-y-1/2 tabular-nums" style={{ bottom: `${(line / top) * 100}%` }}>
              {brief.format(line)}
            </span>
          ))}
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/no-noninteractive-element-interactions -- it is a group whose columns are looked at by key, and opened as links are */}
        <div
          role="group"
          aria-label={`${label}. Arrow keys read its columns${columns.some(({ link }) => link) ? ", Enter opens one" : ""}.`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
          tabIndex={0}
          className={cx("relative min-w-0 flex-1", heights[size], marks.length > 0 && "mt-5")}
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
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- Enter does it in the group
              <div
                key={column.title}
                data-column
                className={cx(
                  "flex h-full min-w-0 flex-1 flex-col-reverse items-center",
                  place === at && "bg-hover",
                  column.link && "cursor-pointer",
                )}
                onPointerEnter={() => setAt(place)}
                onPointerDown={() => setAt(place)}
                onClick={({ nativeEvent }) =>
                  // A finger looks first: its second touch opens.
                  column.link && ((nativeEvent as PointerEvent).pointerType === "mouse" || place === at) && go(column.link)
                }
              >
                {series.map(({ name, tone }, of) => (
                  <div
                    key={name}
                    className={cx(
                      "max-w-7 shrink-0",
                      columns.length > 60 ? "w-full" : "w-[68%]",
                      column.part && tone === "pale" ? fills.edge : fills[tone],
                      tone === "pale" && (column.values[of] ?? 0) > 0 && "border-t-[1.5px] border-chart-edge",
                      column.part && hatching,
                    )}
                    style={{ height: `${((column.values[of] ?? 0) / top) * 100}%` }}
                  />
                ))}
              </div>
            ))}
          </div>
          {former ? <FormerSteps values={former.values} top={top} /> : null}
          <MarkLines marks={marks} of={columns.length} {...(size === "small" && { room: 0.32 })} />
          {looked && at !== undefined ? (
            <Looked
              {...{ series, words }}
              before={former && [former.name, former.values[at] ?? 0]}
              column={looked}
              place={(at + 0.5) / columns.length}
            />
          ) : null}
        </div>
      </div>
      <ColumnLabels columns={columns} most={mostLabels[size]} few={size === "small"} />
      <p role="status" className="sr-only">
        {looked
          ? `${titleOf(looked)}: ${inWords(looked, series, words)}${former && at !== undefined ? `, ${former.name} ${whole.format(former.values[at] ?? 0)}` : ""}`
          : ""}
      </p>
    </div>
  );
}

export function titleOf({ title, part }: ChartColumn): string {
  return part ? `${title}, ${part}` : title;
}

function inWords({ values }: ChartColumn, series: readonly Series[], [one, many]: readonly [string, string]): string {
  const all = sum(values);
  const parts = series.map(({ name }, of) => `${name.toLowerCase()} ${whole.format(values[of] ?? 0)}`);
  return `${whole.format(all)} ${all === 1 ? one : many}${series.length > 1 ? `, ${parts.join(", ")}` : ""}`;
}

interface LookedProps {
  readonly column: ChartColumn;
  readonly before: readonly [name: string, value: number] | undefined;
  readonly series: readonly Series[];
  readonly words: readonly [one: string, many: string];
  /** From 0 at the start of the chart to 1 at its end. */
  readonly place: number;
}

function Looked({ column, before, series, words: [one, many], place }: LookedProps) {
  const all = sum(column.values);
  const counted = `${whole.format(all)} ${all === 1 ? one : many}`;
  return (
    <LookedBox title={column.title} part={column.part} place={place}>
      {series.map(({ name, tone }, of) =>
        column.values[of] || series.length < 3 ? (
          <p key={name} className="mt-0.5 flex items-center gap-1.5 text-ink-2">
            <span aria-hidden className={cx("size-2 rounded-[2px]", fills[tone])} />
            {name}
            <span className="ms-auto ps-4 tabular-nums">{whole.format(column.values[of] ?? 0)}</span>
          </p>
        ) : null,
      )}
      {before ? (
        <p className="mt-0.5 flex text-ink-2">
          {before[0]}
          <span className="ms-auto ps-4 tabular-nums">{whole.format(before[1])}</span>
        </p>
      ) : null}
      <p className="mt-1 text-ink-3">{column.link && all > 0 ? `Open ${counted}` : counted}</p>
    </LookedBox>
  );
}
