import type { ReactNode } from "react";
import { cx } from "#ui/cx.ts";
import { AnyLink } from "#ui/link.tsx";
import { whole } from "./columns-plot.tsx";

export interface BarRow {
  readonly key: string;
  readonly name: ReactNode;
  readonly count: number;
  /** The list of what it counts. */
  readonly link?: string | undefined;
  /** An exception: red. */
  readonly loud?: boolean;
  /** Behind the figure, as in "3.5%". */
  readonly note?: string;
}

interface BarRowsProps {
  label: string;
  rows: readonly BarRow[];
  /** `wide`: as long as there is room for; `none`: the figures alone. */
  bar?: "short" | "wide" | "none";
}

/** Groups by their size, each with its share of the largest. */
export function BarRows({ label, rows, bar = "short" }: BarRowsProps) {
  const most = Math.max(1, ...rows.map(({ count }) => count));
  const letters = whole.format(most).length;
  return (
    <ul aria-label={label}>
      {rows.map(({ key, name, count, link, loud = false, note }) => {
        const words = (
          <>
            <span className={bar === "wide" ? "w-24 shrink-0" : "min-w-0 flex-1"}>{name}</span>
            {bar === "none" ? null : (
              <span aria-hidden className={cx("h-2", bar === "wide" ? "min-w-0 flex-1" : "w-14 shrink-0")}>
                {count > 0 ? (
                  <span
                    className={cx(
                      "block h-full min-w-1 rounded-[2px]",
                      loud ? "bg-chart-failed" : "border-e-[1.5px] border-chart-edge bg-chart-pale",
                    )}
                    style={{ width: `${(count / most) * 100}%` }}
                  />
                ) : null}
              </span>
            )}
            <span
              className={cx("min-w-10 shrink-0 text-end tabular-nums", loud && "font-medium text-failed")}
              // As wide in each row: bars of one length would differ.
              style={{ inlineSize: `${letters}ch` }}
            >
              {count === 0 ? "–" : whole.format(count)}
            </span>
            {note === undefined ? null : (
              <span className={cx("w-12 shrink-0 text-end text-xs tabular-nums", loud ? "text-failed" : "text-ink-2")}>{note}</span>
            )}
          </>
        );
        return (
          <li key={key} className="border-b border-line text-sm last:border-b-0">
            {link && count > 0 ? (
              <AnyLink link={link} className="flex min-h-8 items-center gap-3 py-1 hover:underline">
                {words}
              </AnyLink>
            ) : (
              <span className="flex min-h-8 items-center gap-3 py-1">{words}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
