import { useState } from "react";
import { cx } from "#ui/cx.ts";
import { LinkButton } from "#ui/link-button.tsx";
import type { Reply } from "#contract/endpoint.ts";
import type { getTeamScheduleWeek } from "#contract/schedules/schedule-firings.ts";
import { weeks } from "#contract/schedules/weeks.ts";
import type { LinkTarget } from "#ui/link.tsx";
import { clockAt, outcomes } from "./schedule-words.ts";
import { ownZone } from "#ui/own-zone.ts";
import { type Hours, type ScheduleLink, WeekBlock } from "./week-block.tsx";

type Week = Reply<typeof getTeamScheduleWeek>;
type Cell = Week["cells"][number];

const hour = 3_600_000;
/** Six blocks of four hours a day are enough to see a night's work, and fit a phone. */
const blockHours = 4;

/** What is told apart in a cell: what asks most for a person first. */
const bands = [
  { word: "Could not start", look: "bg-failed-soft text-failed", of: ["owner_left", "no_live", "missing_connection"] },
  { word: "Missed", look: "bg-failed-soft text-failed", hatched: true, of: ["missed"] },
  { word: "Skipped", look: "bg-pressed text-ink-2", of: ["overlap"] },
  { word: "Started", look: "bg-done-soft text-done", of: ["started", "by_hand"] },
  { word: "Planned", look: "border border-line text-ink-2", of: ["planned"] },
] as const satisfies readonly BandLook[];
interface BandLook {
  readonly word: string;
  readonly look: string;
  readonly hatched?: boolean;
  readonly of: readonly Cell["outcome"][];
}
/** What was missed is told apart without its hue too. */
const hatches = {
  backgroundImage: "repeating-linear-gradient(135deg, transparent 0 5px, color-mix(in oklab, currentColor 22%, transparent) 5px 7px)",
};
const legend: readonly BandLook[] = [bands[3], bands[2], bands[1], bands[0], bands[4]];
const wordOf = (outcome: Cell["outcome"]) => (outcome === "planned" ? "planned" : outcomes[outcome].word.toLowerCase());

interface WeekGridProps {
  teamId: string;
  /** Absent while it is read: the grid is as high as with it. */
  week: Week | undefined;
  at: number;
  link: (week: number) => LinkTarget;
  scheduleLink: ScheduleLink;
}

