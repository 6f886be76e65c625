import { cx } from "#ui/cx.ts";
import { AnyLink } from "#ui/link.tsx";
import { type ChartTone, fills } from "./chart-tones.ts";

export interface LegendEntry {
  readonly name: string;
  readonly tone: ChartTone;
  /** What it comes to over the whole chart. */
  readonly value?: string;
  /** The list of what it comes to. */
  readonly link?: string | undefined;
  /** Drawn hatched: a period that has not ended. */
  readonly hatched?: boolean;
  /** Drawn as dashed steps over the columns. */
  readonly dashed?: boolean;
}

/** What the marks of a drawing stand for. */
export function ChartLegend({ entries, className }: { entries: readonly LegendEntry[]; className: string }) {
  return (
    <ul className={cx("flex min-w-0 flex-wrap gap-x-3 gap-y-1 text-xs text-ink-2", className)}>
      {entries.map(({ name, tone, value, link, hatched, dashed }) => (
        <li key={name} className="flex items-center gap-1.5 whitespace-nowrap">
          <span
            aria-hidden
            className={dashed ? "w-4 border-t border-dashed border-ink-3" : cx("size-2 rounded-[2px]", fills[tone], hatched && hatching)}
          />
          {link === undefined ? (
            <>
              {name}
              {value === undefined ? null : <span className="tabular-nums">{value}</span>}
            </>
          ) : (
            <AnyLink link={link} className="hover:underline">
              {name} <span className="text-ink-3 tabular-nums">{value}</span>
            </AnyLink>
          )}
        </li>
      ))}
    </ul>
  );
}

/** What is not whole is drawn in stripes. */
export const hatching = "[mask-image:repeating-linear-gradient(135deg,#000_0_2px,transparent_2px_4px)]";
