import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import type { Reply } from "#contract/endpoint.ts";
import type { SearchOf } from "#contract/list.ts";
import { type getTeamScheduleWeek, type Lane, mostLanes } from "#contract/schedules/schedule-firings.ts";
import { scheduleList } from "#contract/schedules/schedule-list.ts";
import { weeks } from "#contract/schedules/weeks.ts";
import { soughtBy } from "#contract/sought.ts";
import { clockAt } from "#features/schedules/schedule-words.ts";
import { ListFilters } from "#lists/list-filters.tsx";
import { cleared, isNarrowed, soughtInWords } from "#lists/list-words.ts";
import { cx } from "#ui/cx.ts";
import { LinkButton } from "#ui/link-button.tsx";
import type { LinkTarget } from "#ui/link.tsx";
import { useMedia } from "#ui/media.ts";
import { NoMatch } from "#ui/no-match.tsx";
import { ownZone } from "#ui/own-zone.ts";
import { useNow } from "#ui/ticker.ts";
import { Toolbar } from "#ui/toolbar.tsx";
import { DayList } from "./day-list.tsx";
import { dotLooks } from "./lane-day.tsx";
import { type LaneOfDay, LaneTimes } from "./lane-times.tsx";
import { daysIn, markKinds, markWords, weekTotals } from "./lane-words.ts";
import { NextList } from "./next-list.tsx";
import { NotStarted } from "./not-started.tsx";
import { WeekLanes } from "./week-lanes.tsx";

interface WeekViewProps {
  teamId: string;
  /** By which lanes are shown. */
  search: SearchOf<typeof scheduleList>;
  onSearch: (search: SearchOf<typeof scheduleList>, step?: { replace: boolean }) => void;
  week: Reply<typeof getTeamScheduleWeek>;
  at: number;
  day: number | undefined;
  link: (at: { week: number; day?: number }) => LinkTarget;
  onDay: (day: number) => void;
  scheduleLink: (scheduleId: string) => LinkTarget;
}

/** A team's week: what was due when, what came of it, what did not start, and what is next. */
export function WeekView({ teamId, search, onSearch, week, at, day, link, onDay, scheduleLink }: WeekViewProps) {
  const [opened, setOpened] = useState<LaneOfDay>();
  const wide = useMedia("(min-width: 768px)");
  const now = useNow((millis) => Math.floor(millis / 60_000) * 60_000);
  const days = daysIn(week.days);
  const lanes = lanesOf(week.lanes, search);
  const totals = weekTotals(lanes);
  const today = days.findIndex(({ from, to }) => now >= from && now < to);
  const shown = { teamId, lanes, days, now, onOpen: setOpened };
  const past = totals.ran + totals.failed + totals.missed + totals.skipped;
  return (
    <>
      <Toolbar
        label="Week"
        end={
          <ul aria-label="What the marks show" className="flex flex-wrap gap-x-3 gap-y-1 text-xs text-ink-2">
            {markKinds.map((kind) => (
              <li key={kind} className="flex items-center gap-1.5">
                <span aria-hidden className={cx("size-2.5 rounded-full", dotLooks[kind])} />
                {markWords[kind]}{" "}
                <span className="text-ink-3 tabular-nums">{totals[kind] === 0 ? "–" : totals[kind].toLocaleString("en")}</span>
              </li>
            ))}
          </ul>
        }
      >
        <Step to={at - 1} link={link} label="Earlier" />
        <LinkButton link={link({ week: 0 })}>Today</LinkButton>
        <Step to={at + 1} link={link} label="Later" />
        <h2 className="me-2 font-semibold sm:ms-2">{rangeOf(days.map(({ from }) => from))}</h2>
        {/* A phone has a line for them. */}
        <div className="flex items-center gap-2 max-sm:basis-full">
          <ListFilters {...{ teamId, search, onSearch }} list={scheduleList} />
        </div>
      </Toolbar>
      <div
        className="min-h-0 flex-1 overflow-auto"
        data-scroll-restoration-id="schedule-week"
        tabIndex={0}
        role="region"
        aria-label="Due times by day"
      >
        {lanes.length === 0 ? (
          <NoMatch what="schedules" onClear={() => onSearch(cleared(scheduleList, search))}>
            Filters: {soughtInWords(scheduleList, search)}
          </NoMatch>
        ) : wide ? (
          <WeekLanes {...shown} link={scheduleLink} />
        ) : (
          <DayList {...shown} chosen={day ?? Math.max(0, today)} onChoose={onDay} />
        )}
        {week.truncated ? (
          <p className="border-b border-line px-3 py-2 text-sm text-ink-2 md:px-5">
            {isNarrowed(scheduleList, search)
              ? `Looked for among the ${mostLanes} schedules that are due next. The list has all of them.`
              : `The ${mostLanes} schedules that are due next are shown. The list has all of them.`}
          </p>
        ) : null}
        {lanes.length === 0 ? null : (
          <div className="grid gap-x-8 gap-y-6 px-3 pt-4 pb-5 md:grid-cols-2 md:px-5">
            <NotStarted {...{ teamId, past, now, lanes }} link={scheduleLink} />
            <NextList {...{ lanes, now }} link={scheduleLink} />
          </div>
        )}
      </div>
      <LaneTimes teamId={teamId} of={opened} link={scheduleLink} onClose={() => setOpened(undefined)} />
    </>
  );
}

/** The lanes that filters leave, as in the list: by words of the agent's name, and by whether the schedule is active. */
function lanesOf(lanes: readonly Lane[], { search = "", state }: SearchOf<typeof scheduleList>): readonly Lane[] {
  const isSought = soughtBy(search);
  return lanes.filter(
    ({ schedule }) => isSought(schedule.agent_name) && (state === undefined || schedule.enabled === (state === "active")),
  );
}

/** Each keeps its place, and the focus, in every week: a reader presses one several times without looking. */
function Step({ to, link, label }: { to: number; link: WeekViewProps["link"]; label: "Earlier" | "Later" }) {
  const week = Math.max(weeks.first, Math.min(weeks.last, to));
  return (
    <LinkButton
      icon={label === "Earlier" ? ChevronLeft : ChevronRight}
      link={link({ week })}
      aria-label={label}
      aria-disabled={week !== to || undefined}
      className="aria-disabled:opacity-50"
    >
      {null}
    </LinkButton>
  );
}

function rangeOf(starts: readonly number[]): string {
  const [first = 0, last = 0] = [starts[0], starts.at(-1)];
  return clockAt(first, ownZone(), { day: "numeric", month: "long" }).formatRange(first, last);
}
