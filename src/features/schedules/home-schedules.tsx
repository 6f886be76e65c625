import { useQuery } from "@tanstack/react-query";
import { pathTo } from "#api/path-to.ts";
import type { Schedule } from "#contract/schedules/schedule.ts";
import { timesInWords } from "#contract/schedules/timing-words.ts";
import { Block, BlockEmpty } from "#ui/block.tsx";
import { KeyFigure } from "#ui/key-figure.tsx";
import { AnyLink } from "#ui/link.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { ownZone } from "#ui/own-zone.ts";
import { schedulesRead } from "./queries.ts";
import { clockAt, timingInWords } from "./schedule-words.ts";

const most = 5;

/** When the clock starts a run next. */
export function NextFigure({ teamId }: { teamId: string }) {
  return (
    <KeyFigure name="Next" query={useQuery(nextSchedulesRead(teamId))}>
      {({ schedules }) => {
        const [next] = dueIn(schedules);
        if (!next) return { value: null, note: "None scheduled" };
        const { day, hour } = dueWords(next.at);
        // A figure has room for one of them.
        const said = day ? { value: day, note: `${hour} · ${next.agent_name}` } : { value: hour, note: next.agent_name };
        return { ...said, link: pathTo("/t/$teamId/schedules", { teamId }, { open: next.id }) };
      }}
    </KeyFigure>
  );
}

/** What starts next by the clock, with its rule. */
export function HomeSchedules({ teamId }: { teamId: string }) {
  const query = useQuery(nextSchedulesRead(teamId));
  const all = { link: pathTo("/t/$teamId/schedules", { teamId }), words: "Schedules" };
  return (
    <Block title="Next" note={`${zoneName(ownZone())} time`} all={all}>
      <Loaded inline skeleton={<SkeletonRows rows={4} />} query={query} what="the schedules of this team" needs="Member">
        {({ schedules }) => {
          const next = dueIn(schedules).slice(0, most);
          if (next.length === 0) return <BlockEmpty>No schedule is active.</BlockEmpty>;
          return (
            <ul aria-label="Next schedules">
              {next.map((each) => (
                <li key={each.id} className="border-b border-line last:border-b-0">
                  <AnyLink
                    link={pathTo("/t/$teamId/schedules", { teamId }, { open: each.id })}
                    className="grid min-h-8 grid-cols-[6rem_minmax(0,1fr)_minmax(0,1fr)] items-center gap-2 text-sm hover:bg-hover"
                  >
                    <time dateTime={each.at} className="text-ink-2 tabular-nums">
                      {inFull(dueWords(each.at))}
                    </time>
                    <span className="truncate">{each.agent_name}</span>
                    <span className="truncate text-end text-xs text-ink-3">
                      {each.timezone === ownZone() && each.recurring !== false ? timesInWords(each) : timingInWords(each)}
                    </span>
                  </AnyLink>
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </Block>
  );
}

/** Those that are due next come first. */
export function nextSchedulesRead(teamId: string) {
  return schedulesRead(teamId, { state: "active" });
}

function dueIn<S extends Pick<Schedule, "next_fire_at">>(schedules: readonly S[]) {
  return schedules.flatMap((each) => (each.next_fire_at ? [{ ...each, at: each.next_fire_at }] : []));
}

const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const dayMs = 86_400_000;

interface DueWords {
  readonly day?: string;
  readonly hour: string;
}

function inFull({ day, hour }: DueWords): string {
  return day ? `${day}, ${hour}` : hour;
}

/** The hour, with the day unless that is today. */
function dueWords(at: string): DueWords {
  const due = new Date(at);
  const hour = new Intl.DateTimeFormat("en", clock).format(due);
  if (due.toDateString() === new Date().toDateString()) return { hour };
  const day = due.getTime() - Date.now() < 6 * dayMs ? ({ weekday: "short" } as const) : ({ month: "short", day: "numeric" } as const);
  return { day: clockAt(due.getTime(), ownZone(), day).format(due), hour };
}

function zoneName(zone: string): string {
  return zone.replaceAll("_", " ");
}