/** Seven days of a team's due times: what came of them, and how many are to come. */
export function WeekGrid({ teamId, week: found, at, link, scheduleLink }: WeekGridProps) {
  const [opened, setOpened] = useState<Hours>();
  const week = found ?? emptyWeek(at);
  const days = week.days.slice(0, -1).map((from, i) => ({ from: Date.parse(from), to: Date.parse(week.days[i + 1] ?? from) }));
  const blocks = Array.from({ length: 24 / blockHours }, (_, i) => i);
  return (
    <section aria-label="Week" aria-busy={!found} className="shrink-0 border-b border-line px-3 py-3 md:px-5">
      <div className="mb-2 flex flex-wrap items-center justify-end gap-2">
        <h2 className="me-auto font-semibold max-sm:w-full">{at === 0 ? "The next seven days" : range(week)}</h2>
        <Step to={at - 1} link={link}>
          Earlier
        </Step>
        <Step to={0} link={link}>
          Today
        </Step>
        <Step to={at + 1} link={link}>
          Later
        </Step>
      </div>
      <div role="region" aria-label="Due times by day">
        <table className="w-full table-fixed border-separate border-spacing-0.5 text-xs tabular-nums sm:border-spacing-1">
          <thead>
            <tr>
              <th className="w-10 sm:w-12">
                <span className="sr-only">From</span>
              </th>
              {days.map(({ from }, day) => (
                <th
                  key={from}
                  scope="col"
                  aria-current={at === 0 && day === 0 ? "date" : undefined}
                  className="text-start font-normal text-ink-2 aria-[current]:font-medium aria-[current]:text-ink"
                >
                  <span className="max-sm:block">{dayNumber.format(from)}</span> {weekday.format(from)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {blocks.map((block) => (
              <tr key={block}>
                <th scope="row" className="text-end font-normal text-ink-3">
                  {String(block * blockHours).padStart(2, "0")}:00
                </th>
                {days.map((day) => {
                  const hours = hoursOf(day, block);
                  return (
                    <td key={day.from} className="h-6 p-0">
                      <Block cells={cellsIn(week.cells, hours)} onOpen={() => setOpened(hours)} />
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ul aria-label="What the cells show" className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2">
        {legend.map(({ word, look, hatched = false }) => (
          <li key={word} className="flex items-center gap-1.5">
            <span aria-hidden className={cx("size-3 rounded-sm", look)} style={hatched ? hatches : undefined} />
            {word}
          </li>
        ))}
        <li className="sm:ms-auto">Times in {ownZone().replaceAll("_", " ")}</li>
      </ul>
      {week.truncated ? <p className="mt-1 text-sm text-ink-2">Only the 200 schedules that are due next are counted as planned.</p> : null}
      <WeekBlock teamId={teamId} hours={opened} link={scheduleLink} onClose={() => setOpened(undefined)} />
    </section>
  );
}

/** Each keeps its place, and the focus, in every week: somebody presses one several times without looking. */
function Step({ to, link, children }: { to: number; link: (week: number) => LinkTarget; children: string }) {
  const week = Math.max(weeks.first, Math.min(weeks.last, to));
  return (
    <LinkButton size="sm" link={link(week)} aria-disabled={week !== to || undefined} className="aria-disabled:opacity-50">
      {children}
    </LinkButton>
  );
}

const dayNumber = new Intl.DateTimeFormat("en", { day: "numeric" });
const weekday = new Intl.DateTimeFormat("en", { weekday: "short" });
function range({ days }: Pick<Week, "days">): string {
  const [first, last] = [Date.parse(days[0] ?? ""), Date.parse(days[6] ?? "")];
  return clockAt(first, ownZone(), { day: "numeric", month: "short" }).formatRange(first, last);
}

/** The days of a week by the clock of the browser, with nothing in them. */
function emptyWeek(at: number): Pick<Week, "days" | "cells" | "truncated"> {
  const today = new Date();
  const day = (i: number) => new Date(today.getFullYear(), today.getMonth(), today.getDate() + at * 7 + i).toISOString();
  return { days: Array.from({ length: 8 }, (_, i) => day(i)), cells: [], truncated: false };
}

/** The last block takes the hour that a day has more. */
function hoursOf(day: Hours, block: number): Hours {
  const from = day.from + block * blockHours * hour;
  return { from, to: (block + 1) * blockHours === 24 ? day.to : from + blockHours * hour };
}

function cellsIn(cells: readonly Cell[], { from, to }: Hours): Cell[] {
  return cells.filter((cell) => Date.parse(cell.hour) >= from && Date.parse(cell.hour) < to);
}

function Block({ cells, onOpen }: { cells: readonly Cell[]; onOpen: () => void }) {
  if (cells.length === 0) return <span className="block h-6 rounded-sm bg-sunken" />;
  const counted = (outcome: Cell["outcome"]) => cells.reduce((sum, cell) => sum + (cell.outcome === outcome ? cell.count : 0), 0);
  const counts = bands.map((band) => ({ ...band, each: band.of.map((outcome) => ({ outcome, count: counted(outcome) })) }));
  const said = counts
    .flatMap(({ each }) => each)
    .filter(({ count }) => count > 0)
    .map(({ outcome, count }) => `${count.toLocaleString("en")} ${wordOf(outcome)}`)
    .join(", ");
  const shown = counts
    .map(({ each, ...band }) => ({ ...band, count: each.reduce((sum, { count }) => sum + count, 0) }))
    .filter(({ count }) => count > 0);
  return (
    <button
      type="button"
      title={said}
      onClick={onOpen}
      className="flex h-6 w-full gap-px overflow-hidden rounded-sm hover:ring-1 hover:ring-control"
    >
      {shown.map((band, at) => (
        <Band key={band.word} {...band} first={at === 0} />
      ))}
      <span className="sr-only">{said}</span>
    </button>
  );
}

/** A part of a cell with its own count. One that is too narrow for its number wraps it out of sight; the first is not. */
function Band({ look, hatched = false, count, first }: Omit<BandLook, "of"> & { count: number; first: boolean }) {
  const number = short.format(count);
  return (
    <span
      aria-hidden
      className={cx("flex h-6 min-w-0.5 flex-wrap items-center justify-center overflow-hidden rounded-sm", look)}
      style={{ flex: `${count} ${first ? 0 : 1} calc(${number.length}ch + 4px)`, ...(hatched && hatches) }}
    >
      <span className="h-full w-0" />
      <span className={cx(hatched && "rounded-sm bg-failed-soft px-0.5")}>{number}</span>
    </span>
  );
}

/** Fits a cell of a phone. */
const short = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });
