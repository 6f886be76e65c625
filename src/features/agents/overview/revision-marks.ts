import type { Period } from "#api/figures.ts";
import type { QueryAnswer } from "#contract/dashboards/answers.ts";
import type { ChartMark } from "#ui/chart/mark-lines.tsx";
import type { MadeLive } from "./compared-revisions.ts";

/**
 * The periods of an answer in which revisions were made live, the earliest first. A mark is at the start of its period, whose column or point is all of
 * it: beside the moment it would say that the runs of this period came before. Of several in one period the last stayed.
 */
export function marksIn({ from, to }: QueryAnswer, periods: readonly Period[], made: readonly MadeLive[]): ChartMark[] {
  const [start, end] = [Date.parse(from ?? ""), Date.parse(to ?? "")];
  const last = new Map(
    made
      .filter(({ at }) => Date.parse(at) >= start && Date.parse(at) < end)
      .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
      .map(({ at, number }) => [
        Math.max(
          0,
          periods.findLastIndex((period) => Date.parse(period.at) <= Date.parse(at)),
        ),
        number,
      ]),
  );
  return [...last].map(([at, number]) => ({ at, label: `Revision ${number} live` }));
}
