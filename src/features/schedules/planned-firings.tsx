import { useQuery } from "@tanstack/react-query";
import type { Timing } from "#contract/schedules/timing.ts";
import { useSettled } from "#ui/use-settled.ts";
import { Loaded } from "#ui/loaded.tsx";
import { planRead } from "./queries.ts";
import { ownZone } from "./schedule-words.ts";

/** The next due times of a complete timing, on the clocks of its own zone, the viewer's and UTC. */
export function PlannedFirings({ teamId, timing }: { teamId: string; timing: Timing }) {
  const zones = [...new Set([timing.timezone, ownZone(), "UTC"])];
  // While somebody types, the times before stay; each further letter would make them flicker.
  const settled = useSettled(JSON.stringify({ ...timing, zones }), 150);
  const plan = useQuery(planRead(teamId, JSON.parse(settled) as Timing & { zones: string[] }));
  const shown = (JSON.parse(settled) as { zones: string[] }).zones;
  return (
    <Loaded query={plan} what="the next due times" inline>
      {({ firings }) =>
        firings.length === 0 ? (
          <p className="text-sm text-ink-2">It is never due in the next twelve years.</p>
        ) : (
          <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Next due times">
            <table className="w-full text-sm whitespace-nowrap tabular-nums">
              <thead className="text-start text-xs text-ink-3">
                <tr>
                  {shown.map((zone) => (
                    <th key={zone} scope="col" className="pe-4 pb-1 text-start font-normal">
                      {zone.replaceAll("_", " ")}
                      {zone === ownZone() && zone !== "UTC" ? " (you)" : ""}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {firings.map(({ at, clocks }, row) => (
                  <tr key={at}>
                    {clocks.map(({ local, offset_minutes }, column) => {
                      const before = firings[row - 1]?.clocks[column]?.offset_minutes;
                      return (
                        <td key={shown[column]} className="py-0.5 pe-4">
                          {dayOf.format(new Date(`${local}Z`))}
                          {before !== undefined && before !== offset_minutes ? <Shift minutes={offset_minutes - before} /> : null}
                        </td>
                      );
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )
      }
    </Loaded>
  );
}

const dayOf = new Intl.DateTimeFormat("en", {
  weekday: "short",
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: "UTC",
});

/** The zone's clock has jumped since the due time before. */
function Shift({ minutes }: { minutes: number }) {
  const way = minutes > 0 ? "forward" : "back";
  const size = Math.abs(minutes) === 60 ? "1 h" : `${Math.abs(minutes)} min`;
  return (
    <span className="ms-1.5 rounded-sm bg-waiting-soft px-1 text-xs text-waiting">
      <span aria-hidden>
        {minutes > 0 ? "+" : "−"}
        {size}
      </span>
      <span className="sr-only">
        The clocks go {way} by {size} before this.
      </span>
    </span>
  );
}
