import { durationOf } from "#ui/duration.tsx";
import { percentOf } from "#ui/percent.ts";

/** One figure of a revision beside that of the former one. */
export interface ComparedFigure {
  readonly name: string;
  readonly value: string;
  readonly former: string | undefined;
  /** What changed, in a few letters; undefined where nothing can be compared. */
  readonly change: string | undefined;
  /** Whether it is clearly worse than before. */
  readonly worse: boolean;
}

const nothing = "–";
const whole = new Intl.NumberFormat("en");

/** Fewer runs than these tell nothing of a rate or a duration. */
const leastRuns = 20;
/** A change by less than this is no news: points of a share, and parts of an amount. */
const clear = { points: 0.02, part: 0.2 };

/** Runs, share of success, median and p95 of the duration in ms, and tokens, as the query of revisions measures them. */
interface MeasuredRow {
  readonly values: readonly (number | null)[];
}

interface Measured {
  readonly runs: number;
  readonly success: number | null;
  readonly p50: number | null;
  readonly p95: number | null;
  readonly tokens: number | null;
}

function measuredIn(row: MeasuredRow | undefined): Measured {
  const [runs = 0, success = null, p50 = null, p95 = null, tokens = null] = row?.values ?? [];
  return { runs: runs ?? 0, success, p50, p95, tokens: runs ? (tokens ?? 0) / runs : null };
}

/**
 * The figures of a revision, `row`, beside those of the one before. `model`: whether it reads and writes tokens. Red is what is clearly worse: by more
 * than 2 points or a fifth, over at least {@link leastRuns} runs of both.
 */
export function compareFigures(row: MeasuredRow | undefined, before: MeasuredRow | undefined, model: boolean): ComparedFigure[] {
  const [now, then] = [measuredIn(row), before && measuredIn(before)];
  const enough = then !== undefined && now.runs >= leastRuns && then.runs >= leastRuns;
  const figure = (name: string, key: "p50" | "p95" | "tokens", format: (value: number) => string, change: "part" | "amount") => {
    const [value, former] = [now[key], then?.[key]];
    const known = value !== null && former !== null && former !== undefined;
    return {
      name,
      value: value === null ? nothing : format(value),
      former: then && (former === null || former === undefined ? nothing : format(former)),
      change: known ? (change === "part" ? partOff(value, former) : amountOff(value, former, format)) : undefined,
      worse: enough && known && key === "p95" && value > former * (1 + clear.part) && value - former > 1_000,
    };
  };
  const [success, formerSuccess] = [now.success, then?.success];
  return [
    { name: "Runs", value: whole.format(now.runs), former: then && whole.format(then.runs), change: undefined, worse: false },
    {
      name: "Success",
      value: success === null ? nothing : percentOf(success),
      former: then && (typeof formerSuccess === "number" ? percentOf(formerSuccess) : nothing),
      change: success !== null && typeof formerSuccess === "number" ? pointsOff(success, formerSuccess) : undefined,
      worse: enough && success !== null && typeof formerSuccess === "number" && formerSuccess - success > clear.points,
    },
    figure("Duration p50", "p50", durationOf, "amount"),
    figure("Duration p95", "p95", durationOf, "amount"),
    ...(model ? [figure("Tokens per run", "tokens", (value) => whole.format(Math.round(value)), "part")] : []),
  ];
}

function pointsOff(now: number, before: number): string {
  const points = Math.round((now - before) * 1000) / 10;
  return points === 0 ? "same" : `${signed(points)} pts`;
}

function partOff(now: number, before: number): string {
  if (before === 0) return now === 0 ? "same" : nothing;
  const percent = Math.round((now / before - 1) * 100);
  return percent === 0 ? "same" : `${signed(percent)}%`;
}

function amountOff(now: number, before: number, format: (value: number) => string): string {
  const text = format(Math.abs(now - before));
  return format(now) === format(before) ? "same" : `${now > before ? "+" : "−"}${text}`;
}

function signed(value: number): string {
  return `${value > 0 ? "+" : "−"}${Math.abs(value).toLocaleString("en")}`;
}
