import type { ReactNode } from "react";
import type { ClarityAchieved, Verdict } from "#contract/clarity/achieved.ts";
import type { ClarityPromise, PromiseFigure } from "#contract/clarity/promise.ts";
import { Status } from "#ui/status.tsx";
import { casesInWords, minutesSaid, successSaid, weeksSaid } from "./achieved-words.ts";
import { MinutesDrawing, SuccessDrawing, WeeksDrawing } from "./drawings.tsx";
import { figureInWords, figureWords, inCases, inMinutes, percent, sourceInWords, verdictWords } from "./promise-words.ts";

interface AchievedRowsProps {
  achieved: ClarityAchieved;
  promise: ClarityPromise;
}

/** The three promised figures, each beside what was measured of it and what can be said. */
export function AchievedRows({ achieved, promise }: AchievedRowsProps) {
  const { success, minutes, weeks } = achieved;
  const whole = weeks.weeks.filter((one) => one.whole);
  return (
    <>
      <Row
        figure="success"
        promise={promise}
        value={success.share === null ? "–" : percent(success.share)}
        note={`${inCases(success.succeeded)} of ${inCases(success.decided)}`}
        verdict={success.verdict}
        said={successSaid(achieved)}
      >
        <SuccessDrawing success={success} />
      </Row>
      <Row
        figure="minutes_a_case"
        promise={promise}
        value={minutes.median === null ? "–" : inMinutes(minutes.median)}
        note={
          minutes.quarter === null || minutes.three_quarters === null ? null : (
            <>
              half: {inMinutes(minutes.quarter)}–{inMinutes(minutes.three_quarters)}
              {minutes.waited ? <span className="block">people: {inMinutes(minutes.waited)}</span> : null}
            </>
          )
        }
        verdict={minutes.verdict}
        said={minutesSaid(achieved)}
      >
        <MinutesDrawing minutes={minutes} />
        <Twin
          label="Minutes per case"
          head={["Minutes", "Succeeded", "Failed"]}
          rows={minutes.bins.flatMap(({ succeeded, failed }, i) =>
            succeeded + failed === 0 ? [] : [[rangeOf(minutes, i), String(succeeded), String(failed)]],
          )}
        />
      </Row>
      <Row
        figure="cases_a_week"
        promise={promise}
        value={weeks.verdict === "too_few" || weeks.median === null ? "–" : inCases(weeks.median)}
        note={weeks.weeks
          .slice(-6)
          .map(({ cases }) => cases)
          .join(", ")}
        verdict={weeks.verdict}
        tooFew="Too few weeks"
        said={weeksSaid(weeks, whole.length)}
      >
        <WeeksDrawing weeks={weeks} />
        <Twin
          label="Cases a week"
          head={["Week of", "Cases", "Whole"]}
          rows={weeks.weeks.map(({ week, cases, whole: isWhole }) => [week, String(cases), isWhole ? "yes" : "no"])}
        />
      </Row>
      {achieved.undecided > 0 ? (
        <p className="border-b border-line px-5 py-2 text-xs text-ink-3">
          {casesInWords(achieved, achieved.undecided)} under way, waiting, or stopped by a person: left out.
        </p>
      ) : null}
    </>
  );
}

function rangeOf({ top, bins }: ClarityAchieved["minutes"], at: number): string {
  const width = top / bins.length;
  return `${inMinutes(at * width)} to ${inMinutes((at + 1) * width)}`;
}

interface RowProps {
  figure: PromiseFigure;
  promise: ClarityPromise;
  value: string;
  note: ReactNode;
  verdict: Verdict;
  tooFew?: string;
  said: string;
  children: ReactNode;
}

function Row({ figure, promise, value, note, verdict, tooFew, said, children }: RowProps) {
  const { name } = figureWords[figure];
  const promised = promise[figure];
  const state = verdictWords[verdict];
  return (
    <section
      aria-label={name}
      className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-2 border-b border-line px-5 py-3 lg:grid-cols-[140px_88px_minmax(0,1fr)_190px]"
    >
      <div className="min-w-0">
        <h3 className="text-sm font-medium">{name}</h3>
        <p className="text-xs break-words text-ink-2">
          {promised
            ? `${figureInWords(figure, promised.value)}. ${sourceInWords(promised)}.${promised.confirmed_at ? "" : " Not confirmed."}`
            : "Nothing was promised."}
        </p>
      </div>
      <div className="max-lg:text-end">
        <p className="text-lg font-semibold tabular-nums">{value}</p>
        <p className="text-xs text-ink-2 tabular-nums">{note}</p>
      </div>
      <div className="min-w-0 max-lg:col-span-2">{children}</div>
      <div className="text-xs text-ink-2 max-lg:col-span-2">
        <p className="text-sm text-ink">
          <Status {...state} {...(verdict === "too_few" && tooFew !== undefined && { word: tooFew })} />
        </p>
        <p className="mt-0.5 first-letter:uppercase">{said}</p>
      </div>
    </section>
  );
}

/** What is drawn, for screen readers. */
function Twin({ label, head, rows }: { label: string; head: readonly string[]; rows: readonly (readonly string[])[] }) {
  return (
    <div className="sr-only">
      <table aria-label={label}>
        <thead>
          <tr>
            {head.map((one) => (
              <th key={one} scope="col">
                {one}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...rest]) => (
            <tr key={first}>
              <th scope="row">{first}</th>
              {rest.map((cell, i) => (
                <td key={head[i + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
