import { type KeyboardEvent, useState } from "react";
import { cx } from "#ui/cx.ts";
import { useGo } from "#ui/link.tsx";
import { mirrorAxisOf } from "./axis.ts";
import { hatching } from "./chart-legend.tsx";
import { columnAfter, ColumnLabels } from "./column-places.tsx";
import { LookedBox } from "./looked-box.tsx";
import { titleOf, whole } from "./columns-plot.tsx";

/** What goes up and what goes down in one period, each with the list of what it counts. */
export interface MirrorColumn {
  readonly label: string;
  readonly title: string;
  /** Why it is not a whole one. */
  readonly part?: string | undefined;
  readonly values: readonly [up: number, down: number];
  readonly links: readonly [up: string | undefined, down: string | undefined];
}

interface MirrorPlotProps {
  label: string;
  names: readonly [up: string, down: string];
  columns: readonly MirrorColumn[];
}

const halves = [0, 1] as const;
type Half = (typeof halves)[number];
const looks = [
  { whole: "bg-chart-pale", part: "bg-chart-edge", cap: "border-t-[1.5px] border-chart-edge" },
  { whole: "bg-chart-other-pale", part: "bg-control", cap: "border-b-[1.5px] border-control" },
] as const;

/**
 * Two figures over time on one scale, one above zero and one below it. One stop for the keyboard: left and right go from column to column, up and
 * down to its other half, and Enter opens the list of that.
 */
export function MirrorPlot({ label, names, columns }: MirrorPlotProps) {
  const go = useGo();
  const [looked, setLooked] = useState<{ readonly at: number; readonly half: Half }>();
  const { lines, top } = mirrorAxisOf(Math.max(0, ...columns.flatMap(({ values }) => values)));
  const column = looked && columns[looked.at];
  const open = (of: MirrorColumn, half: Half) => {
    const link = of.links[half];
    if (link && of.values[half] > 0) go(link);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const half = event.key === "ArrowUp" ? 0 : event.key === "ArrowDown" ? 1 : (looked?.half ?? 0);
    const at =
      columnAfter(event.key, looked?.at, columns.length) ??
      (event.key.startsWith("Arrow") ? (looked?.at ?? columns.length - 1) : undefined);
    if (event.key === "Escape") setLooked(undefined);
    if (event.key === "Enter" && looked && column) open(column, looked.half);
    if (at === undefined) return;
    event.preventDefault();
    setLooked({ at, half });
  };
  const placeOf = (value: number) => `${50 + (value / top) * 50}%`;
  return (
    <div>
      <div className="relative flex">
        <div aria-hidden className="relative h-36 w-9 shrink-0 text-xs text-ink-3">
          {[0, ...lines, ...lines.map((line) => -line)].map((line) => (
            <span key={line} className="absolute end-2 translate-y-1/2 tabular-nums" style={{ bottom: placeOf(line) }}>
              {whole.format(Math.abs(line))}
            </span>
          ))}
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/no-noninteractive-element-interactions -- a group whose columns are looked at by key, and opened as links are */}
        <div
          role="group"
          aria-label={`${label}. Arrow keys read its columns, up and down choose ${names.join(" or ")}, Enter opens it.`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
          tabIndex={0}
          className="relative h-36 min-w-0 flex-1"
          onKeyDown={onKeyDown}
          onBlur={() => setLooked(undefined)}
          onPointerLeave={() => setLooked(undefined)}
        >
          {[0, ...lines, ...lines.map((line) => -line)].map((line) => (
            <div
              key={line}
              className={cx("absolute inset-x-0 border-t", line === 0 ? "border-line-strong" : "border-line")}
              style={{ bottom: placeOf(line) }}
            />
          ))}
          <div className="absolute inset-0 flex">
            {columns.map((each, at) => (
              <div key={each.title} data-column className={cx("flex h-full min-w-0 flex-1 flex-col", at === looked?.at && "bg-hover")}>
                {halves.map((half) => (
                  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- Enter does it in the group
                  <div
                    key={half}
                    className={cx(
                      "flex h-1/2 justify-center",
                      half === 0 && "items-end",
                      each.links[half] && each.values[half] > 0 && "cursor-pointer",
                    )}
                    onPointerEnter={() => setLooked({ at, half })}
                    onPointerDown={() => setLooked({ at, half })}
                    onClick={({ nativeEvent }) => {
                      // A finger looks first: its second touch opens.
                      if ((nativeEvent as PointerEvent).pointerType === "mouse" || (looked?.at === at && looked.half === half))
                        open(each, half);
                    }}
                  >
                    <div
                      className={cx(
                        "max-w-7 shrink-0",
                        columns.length > 60 ? "w-full" : "w-[68%]",
                        each.part ? cx(looks[half].part, hatching) : looks[half].whole,
                        each.values[half] > 0 && looks[half].cap,
                      )}
                      style={{ height: `${(each.values[half] / top) * 100}%` }}
                    />
                  </div>
                ))}
              </div>
            ))}
          </div>
          {column && looked ? <Looked {...{ column, names }} half={looked.half} place={(looked.at + 0.5) / columns.length} /> : null}
        </div>
      </div>
      <ColumnLabels columns={columns} most={5} few />
      <p role="status" className="sr-only">
        {column && looked
          ? `${titleOf(column)}: ${halves.map((half) => `${whole.format(column.values[half])} ${names[half].toLowerCase()}`).join(", ")}. ${names[looked.half]} is chosen`
          : ""}
      </p>
    </div>
  );
}

interface LookedProps {
  column: MirrorColumn;
  names: readonly [up: string, down: string];
  half: Half;
  /** From 0 at the start of the chart to 1 at its end. */
  place: number;
}

function Looked({ column, names, half, place }: LookedProps) {
  return (
    <LookedBox title={column.title} part={column.part} place={place}>
      {halves.map((each) => (
        <p key={each} className={cx("mt-0.5 flex items-center gap-1.5", each === half ? "font-medium text-ink" : "text-ink-2")}>
          <span aria-hidden className={cx("size-2 rounded-[2px]", looks[each].whole)} />
          {names[each]}
          <span className="ms-auto ps-4 tabular-nums">{whole.format(column.values[each])}</span>
        </p>
      ))}
      {column.values[half] > 0 ? <p className="mt-1 text-ink-3">Open {whole.format(column.values[half])}</p> : null}
    </LookedBox>
  );
}
