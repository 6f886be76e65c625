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
  /** How many runs it is about that failed, of the revision and of the former one, where a list has just these. */
  readonly failed?: readonly [live: number, former: number];
}

const nothing = "–";
const whole = new Intl.NumberFormat("en");

/** Fewer runs than these tell nothing of a rate or a duration. */
const leastRuns = 20;
/** A change by less than this is no news: points of a share, and parts of an amount. */
const clear = { points: 0.02, part: 0.2 };

/** Runs, share of success, median and p95 of the duration in ms, tokens, share that passed and runs that failed a rubric, as the queries of revisions measure them. */
export interface MeasuredRow {
  readonly values: readonly (number | null)[];
}

interface Measured {
  readonly runs: number;
  readonly success: number | null;
  readonly p50: number | null;
  readonly p95: number | null;
  readonly tokens: number | null;
  readonly passed: number | null;
  readonly flawed: number;
}

function measuredIn(row: MeasuredRow | undefined): Measured {
  const [runs = 0, success = null, p50 = null, p95 = null, tokens = null, passed = null, flawed = 0] = row?.values ?? [];
  return { runs: runs ?? 0, success, p50, p95, tokens: runs ? (tokens ?? 0) / runs : null, passed, flawed: flawed ?? 0 };
}

/**
 * The figures of a revision, `row`, beside those of the one before. `model`: whether it reads and writes tokens. Red is what is clearly worse: by more
 * than 2 points or a fifth, over at least {@link leastRuns} runs of both. What rubrics say stands there where they said anything.
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
  const share = (name: string, key: "success" | "passed") => {
    const [value, former] = [now[key], then?.[key]];
    const known = value !== null && typeof former === "number";
    return {
      name,
      value: value === null ? nothing : percentOf(value),
      former: then && (typeof former === "number" ? percentOf(former) : nothing),
      change: known ? pointsOff(value, former) : undefined,
      worse: enough && known && former - value > clear.points,
    };
  };
  const isEvaluated = now.passed !== null || typeof then?.passed === "number";
  return [
    { name: "Runs", value: whole.format(now.runs), former: then && whole.format(then.runs), change: undefined, worse: false },
    share("Success", "success"),
    ...(isEvaluated ? [{ ...share("Passed evaluation", "passed"), failed: [now.flawed, then?.flawed ?? 0] as const }] : []),
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
