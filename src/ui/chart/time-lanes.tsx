import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { cx } from "#ui/cx.ts";
import { hatching } from "./chart-legend.tsx";
import { type ChartTone, fills } from "./chart-tones.ts";
import { columnAfter } from "./column-places.tsx";
import { LookedBox } from "./looked-box.tsx";

export interface Lane {
  readonly name: string;
  readonly tone: ChartTone;
  /** What it comes to. */
  readonly value: string;
}

export interface LaneMark {
  readonly key: string;
  /** Its lane, from 0. */
  readonly lane: number;
  /** From 0 at the start of the drawing to 1 at its end. */
  readonly from: number;
  readonly to: number;
  /** How much of that it has, up to 1: as high it is drawn. */
  readonly share: number;
  readonly title: string;
  readonly note: string;
  /** It goes on: drawn hatched. */
  readonly open: boolean;
}

interface TimeLanesProps<M extends LaneMark> {
  label: string;
  lanes: readonly Lane[];
  /** In the order of their time. */
  marks: readonly M[];
  /** Under the axis, by where they are from 0 to 1. */
  ticks: readonly { readonly at: number; readonly label: string }[];
  /** What Enter and a click do, as in "Enter leads to one". */
  opens: string;
  onOpen: (mark: M) => void;
}

/** One time axis, a line for each kind of what lies on it. One stop for the keyboard, in which arrows go from mark to mark. */
export function TimeLanes<M extends LaneMark>({ label, lanes, marks, ticks, opens, onOpen }: TimeLanesProps<M>) {
  const [at, setAt] = useState<number>();
  const looked = at === undefined ? undefined : marks[at];
  const onKeyDown = (event: KeyboardEvent) => {
    const next = columnAfter(event.key, at, marks.length);
    if (event.key === "Escape") setAt(undefined);
    if (event.key === "Enter" && looked) onOpen(looked);
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
  };
  const pointedAt = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect();
    return nearest(marks, (clientX - box.left) / box.width, Math.floor(((clientY - box.top) / box.height) * lanes.length));
  };
  return (
    <div>
      <div className="relative flex gap-3">
        <dl className="w-28 shrink-0 text-xs">
          {lanes.map(({ name, value }) => (
            <div key={name} className="flex h-4 items-center justify-between gap-2">
              <dt className="text-ink-2">{name}</dt>
              {/* Another text is another one: at the end of its line its first letter would move. */}
              <dd key={value} className={cx("whitespace-nowrap tabular-nums", value === "–" ? "text-ink-3" : "text-ink")}>
                {value}
              </dd>
            </div>
          ))}
        </dl>
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/no-noninteractive-element-interactions -- it is a group whose marks are looked at by key, and opened as links are */}
        <div
          role="group"
          aria-label={`${label}. Arrow keys read its parts, ${opens}.`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
          tabIndex={0}
          className="relative min-w-0 flex-1 touch-manipulation"
          onKeyDown={onKeyDown}
          onBlur={() => setAt(undefined)}
          onPointerMove={(event) => event.pointerType === "mouse" && setAt(pointedAt(event))}
          onPointerLeave={() => setAt(undefined)}
          onPointerUp={(event) => {
            const to = pointedAt(event);
            const mark = to === undefined ? undefined : marks[to];
            // A finger looks first: its second touch opens.
            if (event.button === 0 && mark && (event.pointerType === "mouse" || to === at)) onOpen(mark);
            setAt(to);
          }}
        >
          {ticks.map((tick) => (
            <div key={`${tick.at}`} className="absolute inset-y-0 border-s border-line" style={{ left: percent(tick.at) }} />
          ))}
          {lanes.map(({ name, tone }, lane) => (
            <div key={name} className="relative h-4">
              <div className="absolute inset-x-0 top-1/2 border-t border-line" />
              {marks.map((mark) =>
                mark.lane === lane ? (
                  // Cut out of the whole line: on an axis that grows, it changes what is seen and moves no box.
                  <div
                    key={mark.key}
                    data-mark
                    className={cx("absolute inset-x-0 inset-y-0.5 cursor-pointer", fills[tone], mark.open && hatching)}
                    style={{ clipPath: cutOf(mark) }}
                  />
                ) : null,
              )}
            </div>
          ))}
          {looked ? (
            <div
              key={looked.key}
              className="pointer-events-none absolute h-4 min-w-1 rounded-[3px] outline-2 outline-accent"
              style={{ left: percent(looked.from), width: percent(looked.to - looked.from), top: looked.lane * 16 }}
            />
          ) : null}
          {looked ? (
            <div className="absolute inset-x-0 top-full z-20 mt-3">
              <LookedBox title={looked.title} part={looked.note} place={(looked.from + looked.to) / 2}>
                {null}
              </LookedBox>
            </div>
          ) : null}
        </div>
      </div>
      <div aria-hidden className="relative ms-31 mt-1 h-4 text-xs text-ink-3 max-sm:hidden">
        {ticks.map((tick) => (
          <span
            key={`${tick.at} ${tick.label}`}
            className={cx("absolute whitespace-nowrap", tick.at > 0.95 ? "-translate-x-full" : tick.at > 0 && "-translate-x-1/2")}
            style={{ left: percent(tick.at) }}
          >
            {tick.label}
          </span>
        ))}
      </div>
      <p role="status" className="sr-only">
        {looked ? `${looked.title}: ${looked.note}` : ""}
      </p>
    </div>
  );
}

const percent = (part: number) => `${part * 100}%`;

/** What of its line a mark is: from where to where, two pixels at least, and as high as its share. */
function cutOf({ from, to, share }: LaneMark): string {
  return `inset(${Math.min(0.75, 1 - share) * 100}% calc(100% - max(${percent(to)}, ${percent(from)} + 2px)) 0 ${percent(from)} round 2px)`;
}

/** The mark at a place, first of those in its lane. */
function nearest(marks: readonly LaneMark[], place: number, lane: number): number | undefined {
  let best: number | undefined;
  let least = Number.POSITIVE_INFINITY;
  marks.forEach((mark, at) => {
    const away = Math.max(0, mark.from - place, place - mark.to) + (mark.lane === lane ? 0 : 0.02);
    if (away < least) [best, least] = [at, away];
  });
  return best;
}
