import type { ClarityAchieved } from "#contract/clarity/achieved.ts";
import { axisOf } from "#ui/chart/axis.ts";
import { Dot, Scale } from "./scale.tsx";
import { inCases, inMinutes, percent } from "./promise-words.ts";

const steps = (from: number, to: number, step: number) =>
  Array.from({ length: Math.round((to - from) / step) + 1 }, (_, i) => Number((from + i * step).toPrecision(12)));

/** The share, and the range in which it lies. */
export function SuccessDrawing({ success }: { success: ClarityAchieved["success"] }) {
  const { share, low, high, promise } = success;
  const least = Math.min(low ?? 1, promise ?? 1);
  const from = Math.min(0.5, Math.floor(least * 10) / 10);
  return (
    <Scale
      ticks={steps(from, 1, from < 0.4 ? 0.2 : 0.1).filter((tick) => tick <= 1)}
      said={percent}
      promise={promise}
      promiseInWords={`promise ${percent(promise ?? 0)}`}
      height={32}
    >
      {(at) =>
        share === null || low === null || high === null ? null : (
          <>
            <span
              className="absolute bottom-2.5 h-2.5 rounded-full border border-accent/40 bg-accent-soft"
              style={{ left: at(low), width: `calc(${at(high)} - ${at(low)})` }}
            />
            <span className="absolute bottom-2.5 size-2.5 -translate-x-1/2 rounded-full bg-accent" style={{ left: at(share) }} />
          </>
        )
      }
    </Scale>
  );
}

/** More than so many in one column are a column, and no dots. */
const mostDots = 7;
const heightOfDots = 58;

/** A dot for each case, by how long it took. */
export function MinutesDrawing({ minutes }: { minutes: ClarityAchieved["minutes"] }) {
  const { bins, top, step, median, promise } = minutes;
  const most = Math.max(1, ...bins.map(({ succeeded, failed }) => succeeded + failed));
  const width = top / Math.max(1, bins.length);
  const unit = heightOfDots / most;
  return (
    <Scale
      ticks={steps(0, top, step)}
      said={inCases}
      promise={promise}
      promiseInWords={`promise ${inMinutes(promise ?? 0)}`}
      height={heightOfDots + 10}
    >
      {(at) => (
        <>
          {median === null ? null : (
            <span className="absolute top-0 whitespace-nowrap text-accent-ink" style={{ right: `calc(100% - ${at(median)} + 5px)` }}>
              {median > top * 0.2 ? `median ${inMinutes(median)}` : null}
            </span>
          )}
          {median === null ? null : (
            <span
              className="absolute bottom-0 border-l border-dotted border-accent"
              style={{ left: at(median), height: `${heightOfDots + 12}px` }}
            />
          )}
          {bins.map(({ succeeded, failed }, place) => {
            const left = at((place + 0.5) * width);
            if (most <= mostDots) {
              return Array.from({ length: succeeded + failed }, (_, i) => (
                <Dot key={`${place} ${i}`} left={left} bottom={1 + i * 8} tone={i < succeeded ? "done" : "failed"} />
              ));
            }
            return (
              <span key={place} className="absolute bottom-0 flex w-[1.4%] -translate-x-1/2 flex-col-reverse" style={{ left }}>
                <span className="bg-accent" style={{ height: `${succeeded * unit}px` }} />
                <span className={failed > 0 ? "border border-failed" : ""} style={{ height: `${failed * unit}px` }} />
              </span>
            );
          })}
        </>
      )}
    </Scale>
  );
}

/** A dot for each week, by how many cases came. Of too few weeks, and of those that are not whole, it is hollow. */
export function WeeksDrawing({ weeks }: { weeks: ClarityAchieved["weeks"] }) {
  const { promise, verdict } = weeks;
  const lines = axisOf(Math.max(promise ?? 0, ...weeks.weeks.map(({ cases }) => cases)) * 1.2);
  const below = new Map<number, number>();
  const dots = weeks.weeks.map(({ week, cases, whole }) => {
    const height = below.get(cases) ?? 0;
    below.set(cases, height + 1);
    return { week, cases, height, tone: whole && verdict !== "too_few" ? ("done" as const) : ("unjudged" as const) };
  });
  const tallest = Math.max(1, ...below.values());
  return (
    <Scale
      ticks={lines}
      said={inCases}
      promise={promise}
      promiseInWords={`promise ${inCases(promise ?? 0)}`}
      height={Math.max(32, Math.min(72, tallest * 9))}
    >
      {(at) =>
        dots.map(({ week, cases, height, tone }) => <Dot key={week} left={at(cases)} bottom={1 + Math.min(height, 7) * 9} tone={tone} />)
      }
    </Scale>
  );
}
