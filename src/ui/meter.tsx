import { cx } from "./cx.ts";

/** What is used of a limit, in words and as a bar. `show` writes numbers, for bytes or time. */
export function Meter({
  label,
  used,
  limit,
  show = plain,
}: {
  label: string;
  used: number;
  limit: number;
  show?: (value: number) => string;
}) {
  const share = limit > 0 ? used / limit : 0;
  const state = share >= 1 ? "bg-failed" : share >= 0.8 ? "bg-waiting" : "bg-accent";
  const words = `${show(used)} of ${show(limit)}`;
  return (
    <div className="flex flex-col gap-1 text-sm">
      <div className="flex justify-between gap-4">
        <span className="truncate text-ink-2">{label}</span>
        <span className={cx("whitespace-nowrap", share >= 1 && "text-failed")}>
          {words}
          {share >= 1 ? ", full" : ""}
        </span>
      </div>
      <div
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={Math.min(used, limit)}
        aria-valuetext={words}
        className="h-1 overflow-hidden rounded-full bg-pressed"
      >
        <div className={cx("h-full", state)} style={{ width: `${Math.min(100, share * 100)}%` }} />
      </div>
    </div>
  );
}

function plain(value: number): string {
  return value.toLocaleString("en");
}
