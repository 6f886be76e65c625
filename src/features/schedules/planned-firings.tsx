import { useQuery } from "@tanstack/react-query";
import { fireRuleOf } from "#contract/schedules/fire-rule.ts";
import type { Timing } from "#contract/schedules/timing.ts";
import { useSettled } from "#ui/use-settled.ts";
import { Loaded } from "#ui/loaded.tsx";
import { planRead } from "./queries.ts";
import { clockAt } from "./schedule-words.ts";
import { ownZone } from "#ui/own-zone.ts";

interface PlannedFiringsProps {
  teamId: string;
  timing: Timing;
  /** Only the first of them counts. */
  once: boolean;
}

/** The next due times of a complete timing, on the clocks of its own zone, the viewer's and UTC. */
export function PlannedFirings({ teamId, timing, once }: PlannedFiringsProps) {
  const zones = [...new Set([timing.timezone, ownZone(), "UTC"])];
  // While somebody types, the times before stay; each further letter would make them flicker.
  const settled = useSettled(JSON.stringify({ ...timing, zones }), 150);
  const asked = JSON.parse(settled) as Timing & { zones: string[] };
  const plan = useQuery(planRead(teamId, asked));
  const shown = asked.zones;
  // Of another timing than is asked for, while that is on its way.
  const isMoved = (local: string) => !plan.isPlaceholderData && isLeftOut(asked, local);
  const shownOf = <T,>(firings: readonly T[]) => (once ? firings.slice(0, 1) : firings);
  return (
    <Loaded query={plan} what="the next due times" inline>
      {({ firings }) =>
        firings.length === 0 ? (
          <p className="text-sm text-ink-2">It is never due in the next twelve years.</p>
        ) : (
          <>
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
                  {shownOf(firings).map(({ at, clocks }, row) => (
                    <tr key={at}>
                      {clocks.map(({ local, offset_minutes }, column) => {
                        const before = firings[row - 1]?.clocks[column]?.offset_minutes;
                        return (
                          <td key={shown[column]} className="py-0.5 pe-4">
                            {written(local)}
                            {before !== undefined && before !== offset_minutes ? <Shift minutes={offset_minutes - before} /> : null}
                            {column === 0 && isMoved(local) ? <span className={mark}>moved</span> : null}
                          </td>
                        );
                      })}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
            {shownOf(firings).some(({ clocks }) => clocks[0] && isMoved(clocks[0].local)) ? (
              <p className="mt-1 text-sm text-ink-2">Daylight saving skips this time, so the run starts right after.</p>
            ) : null}
          </>
        )
      }
    </Loaded>
  );
}

/** What a clock shows, as in `2026-11-25T09:00`, in words. */
function written(local: string): string {
  const at = Date.parse(`${local}Z`);
  return clockAt(at, "UTC").format(at);
}

/** Whether a due time is none that the timing names: the clock leaves that one out. */
function isLeftOut(timing: Timing, local: string): boolean {
  const { hours, minutes } = fireRuleOf(timing);
  const [hour = 0, minute = 0] = local.slice(11).split(":").map(Number);
  return hours?.includes(hour) === false || minutes?.includes(minute) === false;
}

const mark = "ms-1.5 rounded-sm bg-waiting-soft px-1 text-xs text-waiting";

/** The zone's clock has jumped since the due time before. */
function Shift({ minutes }: { minutes: number }) {
  const way = minutes > 0 ? "forward" : "back";
  const size = Math.abs(minutes) === 60 ? "1 h" : `${Math.abs(minutes)} min`;
  return (
    <span className={mark}>
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
