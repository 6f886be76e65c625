import { cx } from "#ui/cx.ts";

interface SparkProps {
  /** What it shows, in words: its figures stand beside it. */
  label: string;
  values: readonly number[];
  /** Of each of them. */
  failed?: readonly number[];
}

/** From this share of failures on, a period stands out. */
const manyFailed = 0.05;

/** Columns as small as a line of text. */
export function Spark({ label, values, failed = [] }: SparkProps) {
  const most = Math.max(1, ...values);
  return (
    <span role="img" aria-label={label} className="flex h-5 w-full items-end gap-px">
      {values.map((value, at) => {
        const broke = failed[at] ?? 0;
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a period is its place
          <span key={at} className="relative flex h-full flex-1 items-end" aria-hidden>
            <span
              className={cx("w-full", value === 0 ? "h-px bg-line" : "min-h-0.5 bg-chart-mid")}
              style={{ height: height(value / most) }}
            />
            {broke > value * manyFailed ? <span className="absolute inset-x-0 bottom-0 h-0.75 bg-chart-failed" /> : null}
          </span>
        );
      })}
    </span>
  );
}

function height(share: number): string | undefined {
  return share === 0 ? undefined : `${share * 100}%`;
}
