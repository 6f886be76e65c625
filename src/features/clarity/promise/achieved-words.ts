import type { ClarityAchieved } from "#contract/clarity/achieved.ts";
import type { PromiseFigure } from "#contract/clarity/promise.ts";
import { counted } from "#ui/counted.ts";
import { inCases, inMinutes, percent } from "./promise-words.ts";

/** “30 cases”, or runs where none has a case. */
export function casesInWords({ of_cases }: Pick<ClarityAchieved, "of_cases">, count: number): string {
  return of_cases ? counted(count, "case", "cases") : counted(count, "run", "runs");
}

type Of = Pick<ClarityAchieved, "of_cases" | "success" | "minutes">;
type Range = Readonly<Record<"low" | "high", number | null>>;

const range = ({ low, high }: Range, said: (value: number) => string) => `${said(low ?? 0)}–${said(high ?? 0)}`;
/** Of a share, 95% of the time: more than whole percents would claim too much. */
const sharesBetween = ({ low, high }: Range) => `${Math.round((low ?? 0) * 100)}–${Math.round((high ?? 0) * 100)}%`;
const many = (of: Of, n: number) => casesInWords(of, n);
const tellsWith = (of: Of, now: string, n: number | null) =>
  n === null ? ` At ${now}, no number of cases would tell soon.` : ` At ${now}, about ${many(of, n)} would tell.`;
const tooFew = (of: Of, n: number) => `The end of ${many(of, n)} is known. Under 20, nothing is said.`;

export function successSaid(of: Of): string {
  const { success } = of;
  const within = sharesBetween(success);
  if (success.verdict === "too_few") return tooFew(of, success.decided);
  if (success.verdict === "kept") return `The interval, ${within}, is not below the promise.`;
  if (success.verdict === "missed") return `The interval, ${within}, is below the promise.`;
  if (success.verdict === "not_promised") return `Interval ${within}. Confirm a promise to compare it with.`;
  return `The promise is inside the interval, ${within}.${tellsWith(of, percent(success.share ?? 0), success.tells_with)}`;
}

export function minutesSaid(of: Of): string {
  const { minutes } = of;
  const within = range(minutes, inMinutes);
  const over =
    minutes.failed_over > 0
      ? ` ${many(of, minutes.failed_over)} over ${inMinutes(minutes.promise ?? 0)} failed as well: drawn hollow.`
      : "";
  if (minutes.verdict === "too_few") return tooFew(of, minutes.measured);
  if (minutes.verdict === "not_promised") return `Median interval ${within}. Confirm a promise to compare it with.`;
  if (minutes.verdict === "cannot_tell")
    return `The promise is inside the median’s interval, ${within}.${tellsWith(of, inMinutes(minutes.median ?? 0), minutes.tells_with)}`;
  return `Median interval ${within}.${over}`;
}

export function weeksSaid({ verdict, low, high }: ClarityAchieved["weeks"], whole: number): string {
  const within = range({ low, high }, inCases);
  if (verdict === "too_few")
    return `${counted(whole, "whole week", "whole weeks")}. Under six, nothing is said: drawn hollow, and not compared.`;
  if (verdict === "kept") return `Median interval ${within}, of ${counted(whole, "whole week", "whole weeks")}.`;
  if (verdict === "missed") return `Median interval ${within}: fewer cases came than were promised.`;
  if (verdict === "not_promised") return `Median interval ${within}. Confirm a promise to compare it with.`;
  return `The promise is inside the median’s interval, ${within}.`;
}

/** “twice” reads better than “2 times”. */
export function timesInWords(count: number): string {
  return count === 1 ? "once" : count === 2 ? "twice" : `${count} times`;
}

/** What was achieved so far, in few letters. */
export function achievedInBrief({ success, minutes, weeks }: ClarityAchieved): Record<PromiseFigure, string> {
  return {
    success:
      success.share === null
        ? "no case"
        : success.verdict === "too_few"
          ? "too few cases"
          : `${percent(success.share)}, ${sharesBetween(success)}`,
    minutes_a_case:
      minutes.median === null ? "no case" : minutes.verdict === "too_few" ? "too few cases" : `${inMinutes(minutes.median)} median`,
    cases_a_week:
      weeks.whole === 0 ? "no whole week" : weeks.median === null || weeks.verdict === "too_few" ? "too few weeks" : inCases(weeks.median),
  };
}
