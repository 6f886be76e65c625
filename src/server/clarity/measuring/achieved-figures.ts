import { type AchievedMinutes, type ClarityAchieved, maxWeeks } from "#contract/clarity/achieved.ts";
import { binsOf } from "./bins.ts";
import type { MeasuredCase } from "./cases.store.ts";
import { countThatTellsMedian, medianInterval, medianOf, quantileOf } from "./median.ts";
import { countThatTellsShare, wilson } from "./share.ts";
import { fewestCases, fewestWeeks, verdictOf } from "./verdict.ts";
import { weeksOf } from "./weeks.ts";

type Cases = readonly MeasuredCase[];
/** As it was confirmed; undefined: it was not. */
type Promised = number | undefined;

const minute = 60_000;
const inOrder = (values: readonly number[]) => values.toSorted((a, b) => a - b);

/** How many cases came to a good end, of those of which it is known. */
export function successOf(cases: Cases, promise: Promised): ClarityAchieved["success"] {
  const decided = cases.filter((one) => one.succeeded !== null);
  const succeeded = decided.filter((one) => one.succeeded).length;
  const n = decided.length;
  const interval = n === 0 ? undefined : wilson(succeeded, n);
  const verdict = verdictOf({ n, fewest: fewestCases, promise, interval, better: "more" });
  const tells = verdict === "cannot_tell" && promise !== undefined ? countThatTellsShare(succeeded / n, promise) : undefined;
  return {
    succeeded,
    decided: n,
    share: n === 0 ? null : succeeded / n,
    promise: promise ?? null,
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    verdict,
    tells_with: tells ?? null,
  };
}

/** The agent's own time of each case of which the end is known, and what people took of the same cases. */
export function minutesOf(cases: Cases, promise: Promised): AchievedMinutes {
  const timed = cases.flatMap((one) =>
    one.succeeded === null || one.own_ms === null
      ? []
      : [{ succeeded: one.succeeded, own: one.own_ms / minute, waited: one.waited_ms / minute }],
  );
  const all = inOrder(timed.map(({ own }) => own));
  const [good, bad] = [true, false].map((which) => timed.filter(({ succeeded }) => succeeded === which).map(({ own }) => own));
  const interval = medianInterval(all);
  const median = medianOf(all);
  const verdict = verdictOf({ n: all.length, fewest: fewestCases, promise, interval, better: "less" });
  const tells =
    verdict === "cannot_tell" && promise !== undefined && median !== undefined && interval
      ? countThatTellsMedian(all.length, median, interval, promise)
      : undefined;
  return {
    measured: all.length,
    median: median ?? null,
    quarter: quantileOf(all, 0.25) ?? null,
    three_quarters: quantileOf(all, 0.75) ?? null,
    waited: medianOf(inOrder(timed.map(({ waited }) => waited))) ?? null,
    failed_over: promise === undefined ? 0 : (bad ?? []).filter((own) => own > promise).length,
    promise: promise ?? null,
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    verdict,
    tells_with: tells ?? null,
    ...binsOf(good ?? [], bad ?? [], promise),
  };
}

interface Calendar {
  readonly since: string;
  readonly now: string;
  readonly zone: string;
}

/** How many cases came in each of the latest weeks. The median is of whole ones. */
export function casesAWeekOf(cases: Cases, promise: Promised, calendar: Calendar): ClarityAchieved["weeks"] {
  const weeks = weeksOf(
    cases.map(({ came }) => came),
    calendar,
  ).slice(-maxWeeks);
  const whole = inOrder(weeks.filter((one) => one.whole).map((one) => one.cases));
  const interval = medianInterval(whole);
  return {
    weeks,
    whole: whole.length,
    median: medianOf(whole) ?? null,
    promise: promise ?? null,
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    verdict: verdictOf({ n: whole.length, fewest: fewestWeeks, promise, interval, better: "more" }),
  };
}
