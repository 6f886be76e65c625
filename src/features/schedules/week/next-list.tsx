import type { Lane } from "#contract/schedules/schedule-firings.ts";
import { clockAt } from "#features/schedules/schedule-words.ts";
import { AnyLink, type LinkTarget } from "#ui/link.tsx";
import { ownZone } from "#ui/own-zone.ts";
import { soon } from "./week-lanes.tsx";

const most = 5;

/** What is due next, on the viewer's clock and, where that is another one, in UTC. */
export function NextList({ lanes, now, link }: { lanes: readonly Lane[]; now: number; link: (scheduleId: string) => LinkTarget }) {
  const next = lanes
    .flatMap(({ schedule }) => (schedule.enabled && schedule.next_fire_at ? [{ schedule, at: Date.parse(schedule.next_fire_at) }] : []))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, most);
  const isUtc = ownZone() === "UTC";
  return (
    <section aria-label="Next" className="min-w-0">
      <h2 className="mb-2 font-semibold">
        Next <span className="ms-1 text-xs font-normal text-ink-3">{isUtc ? "UTC" : `${ownZone().replaceAll("_", " ")} time and UTC`}</span>
      </h2>
      {next.length === 0 ? <p className="py-1 text-sm text-ink-2">No schedule is active.</p> : null}
      <ul className="text-sm">
        {next.map(({ schedule, at }) => (
          <li key={schedule.id} className="flex min-h-8 items-center gap-3 border-b border-line last:border-b-0">
            <time dateTime={new Date(at).toISOString()} className="w-24 shrink-0 tabular-nums">
              {soon(at, now)}
            </time>
            {isUtc ? null : <span className="w-12 shrink-0 text-ink-3 tabular-nums">{utc(at)}</span>}
            <AnyLink link={link(schedule.id)} className="min-w-0 flex-1 truncate font-medium hover:underline">
              {schedule.agent_name}
            </AnyLink>
            <span className="max-w-32 truncate text-ink-2 max-sm:hidden">{schedule.user_name}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function utc(at: number): string {
  return clockAt(at, "UTC", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(at);
}
